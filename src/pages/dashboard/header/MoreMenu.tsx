import {
  CodeXml,
  CopyPlus,
  Download,
  Gauge,
  History,
  Maximize2,
  Pencil,
  RefreshCw,
  Share2,
  ShieldCheck,
  Timer,
} from "lucide-react";
import { type ReactElement, useState } from "react";
import { useEmailReportMenu } from "../../../features/email-report/use-email-report-menu.tsx";
import { VersionsDialog } from "../../../features/versions/VersionsDialog.tsx";
import { t } from "../../../i18n/translate.ts";
import { INTERVALS } from "../../../model/dashboard.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { isGuest } from "../../../web/client/guest.ts";
import { can } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import type { AutoRefresh } from "../state/use-auto-refresh.ts";
import type { DashboardActions } from "../use-dashboard-actions.ts";
import { useScreen } from "../use-screen.ts";
import { currentState } from "./current-state.ts";
import { downloadsOf } from "./download-entries.tsx";

const EmbedDialog = lazyComponent(async () => (await import("./EmbedDialog.tsx")).EmbedDialog);
const IntervalDialog = lazyComponent(async () => (await import("./IntervalDialog.tsx")).IntervalDialog);
const AddAssertion = lazyComponent(async () => (await import("./AddAssertion.tsx")).AddAssertion);
const CopyDialog = lazyComponent(async () => (await import("./CopyDialog.tsx")).CopyDialog);

type OpenDialog = "versions" | "embed" | "interval" | "copy" | "assertion";

interface MoreMenuProps {
  actions: DashboardActions;
  refresh: AutoRefresh;
  onShare: (() => void) | undefined;
  button: ReactElement;
}

export function MoreMenu({ actions, refresh, onShare, button }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(true);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { store, canEdit } = useDashboardPage();
  const isPhone = useScreen() === "phone";
  const { id, title } = useView((view) => ({
    id: view.dashboard.detail.id,
    title: view.dashboard.detail.dashboard_title,
  }));
  const emailReport = useEmailReportMenu({ noun: "dashboard", id, name: title, now: () => currentState(store) }, true);
  const items: MenuEntry[] = [
    {
      key: "refresh",
      icon: <RefreshCw size={14} />,
      label: t("Refresh dashboard"),
      keys: "r",
      onSelect: actions.refresh,
    },
    {
      key: "auto",
      icon: <Timer size={14} />,
      label: t("Auto-refresh (this session)"),
      children: [
        ...INTERVALS.map(([seconds, label]) => ({
          key: `auto-${seconds}`,
          label: t(label),
          checked: seconds === refresh.seconds,
          onSelect: () => chooseInterval(refresh, seconds, t(label)),
        })),
        { key: "auto-line", divider: true as const },
        { key: "auto-other", label: t("Other interval…"), onSelect: () => setDialog("interval") },
      ],
    },
    {
      key: "full",
      icon: <Maximize2 size={14} />,
      label: t("Enter fullscreen"),
      keys: "Shift+F",
      onSelect: actions.toggleFullscreen,
    },
    ...(isGuest()
      ? []
      : [{ key: "profile", icon: <Gauge size={14} />, label: t("Performance profile"), onSelect: actions.profile }]),
    { key: "line-1", divider: true },
    ...(onShare ? [{ key: "share", icon: <Share2 size={14} />, label: t("Share"), onSelect: onShare }] : []),
    ...emailReport.entries,
    { key: "download", icon: <Download size={14} />, label: t("Download"), children: downloadsOf(store) },
    ...(can("can_set_embedded", "Dashboard")
      ? [
          {
            key: "embed",
            icon: <CodeXml size={14} />,
            label: t("Embed dashboard"),
            onSelect: () => setDialog("embed"),
          },
        ]
      : []),
    ...(can("can_write", "Dashboard")
      ? [{ key: "copy", icon: <CopyPlus size={14} />, label: t("Save as…"), onSelect: () => setDialog("copy") }]
      : []),
    ...(canEdit
      ? [
          { key: "line-2", divider: true as const },
          ...(can("can_write", "Assertion")
            ? [
                {
                  key: "assertion",
                  icon: <ShieldCheck size={14} />,
                  label: t("Add assertion"),
                  onSelect: () => setDialog("assertion"),
                },
              ]
            : []),
          { key: "versions", icon: <History size={14} />, label: t("Versions"), onSelect: () => setDialog("versions") },
          {
            key: "edit",
            icon: <Pencil size={14} />,
            label: t("Edit dashboard"),
            keys: "e",
            disabled: isPhone,
            onSelect: actions.edit,
          },
        ]
      : []),
  ];
  const close = () => setDialog(null);
  return (
    <>
      <Menu items={items} placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
        {button}
      </Menu>
      {emailReport.dialog}
      {dialog === "versions" ? (
        <VersionsDialog
          noun="dashboard"
          id={id}
          name={title}
          canRestore={canEdit}
          onClose={close}
          onOpenAsNew={(address) => window.location.assign(address)}
          onRestored={() => window.location.reload()}
        />
      ) : null}
      {dialog === "embed" ? <EmbedDialog dashboardId={id} onClose={close} /> : null}
      {dialog === "interval" ? <IntervalDialog refresh={refresh} onClose={close} /> : null}
      {dialog === "assertion" ? <AddAssertion onClose={close} /> : null}
      {dialog === "copy" ? <CopyDialog onClose={close} /> : null}
    </>
  );
}

function chooseInterval(refresh: AutoRefresh, seconds: number, label: string): void {
  refresh.setSeconds(seconds);
  toast.info(
    seconds === 0 ? t("Auto-refresh is off") : t("Refreshing every {interval} in this session", { interval: label }),
  );
}
