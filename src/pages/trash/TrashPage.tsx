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

interface Doomed {
  rows: readonly TrashRow[];
  done?: (() => void) | undefined;
}

/** What was deleted and can still be had back. */
export function TrashPage() {
  const [doomed, setDoomed] = useState<Doomed>();
  const definition = useMemo(
    () =>
      trashList({
        onRestore: (rows, done) => void forAll(rows, RESTORE).then(done),
        onDelete: (rows, done) => setDoomed({ rows, done }),
      }),
    [],
  );
  if (!visiblePlaces().some((place) => place.path === "/trash/")) {
    return (
      <NoAccess
        title="You don't have access to the trash"
        text="It holds what people who may change dashboards, charts or datasets have deleted."
      />
    );
  }
  return (
    <ListView definition={definition}>
      {doomed ? <DeleteForGood {...doomed} onClose={() => setDoomed(undefined)} /> : null}
    </ListView>
  );
}

function DeleteForGood({ rows, done, onClose }: Doomed & { onClose(): void }) {
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
      title={rows.length === 1 ? "Delete for good?" : `Delete ${rows.length} items for good?`}
      verb="Delete for good"
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <strong>{what}</strong> and every version of {rows.length === 1 ? "it" : "them"} will be gone. Nobody can bring
        that back.
      </p>
    </ConfirmDelete>
  );
}

interface Act {
  run(id: number): Promise<unknown>;
  done: string;
  failed(name: string, why: string): string;
}

const RESTORE: Act = {
  run: (id) => call(restore, { params: { id } }),
  done: "Restored",
  failed: (name, why) => `${name} could not be restored: ${why}`,
};
const DELETE: Act = {
  run: (id) => call(remove, { params: { id } }),
  done: "Deleted",
  failed: (name, why) => `There was an issue deleting ${name}: ${why}`,
};

/** One after the other, datasets first, as charts need them; says what was done and what was not. */
async function forAll(rows: readonly TrashRow[], { run, done, failed }: Act): Promise<void> {
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

interface TrashActs {
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
function trashList({ onRestore, onDelete }: TrashActs): ListDefinition<TrashRow> {
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
