import { parseExact } from "../../model/json-text.ts";

/** JSON texts of the store as bundles write them: as what they say. */

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object of a JSON text; an empty one when the text is none. */
export function objectOf(text: string | null | undefined): Json {
  const value = objectOrText(text ?? null);
  return isObject(value) ? value : {};
}

/** The object of a JSON text; the text itself when it holds something else. */
export function objectOrText(text: string | null): unknown {
  if (!text) return null;
  try {
    const value: unknown = parseExact(text);
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
}

/** The other way round. */
export function textOfJson(value: string | Json | null | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
