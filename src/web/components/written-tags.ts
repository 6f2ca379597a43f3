import { addToObject, list, OBJECT_TYPES } from "../../api/tag/contract.ts";
import type { WrittenTag } from "../../model/dashboard-properties.ts";
import type { Tag } from "../../model/resource.ts";
import { call } from "../client/client.ts";

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

/** Gives a chart or dashboard those of its tags that have just been written. Throws `ApiError`. */
export async function addNewTags(
  object: { noun: "chart" | "dashboard"; id: number },
  tags: readonly WrittenTag[],
): Promise<void> {
  const names = tags.filter((tag) => tag.id === undefined).map(({ name }) => name);
  const params = { object_type: OBJECT_TYPES[object.noun], object_id: object.id };
  if (names.length > 0) await call(addToObject, { params, body: { properties: { tags: names } } });
}
