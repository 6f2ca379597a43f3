import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operation } from "../../model/operation.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { type Named, type TrashNoun, useDelete } from "./delete.ts";

export interface DeleteDialogProps {
  things: readonly Named[];
  noun: { one: string; many: string };
  contract: { remove: Operation; removeMany?: Operation };
  /** Query key of the list to refresh. */
  listKey: string;
  toTrash?: TrashNoun;
  /** Bulk delete takes names instead of IDs. */
  byName?: boolean;
  /** Text about what depends on them. */
  consequences?(signal: AbortSignal): Promise<string>;
  onClose(): void;
  onDeleted?(): void;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { things, noun, contract, listKey, consequences, toTrash, byName, onClose, onDeleted } = props;
  const [busy, setBusy] = useState(false);
  const remove = useDelete(contract, { key: listKey, toTrash, byName });
  const { data, isPending } = useQuery({
    queryKey: [listKey, "consequences", things.map((thing) => thing.id)],
    enabled: consequences !== undefined,
    queryFn: ({ signal }) => consequences?.(signal) ?? "",
  });
  const [only] = things;
  const what = things.length === 1 ? noun.one : `${things.length} ${noun.many}`;
  const confirm = async () => {
    setBusy(true);
    const done = await remove(things, noun);
    setBusy(false);
    onClose();
    if (done) onDeleted?.();
  };
  return (
    <ConfirmDelete
      open
      title={`Delete ${what}?`}
      verb={`Delete ${what}`}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {things.length === 1 ? <strong>{only?.name}</strong> : `${things.length} ${noun.many}`}{" "}
        {toTrash ? "will be moved to the trash and can be restored from there." : "will be permanently deleted."}
      </p>
      {consequences === undefined ? null : isPending ? <SkeletonLines lines={1} /> : <p>{data}</p>}
    </ConfirmDelete>
  );
}
