import { readJson } from "./json-text.ts";

/**
 * Charts made of other charts: `deck_slices` are layered, `selected_chart` is drawn at map locations. A part is an id,
 * a form, or the chart as it was when chosen.
 */
export const COMPOSITE_TYPES: readonly string[] = ["deck_multi", "cartodiagram"];

const MAX_PARTS = 100;

export function partIds({ deck_slices, selected_chart }: Readonly<Record<string, unknown>>): number[] {
  const parts: unknown[] = [...(Array.isArray(deck_slices) ? deck_slices : []), selected_chart];
  return parts.flatMap((part) => partId(part) ?? []).slice(0, MAX_PARTS);
}

export function partId(part: unknown): number | undefined {
  const value = typeof part === "string" ? maybeJson(part) : part;
  const id = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : value;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}

export function withoutPartId(part: unknown): unknown {
  if (typeof part === "string") {
    const value = maybeJson(part);
    const ownValue = value === undefined ? null : withoutPartId(value);
    return ownValue === null ? null : JSON.stringify(ownValue);
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
