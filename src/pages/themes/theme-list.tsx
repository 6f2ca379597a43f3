import { Download, Eye, Moon, Palette, PencilLine, Sun, SwatchBook } from "lucide-react";
import type { z } from "zod";
import * as themes from "../../api/theme/contract.ts";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import type { BulkAction, ListDefinition, ListFilter, RowAction } from "../../web/list-view/definition.ts";
import { DELETE, modifiedByFilter, modifiedColumn } from "../../web/list-view/standard.tsx";

export type ThemeRow = z.infer<typeof themes.Theme>;
export type SystemMark = "is_system_default" | "is_system_dark";

export const NOUN = { one: "theme", many: "themes" } as const;
export const LIST_KEY = "themes";
export const PATH = "/theme/list/";

export interface ThemeActs {
  mayWrite: boolean;
  mayExport: boolean;
  isAdmin: boolean;
  userId: number;
  /** The theme that this browser shows. */
  triedId: number | undefined;
  onOpen(row: ThemeRow): void;
  onTry(row: ThemeRow | undefined): void;
  onExport(rows: readonly ThemeRow[]): void;
  onMark(mark: SystemMark, row: ThemeRow, isGiven: boolean): void;
  onDelete(rows: readonly ThemeRow[], done?: () => void): void;
}

type Whose = Pick<ThemeActs, "mayWrite" | "isAdmin" | "userId">;

const isEverybodys = (row: Pick<ThemeRow, SystemMark>) => row.is_system_default || row.is_system_dark;

/** A theme is changed by whoever made it and by administrators; by them alone while it is everybody's. */
export function mayChange(row: Partial<ThemeRow>, { mayWrite, isAdmin, userId }: Whose): boolean {
  if (!mayWrite || row.is_system) return false;
  return isAdmin || (!row.is_system_default && !row.is_system_dark && row.created_by?.id === userId);
}

export const mayDelete = (row: ThemeRow, whose: Whose) => mayChange(row, whose) && !isEverybodys(row);

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "theme_name", key: "search", label: "Name or token", operator: "theme_all_text" },
  modifiedByFilter(themes.related),
];

/** The themes that people wrote and that came with the product. */
export function themeList(acts: ThemeActs): ListDefinition<ThemeRow> {
  return {
    key: LIST_KEY,
    title: "Themes",
    noun: NOUN,
    columns: columnsOf(acts.triedId),
    filters: FILTERS,
    initialSort: { column: "theme_name", order: "asc" },
    sorts: [],
    select: SELECT,
    load: (q, signal) => call(themes.list, { q }, { signal }),
    nameOf: (row) => row.theme_name,
    addressOf: (row) => `${PATH}?edit=${row.id}`,
    rowActions: rowActions(acts),
    bulkActions: bulkActions(acts),
    emptyIcon: Palette,
    empty: {
      title: "No themes yet",
      text: "A theme gives colors, type and shapes to one dashboard, or to the whole product for everybody.",
    },
  };
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

function columnsOf(triedId: number | undefined): ListDefinition<ThemeRow>["columns"] {
  return [
    { id: "theme_name", header: "Name", sort: "theme_name", cell: (row) => <Marks row={row} triedId={triedId} /> },
    {
      id: "created_by",
      header: "Made by",
      sort: "created_by.first_name",
      width: "28%",
      from: 640,
      cell: ({ created_by: by }) => (by ? `${by.first_name} ${by.last_name}`.trim() : null),
    },
    modifiedColumn({ width: "28%", from: 640 }),
    { id: "changed_by", header: "Modified by" },
  ];
}

function Marks({ row, triedId }: { row: ThemeRow; triedId: number | undefined }) {
  return (
    <>
      {row.id === triedId ? <Pill tone="warning">Tried here</Pill> : null}
      {row.is_system ? <Pill>System</Pill> : null}
      {row.is_system_default ? <Pill tone="info">Default</Pill> : null}
      {row.is_system_dark ? <Pill tone="info">Dark</Pill> : null}
    </>
  );
}

function rowActions(acts: ThemeActs): RowAction<ThemeRow>[] {
  const isTried = (row: ThemeRow) => row.id === acts.triedId;
  const mark = (of: SystemMark, isGiven: boolean, label: string): RowAction<ThemeRow> => ({
    key: `${of}-${isGiven}`,
    label,
    icon: of === "is_system_dark" ? Moon : Sun,
    when: (row) => acts.mayWrite && acts.isAdmin && row[of] !== isGiven,
    run: (row) => acts.onMark(of, row, isGiven),
  });
  return [
    {
      key: "edit",
      label: "Edit",
      icon: PencilLine,
      inline: true,
      when: (row) => mayChange(row, acts),
      run: acts.onOpen,
    },
    { key: "view", label: "View", icon: Eye, inline: true, when: (row) => !mayChange(row, acts), run: acts.onOpen },
    { key: "try", label: "Try in this browser", icon: SwatchBook, when: (row) => !isTried(row), run: acts.onTry },
    { key: "leave", label: "Stop trying", icon: SwatchBook, when: isTried, run: () => acts.onTry(undefined) },
    mark("is_system_default", true, "Set as default"),
    mark("is_system_default", false, "Clear default"),
    mark("is_system_dark", true, "Set as dark default"),
    mark("is_system_dark", false, "Clear dark default"),
    {
      key: "export",
      label: "Export",
      icon: Download,
      when: (row) => acts.mayExport && !row.is_system,
      run: (row) => acts.onExport([row]),
    },
    {
      ...DELETE,
      when: (row) => mayDelete(row, acts),
      run: (row) => acts.onDelete([row]),
    },
  ];
}

function bulkActions(acts: ThemeActs): BulkAction<ThemeRow>[] {
  return [
    ...(acts.mayExport ? [{ key: "export", label: "Export", icon: Download, run: acts.onExport }] : []),
    ...(acts.mayWrite ? [{ ...DELETE, run: acts.onDelete }] : []),
  ];
}
