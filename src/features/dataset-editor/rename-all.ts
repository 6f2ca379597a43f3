import * as contract from "../../api/dataset/contract.ts";
import { rename } from "../../api/lineage/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { saveWithConfirm } from "../overwrite/index.ts";
import { type DatasetDraft, isSourceChanged, updateOf } from "./draft.ts";
import type { ItemRename } from "./impact.ts";

interface Renaming {
  before: DatasetDraft;
  draft: DatasetDraft;
  renames: readonly ItemRename[];
}

/**
 * Uses the new names in everything that names the items, before the rest is saved. Returns the state after it, which
 * the rest is based on.
 */
export async function renameAll(dataset: Dataset, { before, draft, renames }: Renaming): Promise<string | undefined> {
  const { id } = dataset;
  let state = typeof dataset.changed_on === "string" ? dataset.changed_on : undefined;
  // New columns have to be in the stored query.
  if (isSourceChanged(before, draft)) {
    const source = { ...draft, columns: before.columns, metrics: before.metrics, folders: before.folders };
    const args = { params: { id }, query: {}, body: updateOf(before, source) };
    await saveWithConfirm({ noun: "dataset", id }, state, (basedOn) => call(contract.update, args, { basedOn }));
  }
  let left = 0;
  for (const { kind, from, to } of renames) {
    const { result } = await call(rename, { body: { dataset_id: id, kind, from, to } });
    const hidden = Object.values(result.hidden).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    left += result.left.length + hidden;
  }
  if (left > 0)
    toast.warning(
      t(
        "{count, plural, one {# item still uses the old name: you can't edit it, or its SQL must be changed by hand.} other {# items still use the old names: you can't edit them, or their SQL must be changed by hand.}}",
        { count: left },
      ),
    );
  const { result } = await call(contract.show, { params: { id: `${id}` } });
  state = typeof result.changed_on === "string" ? result.changed_on : undefined;
  return state;
}
