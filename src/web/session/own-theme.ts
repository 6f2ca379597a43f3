import { type ThemeConfig, theme } from "antd";
import { z } from "zod";
import { chartThemeWith } from "../../chart-kit/colors/theme.ts";
import { themeProblem } from "../../model/theme.ts";
import { cssVariables, type Mode, themeOf, variablesOf } from "../../ui/tokens.ts";
import type { ThemedLook } from "./theme.ts";

/**
 * Themes that people wrote, as the page takes them: of one dashboard, or the system's. Their tokens go before ours, and
 * what we have chosen beside a token (a shade, the color of a part) goes with ours only where the theme leaves that one.
 */

type Tokens = Readonly<Record<string, unknown>>;

const Text = z.union([z.string(), z.array(z.string())]).catch("");
const Values = z.record(z.string(), z.unknown()).catch({}).default({});
const Stored = z.object({
  algorithm: Text.default(""),
  token: Values,
  components: z.record(z.string(), Values).catch({}).default({}),
});

/** Tokens that follow from another: where a theme names the first, ours for the rest would not go with it. */
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

/**
 * What a theme's JSON text makes of the page, for a reader whose own mode is `mode`. The theme's algorithm, where it says
 * dark or default, goes before the mode. Undefined when the text is no theme, or has values that no color or length can be
 * made of.
 */
export function ownTheme(text: string, mode: Mode): ThemedLook | undefined {
  if (themeProblem(text) !== undefined) return undefined;
  try {
    return lookOf(text, mode);
  } catch {
    // antd throws at a number for a color, and at a text for some numbers.
    return undefined;
  }
}

function lookOf(text: string, mode: Mode): ThemedLook {
  const stored = Stored.parse(JSON.parse(text));
  const named = [stored.algorithm].flat();
  const base: Mode = named.includes("dark") ? "dark" : named.includes("default") ? "light" : mode;
  const ours = themeOf(base);
  const algorithm = [ours.algorithm ?? []].flat();
  if (named.includes("compact")) algorithm.push(theme.compactAlgorithm);
  const token = tokenOf(ours.token, safe(stored.token));
  const tokens = theme.getDesignToken({ algorithm, token }) as unknown as Tokens & ChartTokens;
  const before = theme.getDesignToken(ours) as unknown as Tokens;
  const changed = (name: string) => tokens[name] !== before[name];
  const components = componentsOf(ours, changed);
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
      cssVar: ours.cssVar,
    },
    variables: { ...cssVariables(base), ...variablesOf({ ...tokens, ...partsOf(tokens, changed) }, "tessera") },
    charts: chartThemeWith(base, tokens),
  };
}

type ChartTokens = Parameters<typeof chartThemeWith>[1];

/** What ends a declaration, or names an address that would tell another site who looks. */
const LEADS_OUT = /[;{}<>\\@]|url|image|cross-fade|element|:\/\//i;

/** Texts and numbers that can stand in a style sheet, and switches. */
function safe(values: Tokens): Record<string, unknown> {
  const isSafe = (value: unknown) => ["number", "boolean"].includes(typeof value);
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.filter(([, value]) => (typeof value === "string" ? !LEADS_OUT.test(value) : isSafe(value))),
  );
}

function tokenOf(ours: Tokens = {}, theirs: Tokens): Record<string, unknown> {
  const followers = FOLLOWERS.filter(([name]) => name in theirs).map(([, pattern]) => pattern);
  const kept = Object.entries(ours).filter(([name]) => !followers.some((pattern) => pattern.test(name)));
  const primary = theirs.colorPrimary;
  const accents = primary === undefined ? {} : { colorInfo: primary, colorLink: primary };
  return { ...Object.fromEntries(kept), ...accents, ...theirs };
}

type Changed = (token: string) => boolean;

const GROUND = ["colorBgContainer", "colorBgElevated", "colorBgLayout", "colorBorder", "colorText"];
const COLOR = /^(#|rgb)/;
const OF_ACCENT = /Selected|inkBar|colorPrimary/;

/** Our tokens of components, without the colors that would stand out in the theme: antd has some that follow it. */
function componentsOf(ours: ThemeConfig, changed: Changed): Record<string, Tokens> {
  const isOther = GROUND.some(changed);
  const stays = ([name, value]: [string, unknown]) =>
    !COLOR.test(String(value)) || !(isOther || (changed("colorPrimary") && OF_ACCENT.test(name)));
  const components = Object.entries((ours.components ?? {}) as Record<string, Tokens>);
  return Object.fromEntries(
    components.map(([name, values]) => [name, Object.fromEntries(Object.entries(values).filter(stays))]),
  );
}

/** Values of our own styles, and the token that each goes with. */
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
