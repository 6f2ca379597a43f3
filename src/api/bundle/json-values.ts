import { parseExact } from "../../model/json-text.ts";

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(text: string | null | undefined): Json {
  const value = parseObjectOrText(text ?? null);
  return isObject(value) ? value : {};
}

export function parseObjectOrText(text: string | null): unknown {
  if (!text) return null;
  try {
    const value: unknown = parseExact(text);
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
}

export function textOfJson(value: string | Json | null | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
