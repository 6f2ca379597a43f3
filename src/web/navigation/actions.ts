import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { create } from "zustand";

export interface Action {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** Shortcut, such as `Mod+S`, `e` or `g d`. */
  keys?: string;
  words?: string;
  disabled?: boolean;
  /** False: only listed in help, as the page handles the key itself. */
  inPalette?: boolean;
  run?(): void;
}

interface Registered {
  lists: ReadonlyMap<symbol, readonly Action[]>;
}

const useRegistered = create<Registered>(() => ({ lists: new Map() }));

/** Registers actions while the component is mounted. Pass a memoized list. */
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

export function useCurrentActions(): readonly Action[] {
  const lists = useRegistered((state) => state.lists);
  return [...lists.values()].flat();
}
