import { useQueryClient } from "@tanstack/react-query";
import * as trash from "../../api/trash/contract.ts";
import type { Operation } from "../../model/operation.ts";
import { call } from "../client/client.ts";
import { toApiError } from "../client/errors.ts";
import { toast } from "../toasts/toasts.ts";

export interface Named {
  id: number;
  name: string;
}

export type TrashNoun = "chart" | "dashboard" | "dataset";

interface DeleteOptions {
  /** Query key of the list they stand in. */
  key: string;
  toTrash?: TrashNoun | undefined;
  /** Several are told by their names, not by their ids. */
  byName?: boolean | undefined;
}

/**
 * Deletes one or several things and says so in the specification's words; one by one where the API takes no list. True
 * when it is done. What is in the trash then can be had back at once.
 */
export function useDelete(
  contract: { remove: Operation; removeMany?: Operation },
  { key, toTrash, byName = false }: DeleteOptions,
) {
  const queries = useQueryClient();
  return async (things: readonly Named[], noun: { one: string; many: string }): Promise<boolean> => {
    const [only] = things;
    const what = things.length === 1 && only ? only.name : `${things.length} ${noun.many}`;
    try {
      if (things.length > 1 && contract.removeMany) {
        await call(contract.removeMany, { q: things.map((thing) => (byName ? thing.name : thing.id)) } as never);
      } else for (const { id } of things) await call(contract.remove, { params: { id } } as never);
      const refresh = () => queries.invalidateQueries({ queryKey: [key] });
      const undo = { label: "Undo", run: () => void putBack(things, toTrash, refresh) };
      toast.success(`Deleted: ${what}`, toTrash ? { action: undo } : {});
      return true;
    } catch (error) {
      toast.error(
        error,
        (message) => `There was an issue deleting${only && things.length === 1 ? ` ${only.name}` : ""}: ${message}`,
      );
      return toApiError(error).status === 404;
    } finally {
      for (const each of [key, "trash", "favorites", "recents", "home"])
        await queries.invalidateQueries({ queryKey: [each] });
    }
  };
}

/** At once: the addresses of calls are not endless, nor are pages of the trash. */
const BATCH = 100;

/** Restores what was just deleted. */
async function putBack(things: readonly Named[], type: TrashNoun | undefined, refresh: () => Promise<void>) {
  try {
    for (let from = 0; from < things.length; from += BATCH) {
      const value = things.slice(from, from + BATCH).map((thing) => thing.id);
      const filters = [
        { col: "type", opr: "eq", value: type },
        { col: "object_id", opr: "in", value },
      ];
      const { result } = await call(trash.list, { q: { filters, page: 0, page_size: BATCH } });
      for (const row of result) await call(trash.restore, { params: { id: row.id } });
    }
    toast.success(things.length === 1 ? `Restored: ${things[0]?.name}` : `Restored: ${things.length} items`);
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}
