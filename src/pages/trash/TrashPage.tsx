import { useMemo, useState } from "react";
import { remove, restore, type TrashRow } from "../../api/trash/contract.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { call } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { NoAccess } from "../../web/components/NoAccess.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { visiblePlaces } from "../../web/navigation/places.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { trashList } from "./trash-list.tsx";

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
        title="You do not have access to the trash"
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
