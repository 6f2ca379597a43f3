import { type ReactNode, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { parseUrl } from "../state/url.ts";

export interface LeaveGuard {
  /** Asks when something is unsaved, then leaves. */
  ask(leave: () => void): void;
  dialog: ReactNode;
}

/** Keeps people from losing changes: asks before discarding, leaving the editor or closing the window. `lose` drops them. */
export function useLeaveGuard(editor: DashboardEditor, lose: () => void): LeaveGuard {
  const [pending, setPending] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editor.getSnapshot().unsaved > 0 &&
      (currentLocation.pathname !== nextLocation.pathname || !parseUrl(nextLocation.search).isEditing),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (editor.getSnapshot().unsaved > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [editor]);
  const { unsaved } = editor.getSnapshot();
  const isOpen = pending !== null || blocker.state === "blocked";
  const keep = () => {
    setPending(null);
    blocker.reset?.();
  };
  const leave = () => {
    lose();
    pending?.();
    setPending(null);
    blocker.proceed?.();
  };
  return {
    ask: (act) => (editor.getSnapshot().unsaved > 0 ? setPending(() => act) : act()),
    dialog: (
      <Dialog
        open={isOpen}
        title="Leave without saving?"
        cancelLabel="Keep editing"
        onClose={keep}
        primary={{ label: "Leave", danger: true, onClick: leave }}
      >
        {unsaved === 1 ? "1 change will be lost." : `${unsaved} changes will be lost.`}
      </Dialog>
    ),
  };
}
