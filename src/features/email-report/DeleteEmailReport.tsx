import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { deleteReport, type EmailReport } from "./email-report.ts";

export function DeleteEmailReport({ report, onClose }: { report: EmailReport; onClose(): void }) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await deleteReport(report, queries);
    onClose();
  };
  return (
    <ConfirmDelete
      open
      title="Delete email report?"
      verb="Delete email report"
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <strong>{report.name}</strong> will be permanently deleted and no longer sent.
    </ConfirmDelete>
  );
}
