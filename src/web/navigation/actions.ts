import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { create } from "zustand";

/** One thing the current page can do: read by the palette, the help dialog and the page's own shortcuts. */
export interface Action {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** Shortcut, e.g. `Mod+S`, `e`, `g d`. */
  keys?: string;
  /** Further words by which it is found. */
  words?: string;
  disabled?: boolean;
  /** False: only listed in help (a key that the page handles itself). */
  inPalette?: boolean;
  run?(): void;
}

interface Registered {
  lists: ReadonlyMap<symbol, readonly Action[]>;
}

const useRegistered = create<Registered>(() => ({ lists: new Map() }));

/** Offers these actions while the component is on the page. Pass a memoised list. */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    const owner = Symbol("actions");
    useRegistered.setState(({ lists }) => ({ lists: new Map(lists).set(owner, actions) }));
    return () => {
      useRegistered.setState(({ lists }) => {
        const rest = new Map(lists);
        rest.delete(owner);
        return { lists: rest };
      });
    };
  }, [actions]);
}

/** The actions of everything on the page now. */
export function useCurrentActions(): readonly Action[] {
  const lists = useRegistered((state) => state.lists);
  return [...lists.values()].flat();
}
