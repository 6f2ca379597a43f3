import { readJson } from "./json-text.ts";

/**
 * Charts that are made of other charts: `deck_slices` lays several over each other, `selected_chart` stands at the
 * places of a map. A part is named by its id, or is there whole: as a form, or as the chart that it was when it was
 * chosen, which may be text.
 */
export const MADE_OF_OTHERS: readonly string[] = ["deck_multi", "cartodiagram"];

/** More parts than this are not looked up. */
const MOST_PARTS = 100;

/** Ids of the charts that a form is made of, the lowest first. */
export function partIds({ deck_slices, selected_chart }: Readonly<Record<string, unknown>>): number[] {
  const parts: unknown[] = [...(Array.isArray(deck_slices) ? deck_slices : []), selected_chart];
  return parts.flatMap((part) => partId(part) ?? []).slice(0, MOST_PARTS);
}

/** The id of a part; undefined when it has none. */
export function partId(part: unknown): number | undefined {
  const value = typeof part === "string" ? maybeJson(part) : part;
  const id = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : value;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}

/** The same part without its id; null when it is nothing else. */
export function withoutPartId(part: unknown): unknown {
  if (typeof part === "string") {
    const value = maybeJson(part);
    const bare = value === undefined ? null : withoutPartId(value);
    return bare === null ? null : JSON.stringify(bare);
  }
  if (typeof part !== "object" || part === null) return null;
  const { id: _, ...rest } = part as { id?: unknown };
  return rest;
}

function maybeJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
