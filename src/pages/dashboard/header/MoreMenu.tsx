import { FileArchive, History, Image, Mail, Maximize2, Pencil, RefreshCw, Share2, Timer } from "lucide-react";
import { type ReactElement, useState } from "react";
import { dashboardBundle } from "../../../api/bundle/contract.ts";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { addressOf } from "../../../web/client.ts";
import { can } from "../../../web/session.ts";
import { toast } from "../../../web/toasts.ts";
import { VersionsDialog } from "../../../web/versions/VersionsDialog.tsx";
import { downloadImage } from "../grid/downloads.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { type AutoRefresh, INTERVALS } from "../state/use-auto-refresh.ts";
import { type DashboardActions, shareByEmail } from "../use-dashboard-actions.ts";

interface MoreMenuProps {
  actions: DashboardActions;
  refresh: AutoRefresh;
  button: ReactElement;
}

/** Everything that is not needed every minute; open to begin with. */
export function MoreMenu({ actions, refresh, button }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(true);
  const { store, canEdit } = useDashboardPage();
  const { id, title } = useView((view) => ({
    id: view.dashboard.detail.id,
    title: view.dashboard.detail.dashboard_title,
  }));
  const [showsVersions, setShowsVersions] = useState(false);
  const items: MenuEntry[] = [
    { key: "refresh", icon: <RefreshCw size={14} />, label: "Refresh dashboard", keys: "r", onSelect: actions.refresh },
    {
      key: "auto",
      icon: <Timer size={14} />,
      label: "Auto-refresh, this session",
      children: INTERVALS.map(([seconds, label]) => ({
        key: `auto-${seconds}`,
        label,
        checked: seconds === refresh.seconds,
        onSelect: () => chooseInterval(refresh, seconds, label),
      })),
    },
    {
      key: "full",
      icon: <Maximize2 size={14} />,
      label: "Enter fullscreen",
      keys: "Shift+F",
      onSelect: actions.toggleFullscreen,
    },
    { key: "line-1", divider: true },
    ...(can("can_write", "DashboardPermalinkRestApi")
      ? [
          { key: "share", icon: <Share2 size={14} />, label: "Copy permalink", onSelect: actions.share },
          {
            key: "email",
            icon: <Mail size={14} />,
            label: "Send link by email",
            onSelect: () => void shareByEmail(store, { title }),
          },
        ]
      : []),
    {
      key: "image",
      icon: <Image size={14} />,
      label: "Download as image",
      onSelect: () => {
        const canvas = document.querySelector<HTMLElement>("[data-dashboard-canvas]");
        if (canvas) void downloadImage(canvas, title);
      },
    },
    ...(can("can_export", "Dashboard")
      ? [
          {
            key: "export",
            icon: <FileArchive size={14} />,
            label: "Export as YAML",
            onSelect: () => window.location.assign(addressOf(dashboardBundle.exported, { q: [id] })),
          },
        ]
      : []),
    ...(canEdit
      ? [
          { key: "line-2", divider: true as const },
          { key: "versions", icon: <History size={14} />, label: "Versions", onSelect: () => setShowsVersions(true) },
          { key: "edit", icon: <Pencil size={14} />, label: "Edit dashboard", keys: "e", onSelect: actions.edit },
        ]
      : []),
  ];
  return (
    <>
      <Menu items={items} placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
        {button}
      </Menu>
      {showsVersions ? (
        <VersionsDialog
          noun="dashboard"
          id={id}
          name={title}
          canRestore={canEdit}
          onClose={() => setShowsVersions(false)}
          onRestored={() => window.location.reload()}
        />
      ) : null}
    </>
  );
}

function chooseInterval(refresh: AutoRefresh, seconds: number, label: string): void {
  refresh.setSeconds(seconds);
  toast.info(seconds === 0 ? "Auto-refresh is off" : `Refreshes every ${label} in this session`);
}
