import { useEffect, useRef } from "react";

/** Runs as the page goes away, before what is kept of it is written: words that were still being typed are taken up. */
export function useLeaving(takeUp: () => void): void {
  const latest = useRef(takeUp);
  latest.current = takeUp;
  useEffect(() => {
    const run = () => latest.current();
    window.addEventListener("pagehide", run, { capture: true });
    return () => window.removeEventListener("pagehide", run, { capture: true });
  }, []);
}
