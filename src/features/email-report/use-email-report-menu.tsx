import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import type { MenuItem } from "../../ui/Menu.tsx";
import { can, useSession } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { type EmailReport, type Sent, sendReport, switchReport, useEmailReport } from "./email-report.ts";

const NewEmailReport = lazyComponent(async () => (await import("./EmailReportDialog.tsx")).NewEmailReport);
const EditEmailReport = lazyComponent(async () => (await import("./EmailReportDialog.tsx")).EditEmailReport);
const DeleteEmailReport = lazyComponent(async () => (await import("./DeleteEmailReport.tsx")).DeleteEmailReport);

const SendDialog = lazyComponent(async () => (await import("./SendDialog.tsx")).SendDialog);

type Open = "new" | "edit" | "delete" | "send";

export function useEmailReportMenu(sent: Sent, isRequested: boolean): { entries: MenuItem[]; dialog: ReactNode } {
  const session = useSession();
  const canWrite = can("can_write", "ReportSchedule");
  const userId = session.kind === "signed-in" ? session.user.userId : 0;
  const { found, isPending } = useEmailReport(sent, { userId, isRequested: isRequested && canWrite });
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  if (!canWrite) return { entries: [], dialog: null };
  const icon = <CalendarClock size={14} />;
  const begin = () => {
    if (sent.id === undefined)
      toast.danger(
        t(
          "Please save your {noun, select, chart {chart} other {dashboard}} first, then try creating a new email report.",
          { noun: sent.noun },
        ),
      );
    else setOpen("new");
  };
  const isWaiting = isPending && isRequested && sent.id !== undefined;
  const entry: MenuItem = found
    ? {
        key: "email-report",
        icon,
        label: t("Manage email report"),
        children: [
          {
            key: "email-report-active",
            label: t("Email report active"),
            checked: found.active,
            onSelect: () => void switchReport(found, queries),
          },
          { key: "email-report-send", label: t("Send now"), onSelect: () => void sendReport(found) },
          { key: "email-report-edit", label: t("Edit email report"), onSelect: () => setOpen("edit") },
          {
            key: "email-report-delete",
            label: t("Delete email report"),
            danger: true,
            onSelect: () => setOpen("delete"),
          },
        ],
      }
    : { key: "email-report", icon, label: t("Set up an email report"), disabled: isWaiting, onSelect: begin };
  const once: MenuItem = {
    key: "email-once",
    icon: <Send size={14} />,
    label: t("Send by email once"),
    onSelect: () => setOpen("send"),
  };
  const entries = sent.id === undefined ? [entry] : [once, entry];
  return { entries, dialog: dialogOf({ open, sent, found, onClose: () => setOpen(undefined) }) };
}

interface Shown {
  open: Open | undefined;
  sent: Sent;
  found: EmailReport | undefined;
  onClose(): void;
}

function dialogOf({ open, sent, found, onClose }: Shown): ReactNode {
  if (open === "send") return <SendDialog sent={sent} onClose={onClose} />;
  if (open === "new") return <NewEmailReport sent={sent} onClose={onClose} />;
  if (!found) return null;
  if (open === "edit") return <EditEmailReport sent={sent} id={found.id} onClose={onClose} />;
  return open === "delete" ? <DeleteEmailReport report={found} onClose={onClose} /> : null;
}
