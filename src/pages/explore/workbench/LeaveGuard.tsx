import { Button, Modal } from "antd";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useExplore, useStanding } from "./store-context.ts";

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
  return (
    <Modal
      open
      title="Leave without saving?"
      onCancel={() => blocker.reset()}
      footer={[
        <Button key="leave" onClick={() => blocker.proceed()}>
          Leave
        </Button>,
        <Button key="keep" type="primary" onClick={() => blocker.reset()}>
          Keep editing
        </Button>,
      ]}
    >
      {count} {count === 1 ? "change" : "changes"} will be lost.
    </Modal>
  );
}
