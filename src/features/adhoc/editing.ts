import { useEffect } from "react";
import { create } from "zustand";

/** How many editors of metrics, columns, filters and entries are open: what is being written in them is nowhere else. */
const useEditors = create<{ open: number }>(() => ({ open: 0 }));

/** Counts an editor while it is shown. */
export function useCountedEditor(): void {
  useEffect(() => {
    useEditors.setState(({ open }) => ({ open: open + 1 }));
    return () => useEditors.setState(({ open }) => ({ open: open - 1 }));
  }, []);
}

/** Whether something is being written that a new layout of the page would lose. */
export const useIsEditing = (): boolean => useEditors(({ open }) => open > 0);
