import { list } from "../api/tag/contract.ts";
import type { Tag } from "../model/resource.ts";
import { call } from "./client.ts";

/** What ends a name where several are pasted. */
export const TAG_SEPARATORS = [",", "\n", "\t", ";"];

/** The first hundred tags by name that people wrote; those that the product keeps itself are not given by hand. */
export async function writtenTags(text: string, signal: AbortSignal): Promise<Tag[]> {
  const filters = [
    { col: "type", opr: "custom_tag", value: true },
    ...(text ? [{ col: "name", opr: "ct", value: text }] : []),
  ];
  const q = { filters, order_column: "name", order_direction: "asc" as const, page: 0, page_size: 100 };
  return (await call(list, { q }, { signal })).result;
}
