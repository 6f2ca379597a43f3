import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import type { Operation } from "../../model/operation.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { type DeletableNoun, NOUN_TEXTS } from "../list-view/noun-texts.ts";
import { can } from "../session/session.ts";
import { type Named, type TrashNoun, useDelete } from "./delete.ts";

const Impact = lazyComponent(async () => (await import("../components/Impact.tsx")).Impact);

export interface DeleteDialogProps {
  items: readonly Named[];
  noun: DeletableNoun;
  contract: { remove: Operation; removeMany?: Operation };
  listKey: string;
  toTrash?: TrashNoun;
  note?: string | undefined;
  byName?: boolean;
  consequences?(signal: AbortSignal): Promise<string>;
  onClose(): void;
  onDeleted?(): void;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { items, noun, contract, listKey, consequences, toTrash, note, byName, onClose, onDeleted } = props;
  const [busy, setBusy] = useState(false);
  const remove = useDelete(contract, { key: listKey, toTrash, byName });
  const { data, isPending } = useQuery({
    queryKey: [listKey, "consequences", items.map((item) => item.id)],
    enabled: consequences !== undefined,
    queryFn: ({ signal }) => consequences?.(signal) ?? "",
  });
  const [only] = items;
  const texts = NOUN_TEXTS[noun.one];
  const confirm = async () => {
    setBusy(true);
    const done = await remove(items, noun);
    setBusy(false);
    onClose();
    if (done) onDeleted?.();
  };
  return (
    <ConfirmDelete
      open
      title={texts.deleteTitle(items.length)}
      verb={texts.deleteVerb(items.length)}
      busy={busy}
      {...(breaksNothing(toTrash) ? { word: null } : {})}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {items.length === 1
          ? onlyText(only?.name ?? "", toTrash !== undefined)
          : itemsText(texts.items(items.length), toTrash !== undefined)}
      </p>
      {note ? <p>{note}</p> : null}
      {consequences === undefined ? null : isPending ? <SkeletonLines lines={1} /> : <p>{data}</p>}
      {toTrash && can("can_read", "Dataset") ? (
        <Impact
          change={{ kind: toTrash, ids: items.map(({ id }) => id), deleted: true }}
          saysNone={consequences === undefined}
        />
      ) : null}
    </ConfirmDelete>
  );
}

/** Charts stop working without their dataset, also if it can be restored. */
const breaksNothing = (toTrash: TrashNoun | undefined) => toTrash === "chart" || toTrash === "dashboard";

function onlyText(name: string, toTrash: boolean): ReactNode {
  const strong = (text: ReactNode) => <strong>{text}</strong>;
  return toTrash
    ? rich("<strong>{name}</strong> will be moved to the trash and can be restored from there.", { name, strong })
    : rich("<strong>{name}</strong> will be permanently deleted.", { name, strong });
}

const itemsText = (items: string, toTrash: boolean) =>
  toTrash
    ? t("{items} will be moved to the trash and can be restored from there.", { items })
    : t("{items} will be permanently deleted.", { items });
