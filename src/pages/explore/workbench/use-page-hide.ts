import { useEffect, useRef } from "react";

/** Runs in the capture phase, before drafts are written, so that fields can commit text. */
export function usePageHide(onPageHide: () => void): void {
  const latest = useRef(onPageHide);
  latest.current = onPageHide;
  useEffect(() => {
    const run = () => latest.current();
    window.addEventListener("pagehide", run, { capture: true });
    return () => window.removeEventListener("pagehide", run, { capture: true });
  }, []);
}
