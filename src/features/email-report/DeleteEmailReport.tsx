import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
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
      title={t("Delete email report?")}
      verb={t("Delete email report")}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {rich("<strong>{name}</strong> will be permanently deleted and no longer sent.", {
        name: report.name,
        strong: (text) => <strong>{text}</strong>,
      })}
    </ConfirmDelete>
  );
}
