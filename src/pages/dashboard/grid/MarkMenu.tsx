import { useQuery } from "@tanstack/react-query";
import { CircleOff, Copy, Crosshair, Rows3, Search, Split, Table2, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { drillInfo } from "../../../api/dataset/contract.ts";
import type { MarkAction, Selection } from "../../../chart-seam/chart-type.ts";
import { t } from "../../../i18n/translate.ts";
import { excluding, type MarkSelection, type SelectionClause } from "../../../model/cross-filter.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Menu, type MenuEntry, type MenuItem } from "../../../ui/Menu.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { call } from "../../../web/client/client.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { clauseLabel } from "./drill.ts";
import styles from "./TileDialogs.module.css";

export interface MarkPlace {
  x: number;
  y: number;
  selection: Selection | null;
  actions?: readonly MarkAction[];
}

interface MarkMenuProps {
  at: { x: number; y: number };
  selection: Selection | null;
  actions?: readonly MarkAction[];
  onFilter?(selection: MarkSelection): void;
  onTable?(): void;
  onDetail?(): void;
  drillBy?: DrillBy;
  added?: readonly MenuEntry[];
  onClose(): void;
}

export interface DrillBy {
  datasetId: number;
  dashboardId: number;
  used: ReadonlySet<string>;
  onChoose(dimension: string): void;
}

export function MarkMenu({
  at,
  selection,
  actions = [],
  onFilter,
  onTable,
  onDetail,
  drillBy,
  added = [],
  onClose,
}: MarkMenuProps) {
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success(t("Copied to clipboard!"));
  };
  const dimensions = useDimensions(drillBy);
  const [isPicking, setPicking] = useState(false);
  const isLeaving = useRef(false);
  const pick = () => {
    isLeaving.current = true;
    setPicking(true);
  };
  const items: MenuEntry[] = [
    ...(onFilter && selection ? filterEntries(selection, onFilter) : []),
    ...actions.map((action) => ({
      ...action,
      icon: action.key === "zoom-out" ? <ZoomOut size={14} /> : <ZoomIn size={14} />,
    })),
    ...(onDetail
      ? [{ key: "detail", icon: <Rows3 size={14} />, label: t("Drill to detail"), onSelect: onDetail }]
      : []),
    ...(dimensions
      ? [{ key: "by", icon: <Split size={14} />, label: t("Drill by"), children: columnEntries(dimensions, pick) }]
      : []),
    ...(selection
      ? [{ key: "copy", icon: <Copy size={14} />, label: t("Copy value"), onSelect: () => void copy(selection.label) }]
      : []),
    ...added,
    ...(onTable ? [{ key: "table", icon: <Table2 size={14} />, label: t("View as table"), onSelect: onTable }] : []),
  ];
  if (isPicking && typeof dimensions === "object") return <DrillColumnsDialog columns={dimensions} onClose={onClose} />;
  return createPortal(
    <Menu items={items} open onOpenChange={(open) => !open && !isLeaving.current && onClose()}>
      <span aria-hidden style={{ position: "fixed", left: at.x, top: at.y, width: 1, height: 1 }} />
    </Menu>,
    document.body,
  );
}

function filterEntries(selection: Selection, onFilter: (selection: MarkSelection) => void): MenuItem[] {
  const clauses = selection.clauses as readonly SelectionClause[];
  const exclude = (clause: SelectionClause) => onFilter(excluding(clause, clauseLabel(clause, selection)));
  const [only] = clauses;
  if (!only) return [];
  const exclusion =
    clauses.length === 1
      ? { onSelect: () => exclude(only) }
      : {
          children: clauses.map((clause, index) => ({
            key: `exclude-${index}`,
            label: clauseLabel(clause, selection),
            onSelect: () => exclude(clause),
          })),
        };
  return [
    {
      key: "filter",
      icon: <Crosshair size={14} />,
      label: t("Filter by this"),
      onSelect: () => onFilter(selection as MarkSelection),
    },
    { key: "exclude", icon: <CircleOff size={14} />, label: t("Exclude"), ...exclusion },
  ];
}

const MAX_LISTED = 10;

function columnEntries(dimensions: readonly Choice[] | string, onMore: () => void): MenuEntry[] {
  if (typeof dimensions === "string") return [{ key: "none", label: dimensions, disabled: true }];
  if (dimensions.length <= MAX_LISTED) return [...dimensions];
  return [
    ...dimensions.slice(0, MAX_LISTED),
    { key: "line", divider: true },
    {
      key: "more",
      icon: <Search size={14} />,
      label: t("All {count, plural, one {# column} other {# columns}}…", { count: dimensions.length }),
      onSelect: onMore,
    },
  ];
}

function useDimensions(drillBy: DrillBy | undefined): Choice[] | string | undefined {
  const { data, isError } = useQuery({
    queryKey: ["drill-info", drillBy?.datasetId, drillBy?.dashboardId],
    queryFn: ({ signal }) => {
      const { datasetId, dashboardId: dashboard_id } = drillBy as DrillBy;
      return call(drillInfo, { params: { id: String(datasetId) }, q: { dashboard_id } }, { signal });
    },
    enabled: drillBy !== undefined,
    staleTime: 60_000,
  });
  if (!drillBy) return undefined;
  if (!data) return isError ? t("Failed to load columns") : t("Loading…");
  const columns = data.result.columns.filter((column) => !drillBy.used.has(column.column_name));
  if (columns.length === 0) return t("No other columns");
  return columns.map(({ column_name, verbose_name }) => ({
    key: `by-${column_name}`,
    label: verbose_name || column_name,
    onSelect: () => drillBy.onChoose(column_name),
  }));
}

interface Choice {
  key: string;
  label: string;
  onSelect(): void;
}

function DrillColumnsDialog({ columns, onClose }: { columns: readonly Choice[]; onClose(): void }) {
  const [text, setText] = useState("");
  const needle = text.trim().toLowerCase();
  const found = columns.filter(({ label }) => label.toLowerCase().includes(needle));
  const choose = (column: Choice) => {
    onClose();
    column.onSelect();
  };
  const handleKey = ({ key }: KeyboardEvent) => {
    const [first] = found;
    if (key === "Enter" && first && needle) choose(first);
  };
  return (
    <Dialog open title={t("Drill by")} onClose={onClose}>
      <SearchField label={t("Search columns")} value={text} onChange={setText} onKeyDown={handleKey} autoFocus />
      <ul className={styles.columns} aria-label={t("Columns")}>
        {found.map((column) => (
          <li key={column.key}>
            <button type="button" onClick={() => choose(column)}>
              {column.label}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className={styles.nothing}>{t("No columns match “{text}”.", { text: text.trim() })}</p>
      ) : null}
    </Dialog>
  );
}
