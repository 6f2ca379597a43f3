import { useLayoutEffect } from "react";

/** Hides the shell's navigation while the page is shown: standalone and fullscreen. */
export function useAlone(isAlone: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-alone", isAlone);
    return () => document.documentElement.removeAttribute("data-alone");
  }, [isAlone]);
}
