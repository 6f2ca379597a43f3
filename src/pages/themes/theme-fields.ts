import { theme } from "antd";
import { t } from "../../i18n/translate.ts";
import { type Mode, themeOf } from "../../ui/tokens.ts";
import { isDerived } from "../../web/session/own-theme.ts";

interface ThemeField {
  token: string;
  label: string;
  kind: "color" | "number" | "text";
  max?: number;
}

/** The tokens that most themes set. */
export const FIELDS: readonly ThemeField[] = [
  { token: "colorPrimary", label: t("Accent##theme color"), kind: "color" },
  { token: "colorLink", label: t("Links##theme color"), kind: "color" },
  { token: "colorBgBase", label: t("Background##theme color"), kind: "color" },
  { token: "colorTextBase", label: t("Text##theme color"), kind: "color" },
  { token: "fontFamily", label: t("Font"), kind: "text" },
  { token: "fontSize", label: t("Font size"), kind: "number", max: 24 },
  { token: "borderRadius", label: t("Corner radius"), kind: "number", max: 24 },
];

export type AppearanceMode = "both" | Mode;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined while the text isn't an object. */
function themeIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** As the fields show them; undefined if the text can't be shown as fields. */
export function fieldValues(text: string): Json | undefined {
  const value = themeIn(text);
  if (!value) return undefined;
  return isObject(value.token) ? value.token : value.token === undefined ? {} : undefined;
}

/**
 * The same theme with another value of a token; without the token if the value is empty. Tokens derived from it go, as
 * they would keep their old look. Everything else stays.
 */
export function withToken(text: string, name: string, value: string | number | undefined): string {
  const { [name]: _, ...tokens } = fieldValues(text) ?? {};
  const others = withoutDerived(tokens, name);
  const token = value === undefined || value === "" ? others : { ...others, [name]: value };
  return JSON.stringify({ ...themeIn(text), token }, null, 2);
}

/** Not those that have a field of their own. */
function withoutDerived(tokens: Json, name: string): Json {
  const kept = Object.entries(tokens).filter(
    ([other]) => FIELDS.some(({ token }) => token === other) || !isDerived(other, name),
  );
  return Object.fromEntries(kept);
}

const ALGORITHMS = { light: "default", dark: "dark" } as const;

export function modeIn(text: string): AppearanceMode {
  const named = [themeIn(text)?.algorithm ?? []].flat();
  return named.includes("dark") ? "dark" : named.includes("default") ? "light" : "both";
}

export function withMode(text: string, mode: AppearanceMode): string {
  const { algorithm, ...others } = themeIn(text) ?? {};
  const kept = [algorithm ?? []].flat().filter((one) => one !== "dark" && one !== "default" && one !== "system");
  const named = mode === "both" ? kept : [ALGORITHMS[mode], ...kept];
  const next = named.length === 0 ? {} : { algorithm: named.length === 1 ? named[0] : named };
  return JSON.stringify({ ...next, ...others }, null, 2);
}

const STANDARD: Partial<Record<Mode, Json>> = {};

/** antd takes long to derive them. */
function standardTokens(mode: Mode): Json {
  const known = STANDARD[mode] ?? (theme.getDesignToken(themeOf(mode)) as unknown as Json);
  STANDARD[mode] = known;
  return known;
}

/** What a token is without the theme, in the mode that the theme has. */
export function defaultOf(name: string, mode: AppearanceMode): string | number {
  const tokens = standardTokens(mode === "dark" ? "dark" : "light");
  const own = { colorBgBase: tokens.colorBgContainer, colorTextBase: tokens.colorText }[name] ?? tokens[name];
  return typeof own === "number" ? own : String(own ?? "");
}
