import { Copy, Download, Eye, Moon, Palette, PencilLine, Sun, SwatchBook } from "lucide-react";
import type { z } from "zod";
import * as themes from "../../api/theme/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { ListQuery } from "../../model/resource.ts";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import type { BulkAction, ListDefinition, ListFilter, RowAction } from "../../web/list-view/definition.ts";
import { DELETE, modifiedByFilter, modifiedColumn } from "../../web/list-view/standard.tsx";
import { builtInThemes, isBuiltIn } from "./built-in.ts";

export type ThemeRow = z.infer<typeof themes.Theme>;
export type SystemMark = "is_system_default" | "is_system_dark";

export const NOUN = { one: "theme", many: "themes" } as const;
export const LIST_KEY = "themes";
export const PATH = "/theme/list/";

export interface ThemeListOptions {
  canWrite: boolean;
  canExport: boolean;
  isAdmin: boolean;
  userId: number;
  previewedId: number | undefined;
  onOpen(row: ThemeRow): void;
  onCopy(row: ThemeRow): void;
  onTry(row: ThemeRow | undefined): void;
  onExport(rows: readonly ThemeRow[]): void;
  onMark(mark: SystemMark, row: ThemeRow, isSet: boolean): void;
  onDelete(rows: readonly ThemeRow[], done?: () => void): void;
}

type Access = Pick<ThemeListOptions, "canWrite" | "isAdmin" | "userId">;

const isDefault = (row: Pick<ThemeRow, SystemMark>) => row.is_system_default || row.is_system_dark;

export function canEditTheme(row: Partial<ThemeRow>, { canWrite, isAdmin, userId }: Access): boolean {
  if (!canWrite || row.is_system) return false;
  return isAdmin || (!row.is_system_default && !row.is_system_dark && row.created_by?.id === userId);
}

export const canDeleteTheme = (row: ThemeRow, access: Access) => canEditTheme(row, access) && !isDefault(row);

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "theme_name", key: "search", label: t("Name or token"), operator: "theme_all_text" },
  modifiedByFilter(themes.related),
];

export function themeList(options: ThemeListOptions): ListDefinition<ThemeRow> {
  return {
    key: LIST_KEY,
    title: t("Themes"),
    noun: NOUN,
    columns: columnsOf(options.previewedId),
    filters: FILTERS,
    initialSort: { column: "theme_name", order: "asc" },
    sorts: [],
    select: SELECT,
    load: async (q, signal) => withBuiltIn(q, await call(themes.list, { q }, { signal })),
    nameOf: (row) => row.theme_name,
    addressOf: (row) => `${PATH}?edit=${row.id}`,
    rowActions: rowActions(options),
    bulkActions: bulkActions(options),
    isSelectable: (row) => !row.is_system,
    emptyIcon: Palette,
    empty: {
      title: t("No themes yet"),
      text: t("A theme sets colors, fonts and shapes for a dashboard or for everyone."),
    },
  };
}

/** Built-in themes come first, beside the stored ones of the first page. */
function withBuiltIn({ page = 0, filters = [] }: ListQuery, { count, result }: { count: number; result: ThemeRow[] }) {
  if (page > 0 || filters.length > 0) return { count, result };
  const own = builtInThemes();
  return { count: result.length < count ? count : count + own.length, result: [...own, ...result] };
}

const SELECT = [
  "id",
  "theme_name",
  "is_system",
  "is_system_default",
  "is_system_dark",
  "changed_on",
  "created_by.id",
  "created_by.first_name",
  "created_by.last_name",
];

function columnsOf(previewedId: number | undefined): ListDefinition<ThemeRow>["columns"] {
  return [
    {
      id: "theme_name",
      header: t("Name"),
      sort: "theme_name",
      cell: (row) => <Marks row={row} previewedId={previewedId} />,
    },
    {
      id: "created_by",
      header: t("Created by"),
      sort: "created_by.first_name",
      width: "28%",
      from: 640,
      cell: ({ created_by: by }) => (by ? `${by.first_name} ${by.last_name}`.trim() : null),
    },
    modifiedColumn({ width: "28%", from: 640 }),
    { id: "changed_by", header: t("Modified by") },
  ];
}

function Marks({ row, previewedId }: { row: ThemeRow; previewedId: number | undefined }) {
  return (
    <>
      {row.id === previewedId ? <Pill tone="warning">{t("Preview")}</Pill> : null}
      {row.is_system ? <Pill>{t("System")}</Pill> : null}
      {row.is_system_default ? <Pill tone="info">{t("Default")}</Pill> : null}
      {row.is_system_dark ? <Pill tone="info">{t("Dark")}</Pill> : null}
    </>
  );
}

function openActions(options: ThemeListOptions): RowAction<ThemeRow>[] {
  return [
    {
      key: "edit",
      label: t("Edit"),
      icon: PencilLine,
      inline: true,
      when: (row) => canEditTheme(row, options),
      run: options.onOpen,
    },
    {
      key: "view",
      label: t("View##verb"),
      icon: Eye,
      inline: true,
      when: (row) => !canEditTheme(row, options),
      run: options.onOpen,
    },
    {
      key: "copy",
      label: t("Copy"),
      icon: Copy,
      inline: true,
      when: () => options.canWrite,
      run: options.onCopy,
    },
  ];
}

function rowActions(options: ThemeListOptions): RowAction<ThemeRow>[] {
  const isPreviewed = (row: ThemeRow) => row.id === options.previewedId;
  const mark = (of: SystemMark, isSet: boolean, label: string): RowAction<ThemeRow> => ({
    key: `${of}-${isSet}`,
    label,
    icon: of === "is_system_dark" ? Moon : Sun,
    when: (row) => options.canWrite && options.isAdmin && row[of] !== isSet && !isBuiltIn(row),
    run: (row) => options.onMark(of, row, isSet),
  });
  return [
    ...openActions(options),
    {
      key: "try",
      label: t("Preview in this browser"),
      icon: SwatchBook,
      when: (row) => !isPreviewed(row) && !isBuiltIn(row),
      run: options.onTry,
    },
    {
      key: "leave",
      label: t("Stop preview"),
      icon: SwatchBook,
      when: isPreviewed,
      run: () => options.onTry(undefined),
    },
    mark("is_system_default", true, t("Set as default")),
    mark("is_system_default", false, t("Clear default")),
    mark("is_system_dark", true, t("Set as dark default")),
    mark("is_system_dark", false, t("Clear dark default")),
    {
      key: "export",
      label: t("Export"),
      icon: Download,
      when: (row) => options.canExport && !row.is_system,
      run: (row) => options.onExport([row]),
    },
    {
      ...DELETE,
      when: (row) => canDeleteTheme(row, options),
      run: (row) => options.onDelete([row]),
    },
  ];
}

function bulkActions(options: ThemeListOptions): BulkAction<ThemeRow>[] {
  return [
    ...(options.canExport ? [{ key: "export", label: t("Export"), icon: Download, run: options.onExport }] : []),
    ...(options.canWrite ? [{ ...DELETE, run: options.onDelete }] : []),
  ];
}
