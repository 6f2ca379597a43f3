import { RotateCcw, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { list, remove, restore, type TrashRow } from "../../api/trash/contract.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { parseMoment } from "../../web/client/clock.ts";
import { queryClient } from "../../web/client/query.ts";
import { NoAccess } from "../../web/components/NoAccess.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { KIND_ICONS, visiblePlaces } from "../../web/navigation/places.ts";
import { toast } from "../../web/toasts/toasts.ts";

interface PendingDelete {
  rows: readonly TrashRow[];
  done?: (() => void) | undefined;
}

export function TrashPage() {
  const [pendingDelete, setPendingDelete] = useState<PendingDelete>();
  const definition = useMemo(
    () =>
      trashList({
        onRestore: (rows, done) => void forAll(rows, RESTORE).then(done),
        onDelete: (rows, done) => setPendingDelete({ rows, done }),
      }),
    [],
  );
  if (!visiblePlaces().some((place) => place.path === "/trash/")) {
    return (
      <NoAccess
        title="You don't have access to the trash"
        text="Deleted dashboards, charts and datasets are kept here for 30 days."
      />
    );
  }
  return (
    <ListView definition={definition}>
      {pendingDelete ? <PermanentDelete {...pendingDelete} onClose={() => setPendingDelete(undefined)} /> : null}
    </ListView>
  );
}

function PermanentDelete({ rows, done, onClose }: PendingDelete & { onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const [only] = rows;
  const what = rows.length === 1 && only ? only.name : `${rows.length} items`;
  const confirm = async () => {
    setBusy(true);
    await forAll(rows, DELETE);
    onClose();
    done?.();
  };
  return (
    <ConfirmDelete
      open
      title={rows.length === 1 ? "Delete permanently?" : `Permanently delete ${rows.length} items?`}
      verb="Delete permanently"
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <strong>{what}</strong> and all versions of {rows.length === 1 ? "it" : "them"} will be permanently deleted.
        This can't be undone.
      </p>
    </ConfirmDelete>
  );
}

interface Operation {
  run(id: number): Promise<unknown>;
  done: string;
  failed(name: string, why: string): string;
}

const RESTORE: Operation = {
  run: (id) => call(restore, { params: { id } }),
  done: "Restored",
  failed: (name, why) => `Failed to restore ${name}: ${why}`,
};
const DELETE: Operation = {
  run: (id) => call(remove, { params: { id } }),
  done: "Deleted",
  failed: (name, why) => `There was an issue deleting ${name}: ${why}`,
};

/** Runs in sequence, datasets first, as charts need them. Reports successes and failures. */
async function forAll(rows: readonly TrashRow[], { run, done, failed }: Operation): Promise<void> {
  const names: string[] = [];
  for (const row of [...rows].sort((a, b) => orderOf(a) - orderOf(b))) {
    try {
      await run(row.id);
      names.push(row.name ?? "");
    } catch (error) {
      toast.error(error, (why) => failed(row.name ?? "", why));
    }
  }
  if (names.length > 0) toast.success(`${done}: ${names.length === 1 ? names[0] : `${names.length} items`}`);
  for (const key of ["trash", "dashboards", "charts", "datasets", "favorites", "recents", "home"]) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

const orderOf = ({ type }: TrashRow) => ["dataset", "chart", "dashboard"].indexOf(type ?? "dashboard");

const NOUN = { one: "deleted item", many: "deleted items" } as const;

interface TrashActions {
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
    header: "Expires",
    width: "14%",
    from: 640,
    cell: (row) => dayOf(row.expires_on),
  },
];

function trashList({ onRestore, onDelete }: TrashActions): ListDefinition<TrashRow> {
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
      { key: "delete", label: "Delete permanently", icon: Trash2, danger: true, run: (row) => onDelete([row]) },
    ],
    bulkActions: [
      { key: "restore", label: "Restore", icon: RotateCcw, run: onRestore },
      { key: "delete", label: "Delete permanently", icon: Trash2, danger: true, run: onDelete },
    ],
    emptyIcon: Trash2,
    empty: {
      title: "The trash is empty",
      text: "Deleted dashboards, charts and datasets stay here for a while and can be restored.",
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

function dayOf(moment: string | undefined): string {
  if (!moment) return "";
  const style = { day: "numeric", month: "short", year: "numeric" } as const;
  return new Date(parseMoment(moment)).toLocaleDateString("en-GB", style);
}
