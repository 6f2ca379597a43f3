import { useQueryClient } from "@tanstack/react-query";
import * as trash from "../../api/trash/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Operation } from "../../model/operation.ts";
import { call } from "../client/client.ts";
import { toApiError } from "../client/errors.ts";
import { type DeletableNoun, NOUN_TEXTS } from "../list-view/noun-texts.ts";
import { toast } from "../toasts/toasts.ts";

export interface Named {
  id: number;
  name: string;
}

export type TrashNoun = "chart" | "dashboard" | "dataset";

interface DeleteOptions {
  key: string;
  toTrash?: TrashNoun | undefined;
  /** Bulk delete takes names instead of IDs. */
  byName?: boolean | undefined;
}

/**
 * Deletes items and shows a toast, one by one if the API has no bulk delete. True on success. Items in the trash get an
 * Undo action.
 */
export function useDelete(
  contract: { remove: Operation; removeMany?: Operation },
  { key, toTrash, byName = false }: DeleteOptions,
) {
  const queries = useQueryClient();
  return async (targets: readonly Named[], noun: DeletableNoun): Promise<boolean> => {
    const [only] = targets;
    const items = targets.length === 1 && only ? only.name : NOUN_TEXTS[noun.one].items(targets.length);
    try {
      if (targets.length > 1 && contract.removeMany) {
        await call(contract.removeMany, { q: targets.map((item) => (byName ? item.name : item.id)) } as never);
      } else for (const { id } of targets) await call(contract.remove, { params: { id } } as never);
      const refresh = () => queries.invalidateQueries({ queryKey: [key] });
      const undo = { label: t("Undo"), run: () => void restoreDeleted(targets, toTrash, refresh) };
      toast.success(t("Deleted: {items}", { items }), toTrash ? { action: undo } : {});
      return true;
    } catch (error) {
      toast.error(error, (message) =>
        only && targets.length === 1
          ? t("There was an issue deleting {name}: {message}", { name: only.name, message })
          : t("There was an issue deleting: {message}", { message }),
      );
      return toApiError(error).status === 404;
    } finally {
      for (const each of [key, "trash", "favorites", "recents", "home"])
        await queries.invalidateQueries({ queryKey: [each] });
    }
  };
}

/** Limited by URL length and page size of the trash. */
const BATCH = 100;

async function restoreDeleted(items: readonly Named[], type: TrashNoun | undefined, refresh: () => Promise<void>) {
  try {
    for (let from = 0; from < items.length; from += BATCH) {
      const value = items.slice(from, from + BATCH).map((item) => item.id);
      const filters = [
        { col: "type", opr: "eq", value: type },
        { col: "object_id", opr: "in", value },
      ];
      const { result } = await call(trash.list, { q: { filters, page: 0, page_size: BATCH } });
      for (const row of result) await call(trash.restore, { params: { id: row.id } });
    }
    toast.success(
      items.length === 1
        ? t("Restored: {name}", { name: items[0]?.name ?? "" })
        : t("{count, plural, one {Restored: # item} other {Restored: # items}}", { count: items.length }),
    );
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}
