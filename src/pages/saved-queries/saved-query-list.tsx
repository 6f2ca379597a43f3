import { Button } from "antd";
import { Download, Link2, Plus, SquareTerminal, Tag, Trash2 } from "lucide-react";
import type { SavedQueryRow } from "../../api/saved-query/contract.ts";
import * as savedQuery from "../../api/saved-query/contract.ts";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { choicesFrom, tagChoices } from "../../web/list-view/choices.ts";
import type { BulkAction, ListDefinition, ListFilter, RowAction } from "../../web/list-view/definition.ts";
import { TagPills } from "../../web/list-view/TagPills.tsx";

export const LIST_KEY = "saved-queries";
export const NOUN = { one: "saved query", many: "saved queries" } as const;

export interface SavedQueryActs {
  mayWrite: boolean;
  mayExport: boolean;
  mayTag: boolean;
  onCopyLink(row: SavedQueryRow): void;
  onDelete(rows: readonly SavedQueryRow[], done?: () => void): void;
  onExport(rows: readonly SavedQueryRow[]): void;
  onNew(): void;
  onTag(rows: readonly SavedQueryRow[], done: () => void): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "label", key: "search", label: "Name or SQL", operator: "all_text" },
  {
    kind: "select",
    id: "database",
    key: "database",
    label: "Database",
    operator: "rel_o_m",
    options: choicesFrom(savedQuery.related, "database"),
  },
  {
    kind: "select",
    id: "schema",
    key: "schema",
    label: "Schema",
    operator: "eq",
    options: choicesFrom(savedQuery.distinct, "schema"),
  },
  { kind: "select", id: "tags", key: "tag", label: "Tag", operator: "saved_query_tag_id", options: tagChoices },
];

const COLUMNS: ListDefinition<SavedQueryRow>["columns"] = [
  { id: "label", header: "Name", sort: "label", cell: (row) => row.description },
  {
    id: "database",
    header: "Database",
    sort: "database.database_name",
    width: "16%",
    from: 640,
    below: true,
    cell: (row) => row.database?.database_name,
  },
  { id: "schema", header: "Schema", sort: "schema", width: "12%", from: 640, cell: (row) => row.schema },
  {
    id: "sql_tables",
    header: "Tables",
    width: "22%",
    from: 960,
    cell: (row) => (row.sql_tables ?? []).map(({ table }) => table).join(", "),
  },
  { id: "tags", header: "Tags", width: "14%", from: 1200, cell: (row) => <TagPills tags={row.tags} /> },
  {
    id: "changed_on_delta_humanized",
    header: "Last modified",
    sort: "changed_on_delta_humanized",
    width: "16%",
    from: 640,
    below: true,
    cell: (row) => <RelativeTime at={row.changed_on} short capitalized />,
  },
];

/** The list of one's own saved queries; they open in SQL Lab. */
export function savedQueryList(acts: SavedQueryActs): ListDefinition<SavedQueryRow> {
  return {
    key: LIST_KEY,
    title: "Saved queries",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "changed_on_delta_humanized", order: "desc" },
    sorts: [],
    select: [
      "id",
      "label",
      "description",
      "schema",
      "sql_tables",
      "database",
      "changed_on",
      "changed_on_delta_humanized",
      "tags.id",
      "tags.name",
      "tags.type",
    ],
    load: (q, signal) => call(savedQuery.list, { q }, { signal }),
    nameOf: (row) => row.label || "[ untitled ]",
    addressOf: (row) => `/sqllab/?savedQueryId=${row.id}`,
    rowActions: rowActions(acts),
    bulkActions: bulkActions(acts),
    emptyIcon: SquareTerminal,
    empty: {
      title: "No saved queries yet",
      text: "Save a query in SQL Lab to reuse it, share it or build a dataset on it.",
      action: (
        <Button type="primary" icon={<Plus size={16} />} onClick={acts.onNew}>
          New query
        </Button>
      ),
    },
  };
}

const REMOVE = { key: "delete", label: "Delete", icon: Trash2, danger: true } as const;
const EXPORT = { key: "export", label: "Export", icon: Download } as const;

function rowActions({
  mayWrite,
  mayExport,
  onCopyLink,
  onExport,
  onDelete,
}: SavedQueryActs): RowAction<SavedQueryRow>[] {
  return [
    { key: "link", label: "Copy link", icon: Link2, inline: true, run: onCopyLink },
    { ...EXPORT, when: () => mayExport, run: (row) => onExport([row]) },
    { ...REMOVE, when: () => mayWrite, run: (row) => onDelete([row]) },
  ];
}

function bulkActions(acts: SavedQueryActs): BulkAction<SavedQueryRow>[] {
  const { mayWrite, mayExport, mayTag, onExport, onTag, onDelete } = acts;
  return [
    ...(mayExport ? [{ ...EXPORT, run: onExport }] : []),
    ...(mayTag ? [{ key: "tag", label: "Add tags", icon: Tag, run: onTag }] : []),
    ...(mayWrite ? [{ ...REMOVE, run: onDelete }] : []),
  ];
}
