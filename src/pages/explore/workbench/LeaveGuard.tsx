import { useEffect } from "react";
import { useBlocker } from "react-router";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useExplore, useStanding } from "./store-context.ts";

const LeaveDialog = lazyComponent(async () => (await import("./LeaveDialog.tsx")).LeaveDialog);

/** Asks before unsaved changes are left behind, by a link of the page or by closing the tab. */
export function LeaveGuard() {
  const { altered, isRenamed } = useStanding();
  const chart = useExplore((state) => state.chart);
  const count = altered.length + (isRenamed && chart ? 1 : 0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => count > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (count === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [count]);
  if (blocker.state !== "blocked") return null;
  return <LeaveDialog count={count} onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />;
}
