import { useLayoutEffect } from "react";

export function useStandalone(isAlone: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-alone", isAlone);
    return () => document.documentElement.removeAttribute("data-alone");
  }, [isAlone]);
}
