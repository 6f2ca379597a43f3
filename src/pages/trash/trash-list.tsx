import { RotateCcw, Trash2 } from "lucide-react";
import { list, type TrashRow } from "../../api/trash/contract.ts";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { parseMoment } from "../../web/client/clock.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { KIND_ICONS } from "../../web/navigation/places.ts";

export const NOUN = { one: "deleted item", many: "deleted items" } as const;

export interface TrashActs {
  onRestore(rows: readonly TrashRow[], done?: () => void): void;
  onDelete(rows: readonly TrashRow[], done?: () => void): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
  {
    kind: "select",
    id: "type",
    key: "type",
    label: "Type",
    operator: "eq",
    options: [
      { value: "dashboard", text: "Dashboard" },
      { value: "chart", text: "Chart" },
      { value: "dataset", text: "Dataset" },
    ],
  },
];

const COLUMNS: ListDefinition<TrashRow>["columns"] = [
  { id: "name", header: "Name", sort: "name", cell: () => null },
  { id: "type", header: "Type", sort: "type", width: "14%", cell: (row) => <Kind type={row.type} /> },
  {
    id: "deleted_on",
    header: "Deleted",
    sort: "deleted_on",
    width: "18%",
    from: 640,
    below: true,
    cell: (row) => <RelativeTime at={row.deleted_on} short capitalized />,
  },
  { id: "deleted_by", header: "Deleted by", width: "18%", from: 960, cell: (row) => nameOf(row.deleted_by) },
  {
    id: "expires_on",
    header: "Kept until",
    width: "14%",
    from: 640,
    cell: (row) => dayOf(row.expires_on),
  },
];

/** The list of what was deleted. */
export function trashList({ onRestore, onDelete }: TrashActs): ListDefinition<TrashRow> {
  return {
    key: "trash",
    title: "Trash",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "deleted_on", order: "desc" },
    sorts: [],
    select: ["id", "type", "object_id", "name", "deleted_on", "deleted_by", "expires_on"],
    load: (q, signal) => call(list, { q }, { signal }),
    nameOf: (row) => row.name || "[ untitled ]",
    rowActions: [
      { key: "restore", label: "Restore", icon: RotateCcw, inline: true, run: (row) => onRestore([row]) },
      { key: "delete", label: "Delete for good", icon: Trash2, danger: true, run: (row) => onDelete([row]) },
    ],
    bulkActions: [
      { key: "restore", label: "Restore", icon: RotateCcw, run: onRestore },
      { key: "delete", label: "Delete for good", icon: Trash2, danger: true, run: onDelete },
    ],
    emptyIcon: Trash2,
    empty: {
      title: "The trash is empty",
      text: "Dashboards, charts and datasets that you delete stay here for a while and can be restored.",
    },
  };
}

function Kind({ type }: Pick<TrashRow, "type">) {
  if (!type) return null;
  const Icon = KIND_ICONS[type];
  return <Pill icon={<Icon size={12} />}>{`${type.charAt(0).toUpperCase()}${type.slice(1)}`}</Pill>;
}

function nameOf(person: TrashRow["deleted_by"]): string {
  return person ? `${person.first_name} ${person.last_name}`.trim() : "";
}

/** `22 Dec 2026`, where the person is. */
function dayOf(moment: string | undefined): string {
  if (!moment) return "";
  const style = { day: "numeric", month: "short", year: "numeric" } as const;
  return new Date(parseMoment(moment)).toLocaleDateString("en-GB", style);
}
