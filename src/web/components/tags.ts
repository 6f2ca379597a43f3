import { addToObject, createMany, list, OBJECT_TYPES, type ObjectType } from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { WrittenTag } from "../../model/dashboard.ts";
import type { Tag } from "../../model/resource.ts";
import { call } from "../client/client.ts";
import { toast } from "../toasts/toasts.ts";
import type { ObjectNoun } from "./object-noun.ts";

const TAGGED_TEXTS: Readonly<Record<Tagging["nouns"], (count: number) => string>> = {
  charts: (count: number) => t("{count, plural, one {Tagged # chart} other {Tagged # charts}}", { count }),
  dashboards: (count: number) => t("{count, plural, one {Tagged # dashboard} other {Tagged # dashboards}}", { count }),
  datasets: (count: number) => t("{count, plural, one {Tagged # dataset} other {Tagged # datasets}}", { count }),
  "saved queries": (count: number) =>
    t("{count, plural, one {Tagged # saved query} other {Tagged # saved queries}}", { count }),
  items: (count: number) => t("{count, plural, one {Tagged # item} other {Tagged # items}}", { count }),
};

interface Tagging {
  names: readonly string[];
  objects: readonly (readonly [ObjectType, number])[];
  nouns: ObjectNoun["many"] | "items";
}

/** Skips and counts items that can't be edited. False on failure, after showing a toast. */
export async function addTags({ names, objects, nouns }: Tagging): Promise<boolean> {
  const objects_to_tag = objects.map(([type, id]): [string, number] => [type, id]);
  try {
    const { result } = await call(createMany, { body: { tags: names.map((name) => ({ name, objects_to_tag })) } });
    const count = (references: readonly (readonly [unknown, unknown])[]) => new Set(references.map(String)).size;
    const skipped = count(result.objects_skipped);
    const tagged = count(result.objects_tagged);
    if (skipped > 0) {
      toast.warning(
        t(
          "{skipped, number} items could not be tagged because you don’t have edit permissions to all selected objects.",
          { skipped },
        ),
      );
    }
    if (tagged > 0) toast.success(TAGGED_TEXTS[nouns](tagged));
    return true;
  } catch (error) {
    toast.error(error, () => t("Failed to tag items"));
    return false;
  }
}

export const TAG_SEPARATORS = [",", "\n", "\t", ";"];

/** The first hundred custom tags by name; tags managed by the product are left out. */
export async function customTags(text: string, signal: AbortSignal): Promise<Tag[]> {
  const filters = [
    { col: "type", opr: "custom_tag", value: true },
    ...(text ? [{ col: "name", opr: "ct", value: text }] : []),
  ];
  const q = { filters, order_column: "name", order_direction: "asc" as const, page: 0, page_size: 100 };
  return (await call(list, { q }, { signal })).result;
}

/** Adds the tags that have no ID yet. Throws `ApiError`. */
export async function addNewTags(
  object: { noun: "chart" | "dashboard"; id: number },
  tags: readonly WrittenTag[],
): Promise<void> {
  const names = tags.filter((tag) => tag.id === undefined).map(({ name }) => name);
  const params = { object_type: OBJECT_TYPES[object.noun], object_id: object.id };
  if (names.length > 0) await call(addToObject, { params, body: { properties: { tags: names } } });
}
