import { FileArchive, FileText, Image } from "lucide-react";
import { dashboardBundle } from "../../../api/bundle/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { lazy } from "../../../ui/lazy.ts";
import type { MenuItem } from "../../../ui/Menu.tsx";
import { addressOf } from "../../../web/client/client.ts";
import { can } from "../../../web/session/session.ts";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { downloadImage } from "../grid/downloads.ts";
import type { DashboardStore } from "../state/store.ts";

const PDF = lazy(() => import("./pdf.ts"));

/** No PDF when the server has no browser to draw it: then there is no `thumbnail_url` either. */
export function downloadsOf(store: DashboardStore): MenuItem[] {
  const { id, dashboard_title: title, thumbnail_url } = store.getState().dashboard.detail;
  return [
    ...(thumbnail_url && can("can_cache_dashboard_screenshot", "Dashboard")
      ? [
          {
            key: "pdf",
            icon: <FileText size={14} />,
            label: t("Export to PDF"),
            onSelect: () => void runLazy(PDF, ({ downloadPdf }) => downloadPdf(store)),
          },
        ]
      : []),
    {
      key: "image",
      icon: <Image size={14} />,
      label: t("Download as image"),
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
            label: t("Export as YAML"),
            onSelect: () => window.location.assign(addressOf(dashboardBundle.exported, { q: [id] })),
          },
        ]
      : []),
  ];
}
