import { useLayoutEffect } from "react";

/** Hides the navigation: standalone and full screen. */
export function useStandalone(isAlone: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-alone", isAlone);
    return () => document.documentElement.removeAttribute("data-alone");
  }, [isAlone]);
}
