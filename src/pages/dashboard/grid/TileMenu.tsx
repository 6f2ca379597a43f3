import {
  Code,
  Download,
  Info,
  Maximize2,
  MessageSquare,
  Minimize2,
  Pencil,
  RefreshCw,
  Rows3,
  Share2,
  Table2,
} from "lucide-react";
import { openComments, useComments } from "../../../features/comments/comments-state.ts";
import { t } from "../../../i18n/translate.ts";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { relativeTime, useNow } from "../../../web/client/clock.ts";
import { can } from "../../../web/session/session.ts";
import { useDashboardPage, useViewActions } from "../state/context.ts";
import { share, shareByEmail } from "../state/share.ts";
import { canPrint, downloadRows, downloadTileImage, downloadTilePdf, saveVisibleRows } from "./downloads.ts";
import { filterEntries, rangeEntries } from "./filter-entries.ts";
import { openExplore } from "./open-explore.ts";
import styles from "./Tile.module.css";
import type { TileDialog } from "./TileDialogs.tsx";
import { TileMenuButton } from "./TileMenuButton.tsx";
import { canDrill, hasDatasetAccess, type Tile } from "./use-tile.ts";

interface TileMenuProps {
  chartId: number;
  title: string;
  tile: Tile;
  isOpen: boolean;
  onOpen(open: boolean): void;
  onDialog(dialog: TileDialog): void;
}

export function TileMenu({ chartId, title, tile, isOpen, onOpen, onDialog }: TileMenuProps) {
  const { store, canEdit, canExplore, canDownload } = useDashboardPage();
  const place = Object.values(tile.dashboard.layout).find(({ meta }) => meta.chartId === chartId)?.id;
  const actions = useViewActions();
  const now = useNow();
  const items: MenuEntry[] = [
    {
      key: "refresh",
      icon: <RefreshCw size={14} />,
      label: <Refresh age={ageOf(tile, now)} />,
      onSelect: () => actions().refreshCharts([chartId], true),
    },
    {
      key: "fullscreen",
      icon: tile.isFullscreen ? <Minimize2 size={14} /> : <Maximize2 size={14} />,
      label: tile.isFullscreen ? t("Exit fullscreen") : t("Enter fullscreen"),
      onSelect: () => actions().setFullscreen(tile.isFullscreen ? null : chartId),
    },
    ...(tile.chart?.description
      ? [
          {
            key: "description",
            icon: <Info size={14} />,
            label: tile.isExpanded ? t("Hide description") : t("Show description"),
            onSelect: () => actions().toggleDescription(chartId),
          },
        ]
      : []),
    { key: "line-1", divider: true },
    ...(can("can_view_query", "Dashboard") && hasDatasetAccess(tile)
      ? [
          {
            key: "query",
            icon: <Code size={14} />,
            label: t("View query"),
            onSelect: () => onDialog({ kind: "query" }),
          },
        ]
      : []),
    {
      key: "table",
      icon: <Table2 size={14} />,
      label: t("View as table"),
      keys: "t",
      onSelect: () => onDialog({ kind: "table" }),
    },
    ...(canDrill(tile)
      ? [
          {
            key: "detail",
            icon: <Rows3 size={14} />,
            label: t("Drill to detail"),
            onSelect: () => onDialog({ kind: "detail", selection: null }),
          },
        ]
      : []),
    ...rangeEntries(tile, onDialog),
    ...filterEntries(chartId, tile, { canEdit, onDialog }),
    ...(can("can_write", "DashboardPermalinkRestApi") && place
      ? [
          {
            key: "share",
            icon: <Share2 size={14} />,
            label: t("Share"),
            children: [
              { key: "link", label: t("Copy permalink"), onSelect: () => void share(store, place) },
              {
                key: "email",
                label: t("Send by email"),
                onSelect: () => void shareByEmail(store, { title, anchor: place }),
              },
            ],
          },
        ]
      : []),
    ...commentEntry({ id: chartId, name: title }),
    {
      key: "download",
      icon: <Download size={14} />,
      label: t("Download"),
      children: [
        ...(canDownload ? dataFiles(tile, title) : []),
        { key: "image", label: t("Image"), onSelect: () => void downloadTileImage(chartId, title) },
        ...pdfEntries(tile, chartId, title),
      ],
    },
    ...(canExplore
      ? [
          { key: "line-2", divider: true as const },
          {
            key: "edit",
            icon: <Pencil size={14} />,
            label: t("Edit chart"),
            onSelect: () => void openExplore(tile, chartId),
          },
        ]
      : []),
  ];
  return (
    <Menu items={items} placement="bottomRight" open={isOpen} onOpenChange={onOpen}>
      <TileMenuButton title={title} autoFocus />
    </Menu>
  );
}

function pdfEntries(tile: Tile, chartId: number, title: string): MenuEntry[] {
  if (!canPrint(tile)) return [];
  return [{ key: "pdf", label: "PDF", onSelect: () => void downloadTilePdf(tile, chartId, title) }];
}

function commentEntry(chart: { id: number; name: string }): MenuEntry[] {
  if (!useComments.getState().isOffered) return [];
  const icon = <MessageSquare size={14} />;
  return [{ key: "comment", icon, label: t("Comment##verb"), onSelect: () => openComments({ chart }) }];
}

const KINDS = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
] as const;

const TABLES: readonly string[] = ["table", "ag-grid-table"];

function dataFiles(tile: Tile, title: string): MenuEntry[] {
  const { viz_type } = tile.formData;
  const all = KINDS.map(([format, label]) => ({
    key: format,
    label,
    onSelect: () => void downloadRows(tile, title, { format }),
  }));
  const pivoted = KINDS.map(([format, label]) => ({
    key: `pivoted-${format}`,
    label: t("{format} (pivoted)", { format: label }),
    onSelect: () => void downloadRows(tile, title, { format, isPivoted: true }),
  }));
  const shown = KINDS.map(([format, label]) => ({
    key: `shown-${format}`,
    label: t("{format} (visible rows)", { format: label }),
    onSelect: () => void saveVisibleRows(tile, title, format),
  }));
  if (TABLES.includes(viz_type)) {
    return [
      { key: "all", group: t("All data"), items: all },
      { key: "view", group: t("Current view"), items: shown },
    ];
  }
  return viz_type === "pivot_table_v2" ? [...all, ...pivoted] : all;
}

function Refresh({ age }: { age: string | undefined }) {
  return (
    <span className={styles.refresh}>
      {t("Refresh")}
      {age ? <small>{age}</small> : null}
    </span>
  );
}

function ageOf(tile: Tile, now: number): string | undefined {
  const { state } = tile;
  if (!state?.finishedAt) return undefined;
  const cached = cachedAt(state);
  return cached
    ? t("Cached {time}", { time: relativeTime(cached, now) })
    : t("Fetched {time}", { time: relativeTime(state.finishedAt, now) });
}
