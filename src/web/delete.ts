import { useQueryClient } from "@tanstack/react-query";
import type { Operation } from "../model/operation.ts";
import { call } from "./client.ts";
import { toApiError } from "./errors.ts";
import { toast } from "./toasts.ts";

export interface Named {
  id: number;
  name: string;
}

/** Deletes one or several things and says so in the specification's words. True when it is done. */
export function useDelete(contract: { remove: Operation; removeMany: Operation }, key: string) {
  const queries = useQueryClient();
  return async (things: readonly Named[], noun: { one: string; many: string }): Promise<boolean> => {
    const [only] = things;
    const what = things.length === 1 && only ? only.name : `${things.length} ${noun.many}`;
    try {
      if (things.length === 1 && only) await call(contract.remove, { params: { id: only.id } } as never);
      else await call(contract.removeMany, { q: things.map((thing) => thing.id) } as never);
      toast.success(`Deleted: ${what}`);
      return true;
    } catch (error) {
      toast.error(error, (message) => `There was an issue deleting ${what}: ${message}`);
      return toApiError(error).status === 404;
    } finally {
      for (const each of [key, "favorites", "recents", "home"]) await queries.invalidateQueries({ queryKey: [each] });
    }
  };
}
