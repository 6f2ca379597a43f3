import { Button } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { parseUrl } from "../state/url.ts";

export interface LeaveGuard {
  ask(leave: () => void): void;
  dialog: ReactNode;
}

interface LeaveOptions {
  discardChanges(): void;
  save(): Promise<boolean>;
  isSaving: boolean;
}

export function useLeaveGuard(editor: DashboardEditor, { discardChanges, save, isSaving }: LeaveOptions): LeaveGuard {
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
  const stay = () => {
    setPending(null);
    blocker.reset?.();
  };
  const go = () => {
    pending?.();
    setPending(null);
    blocker.proceed?.();
  };
  const leave = () => {
    discardChanges();
    go();
  };
  const saveAndLeave = async () => {
    if (await save()) go();
    else stay();
  };
  return {
    ask: (act) => (editor.getSnapshot().unsaved > 0 ? setPending(() => act) : act()),
    dialog: (
      <Dialog
        open={isOpen}
        title={t("Leave without saving?")}
        cancelLabel={t("Keep editing")}
        onClose={stay}
        primary={{ label: t("Save and leave"), loading: isSaving, onClick: () => void saveAndLeave() }}
        footerNote={
          <Button danger disabled={isSaving} onClick={leave}>
            {t("Leave")}
          </Button>
        }
      >
        {t("{count, plural, one {# change} other {# changes}} will be lost.", { count: unsaved })}
      </Dialog>
    ),
  };
}
