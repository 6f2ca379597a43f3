import { useEffect } from "react";
import { create } from "zustand";

const useEditors = create<{ open: number }>(() => ({ open: 0 }));

export function useTrackOpenEditor(): void {
  useEffect(() => {
    useEditors.setState(({ open }) => ({ open: open + 1 }));
    return () => useEditors.setState(({ open }) => ({ open: open - 1 }));
  }, []);
}

export const useIsEditing = (): boolean => useEditors(({ open }) => open > 0);
