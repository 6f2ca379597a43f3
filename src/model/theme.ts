import { z } from "zod";
import { t } from "../i18n/translate.ts";
import { readJson } from "./json-text.ts";

/**
 * As stored and exchanged: `algorithm`, `token` (design tokens), `components` (tokens per component). Other keys are
 * preserved. Its values end up in style sheets and URLs, so unsafe text is rejected.
 */

/** Tells the server the chosen mode; missing when following the device. */
export const APPEARANCE_COOKIE = "tessera_appearance";

const MAX_CHARACTERS = 262_144;
const ALGORITHMS = ["default", "dark", "compact", "system"] as const;
const Algorithm = z.enum(ALGORITHMS);
const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

const Theme = z.looseObject({
  algorithm: z.union([Algorithm, z.array(Algorithm)]).optional(),
  token: z.record(z.string(), Value).optional(),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

export interface SystemThemes {
  light?: string | undefined;
  dark?: string | undefined;
}

export const SYSTEM_THEMES = "system-themes";

export function themeProblem(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return t("Longer than maximum length {limit}.", { limit: String(MAX_CHARACTERS) });
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    return t("Invalid JSON configuration");
  }
  const parsed = Theme.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".") ?? "";
    return place === "" ? t("Invalid theme configuration") : t("Invalid theme configuration: {place}", { place });
  }
  const color = colorsOf(parsed.data).find(([, each]) => each !== null && typeof each !== "string");
  if (color) return t("Invalid theme configuration: {place} must be a color", { place: color[0] });
  const place = unsafePlace(value, []);
  return place && t("Invalid theme configuration: {place} contains unsafe content", { place: place.join(".") });
}

function colorsOf({ token = {}, components = {} }: z.infer<typeof Theme>): [place: string, value: unknown][] {
  const sets = [
    ["token", token] as const,
    ...Object.entries(components).map(([name, each]) => [`components.${name}`, each] as const),
  ];
  return sets.flatMap(([place, values]) =>
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      /^color[A-Z]/.test(name) ? [[`${place}.${name}`, value]] : [],
    ),
  );
}

type Place = readonly string[];

function unsafePlace(value: unknown, place: Place): Place | undefined {
  if (typeof value === "string") return isSafe(value, place.at(-1) ?? "") ? undefined : place;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const here = [...place, name];
    const found = name === "__proto__" ? here : unsafePlace(item, Array.isArray(value) ? place : here);
    if (found) return found;
  }
  return undefined;
}

const UNSAFE_STYLE = /[<>{}]|@import|expression\s*\(|url\s*\(|javascript\s*:|vbscript\s*:/i;
const ACTIVE_SVG = /<\s*(script|foreignobject|iframe|object|embed|use|a)\b|\bon\w+\s*=|javascript\s*:|<!entity/i;

function isSafe(text: string, name: string): boolean {
  if (/svg$/i.test(name)) return !ACTIVE_SVG.test(text);
  if (/(url|urls|href)$/i.test(name)) return isPictureAddress(text);
  return !UNSAFE_STYLE.test(text);
}

function isPictureAddress(text: string): boolean {
  if (text === "" || /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(text)) return true;
  if (/^\/(?![/\\])/.test(text) || /^\.{0,2}\/?[\w-][\w./-]*$/.test(text)) return true;
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
