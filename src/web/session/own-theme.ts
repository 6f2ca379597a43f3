import { type ThemeConfig, theme } from "antd";
import { z } from "zod";
import { chartThemeWith } from "../../chart-kit/colors/theme.ts";
import { themeProblem } from "../../model/theme.ts";
import { cssVariables, type Mode, themeOf, variablesOf } from "../../ui/tokens.ts";
import type { ThemedLook } from "./theme.ts";

/**
 * Custom themes of dashboards or the system. Their tokens override ours, and tokens that we set in addition (shades,
 * component colors) are dropped where the theme overrides their base.
 */

type Tokens = Readonly<Record<string, unknown>>;

const Text = z.union([z.string(), z.array(z.string())]).catch("");
const Values = z.record(z.string(), z.unknown()).catch({}).default({});
const Stored = z.object({
  algorithm: Text.default(""),
  token: Values,
  components: z.record(z.string(), Values).catch({}).default({}),
});

/** Derived tokens: if a theme sets the first, ours for the rest would clash. */
const FOLLOWERS: readonly (readonly [string, RegExp])[] = [
  ["colorPrimary", /^(colorPrimary|colorInfo|colorLink|controlOutline$)/],
  ["colorInfo", /^colorInfo/],
  ["colorLink", /^colorLink/],
  ["colorSuccess", /^colorSuccess/],
  ["colorWarning", /^colorWarning/],
  ["colorError", /^colorError/],
  ["colorBgBase", /^(colorBg|colorFill|colorBorder|colorSplit)/],
  ["colorTextBase", /^(colorText|colorFill|colorBorder|colorSplit)/],
  ["fontSize", /^fontSize/],
  ["borderRadius", /^borderRadius/],
];

/** Whether a token gets its value from another, unless it is set itself. */
export const isDerived = (token: string, base: string): boolean =>
  token !== base && FOLLOWERS.some(([name, pattern]) => name === base && pattern.test(token));

/**
 * `mode` is the user's mode; a dark or default algorithm of the theme overrides it. Undefined if the JSON is invalid or
 * has invalid colors or lengths.
 */
export function ownTheme(text: string, mode: Mode): ThemedLook | undefined {
  if (themeProblem(text) !== undefined) return undefined;
  try {
    return lookOf(text, mode);
  } catch {
    // antd throws for a number as a color, and for some strings as numbers.
    return undefined;
  }
}

function lookOf(text: string, mode: Mode): ThemedLook {
  const stored = Stored.parse(JSON.parse(text));
  const named = [stored.algorithm].flat();
  const base: Mode = named.includes("dark") ? "dark" : named.includes("default") ? "light" : mode;
  const baseTheme = themeOf(base);
  const algorithm = [baseTheme.algorithm ?? []].flat();
  if (named.includes("compact")) algorithm.push(theme.compactAlgorithm);
  const token = tokenOf(baseTheme.token, safe(stored.token));
  const tokens = theme.getDesignToken({ algorithm, token }) as unknown as Tokens & ChartTokens;
  const before = theme.getDesignToken(baseTheme) as unknown as Tokens;
  const changed = (name: string) => tokens[name] !== before[name];
  const components = componentsOf(baseTheme, changed);
  for (const [name, values] of Object.entries(stored.components)) {
    components[name] = { ...components[name], ...safe(values) };
  }
  return {
    mode: base,
    theme: {
      inherit: false,
      algorithm,
      token,
      components: components as ThemeConfig["components"],
      cssVar: baseTheme.cssVar,
    },
    variables: { ...cssVariables(base), ...variablesOf({ ...tokens, ...partsOf(tokens, changed) }, "tessera") },
    charts: chartThemeWith(base, tokens),
  };
}

type ChartTokens = Parameters<typeof chartThemeWith>[1];

/** Ends a CSS declaration, or loads an external resource, which would disclose the visitor to another site. */
const UNSAFE = /[;{}<>\\@]|url|image|cross-fade|element|:\/\//i;

function safe(values: Tokens): Record<string, unknown> {
  const isSafe = (value: unknown) => ["number", "boolean"].includes(typeof value);
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.filter(([, value]) => (typeof value === "string" ? !UNSAFE.test(value) : isSafe(value))),
  );
}

function tokenOf(baseTokens: Tokens = {}, themeTokens: Tokens): Record<string, unknown> {
  const followers = FOLLOWERS.filter(([name]) => name in themeTokens).map(([, pattern]) => pattern);
  const compatible = Object.entries(baseTokens).filter(([name]) => !followers.some((pattern) => pattern.test(name)));
  const primary = themeTokens.colorPrimary;
  const accents = primary === undefined ? {} : { colorInfo: primary, colorLink: primary };
  return { ...Object.fromEntries(compatible), ...accents, ...themeTokens };
}

type Changed = (token: string) => boolean;

const BACKGROUND = ["colorBgContainer", "colorBgElevated", "colorBgLayout", "colorBorder", "colorText"];
const COLOR = /^(#|rgb)/;
const ACCENT = /Selected|inkBar|colorPrimary/;

function componentsOf(baseTheme: ThemeConfig, changed: Changed): Record<string, Tokens> {
  const isOther = BACKGROUND.some(changed);
  const stays = ([name, value]: [string, unknown]) =>
    !COLOR.test(String(value)) || !(isOther || (changed("colorPrimary") && ACCENT.test(name)));
  const components = Object.entries((baseTheme.components ?? {}) as Record<string, Tokens>);
  return Object.fromEntries(
    components.map(([name, values]) => [name, Object.fromEntries(Object.entries(values).filter(stays))]),
  );
}

const PARTS: readonly (readonly [string, string])[] = [
  ["rail", "colorBgContainer"],
  ["raisedSplit", "colorSplit"],
  ["raisedBorder", "colorBorderSecondary"],
  ["plate", "colorBgLayout"],
  ["buttonBorder", "colorBorder"],
  ["buttonPrimary", "colorPrimary"],
  ["brandA", "colorPrimary"],
  ["brandC", "colorPrimaryBorder"],
  ["track", "colorFillTertiary"],
  ["trackSelected", "colorBgElevated"],
  ["navSelected", "colorPrimaryBg"],
  ["codeKeyword", "colorLink"],
  ["codeSelection", "colorPrimaryBgHover"],
];

function partsOf(tokens: Tokens, changed: Changed): Record<string, unknown> {
  const parts = Object.fromEntries(PARTS.flatMap(([part, name]) => (changed(name) ? [[part, tokens[name]]] : [])));
  const { colorText, colorBgContainer } = tokens;
  const isOther = changed("colorText") || changed("colorBgContainer");
  return isOther ? { ...parts, rowHover: `color-mix(in srgb, ${colorText} 4%, ${colorBgContainer})` } : parts;
}
