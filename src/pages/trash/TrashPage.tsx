import { RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { list, remove, restore, type TrashRow } from "../../api/trash/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { dateText, parseMoment } from "../../web/client/clock.ts";
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
        title={t("You don't have access to the trash")}
        text={t("Deleted dashboards, charts and datasets are kept here for 30 days.")}
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
  const count = rows.length;
  const strong = (inside: ReactNode) => <strong>{inside}</strong>;
  const confirm = async () => {
    setBusy(true);
    await forAll(rows, DELETE);
    onClose();
    done?.();
  };
  return (
    <ConfirmDelete
      open
      title={
        count === 1
          ? t("Delete permanently?")
          : t("Permanently delete {count, plural, one {# item} other {# items}}?", { count })
      }
      verb={t("Delete permanently")}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {count === 1
          ? rich("<strong>{name}</strong> and all its versions will be permanently deleted. This can't be undone.", {
              name: only?.name ?? "",
              strong,
            })
          : rich(
              "<strong>{count, plural, one {# item} other {# items}}</strong> and all their versions will be permanently deleted. This can't be undone.",
              { count, strong },
            )}
      </p>
    </ConfirmDelete>
  );
}

interface Operation {
  run(id: number): Promise<unknown>;
  done(name: string): string;
  manyDone(count: number): string;
  failed(name: string, why: string): string;
}

const RESTORE: Operation = {
  run: (id) => call(restore, { params: { id } }),
  done: (name) => t("Restored: {name}", { name }),
  manyDone: (count) => t("Restored: {count, plural, one {# item} other {# items}}", { count }),
  failed: (name, why) => t("Failed to restore {name}: {why}", { name, why }),
};
const DELETE: Operation = {
  run: (id) => call(remove, { params: { id } }),
  done: (name) => t("Deleted: {name}", { name }),
  manyDone: (count) => t("Deleted: {count, plural, one {# item} other {# items}}", { count }),
  failed: (name, why) => t("There was an issue deleting {name}: {why}", { name, why }),
};

/** Runs in sequence, datasets first, as charts need them. Reports successes and failures. */
async function forAll(rows: readonly TrashRow[], { run, done, manyDone, failed }: Operation): Promise<void> {
  const names: string[] = [];
  for (const row of [...rows].sort((a, b) => orderOf(a) - orderOf(b))) {
    try {
      await run(row.id);
      names.push(row.name ?? "");
    } catch (error) {
      toast.error(error, (why) => failed(row.name ?? "", why));
    }
  }
  const [name = ""] = names;
  if (names.length > 0) toast.success(names.length === 1 ? done(name) : manyDone(names.length));
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

const KIND_NAMES = { dashboard: t("Dashboard"), chart: t("Chart"), dataset: t("Dataset") } as const;

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: t("Name"), operator: "ct" },
  {
    kind: "select",
    id: "type",
    key: "type",
    label: t("Type"),
    operator: "eq",
    options: Object.entries(KIND_NAMES).map(([value, text]) => ({ value, text })),
  },
];

const COLUMNS: ListDefinition<TrashRow>["columns"] = [
  { id: "name", header: t("Name"), sort: "name", cell: () => null },
  {
    id: "type",
    header: t("Type"),
    sort: "type",
    width: "14%",
    from: 640,
    below: true,
    cell: (row) => <Kind type={row.type} />,
  },
  {
    id: "deleted_on",
    header: t("Deleted##column"),
    sort: "deleted_on",
    width: "18%",
    from: 640,
    below: true,
    cell: (row) => <RelativeTime at={row.deleted_on} short capitalized />,
  },
  { id: "deleted_by", header: t("Deleted by"), width: "18%", from: 960, cell: (row) => nameOf(row.deleted_by) },
  {
    id: "expires_on",
    header: t("Expires##column"),
    width: "14%",
    from: 640,
    cell: (row) => dayOf(row.expires_on),
  },
];

function trashList({ onRestore, onDelete }: TrashActions): ListDefinition<TrashRow> {
  return {
    key: "trash",
    title: t("Trash"),
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "deleted_on", order: "desc" },
    sorts: [],
    select: ["id", "type", "object_id", "name", "deleted_on", "deleted_by", "expires_on"],
    load: (q, signal) => call(list, { q }, { signal }),
    nameOf: (row) => row.name || t("[ untitled ]"),
    rowActions: [
      { key: "restore", label: t("Restore"), icon: RotateCcw, inline: true, run: (row) => onRestore([row]) },
      { key: "delete", label: t("Delete permanently"), icon: Trash2, danger: true, run: (row) => onDelete([row]) },
    ],
    bulkActions: [
      { key: "restore", label: t("Restore"), icon: RotateCcw, run: onRestore },
      { key: "delete", label: t("Delete permanently"), icon: Trash2, danger: true, run: onDelete },
    ],
    emptyIcon: Trash2,
    empty: {
      title: t("The trash is empty"),
      text: t("Deleted dashboards, charts and datasets stay here for 30 days and can be restored."),
    },
  };
}

function Kind({ type }: Pick<TrashRow, "type">) {
  if (!type) return null;
  const Icon = KIND_ICONS[type];
  return <Pill icon={<Icon size={12} />}>{KIND_NAMES[type]}</Pill>;
}

function nameOf(person: TrashRow["deleted_by"]): string {
  return person ? `${person.first_name} ${person.last_name}`.trim() : "";
}

function dayOf(moment: string | undefined): string {
  if (!moment) return "";
  return dateText(new Date(parseMoment(moment)), { dateStyle: "medium" });
}
