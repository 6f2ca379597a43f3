import { theme } from "antd";
import { z } from "zod";
import { chartThemeWith } from "../../../chart-kit/theme.ts";
import type { ChartTheme } from "../../../chart-types/chart-type.ts";
import { themeProblem } from "../../../model/theme.ts";
import { cssVariables, type Mode, themeOf, variablesOf } from "../../../ui/tokens.ts";

/** A dashboard's theme as the page takes it. */
export interface OwnTheme {
  /** A style sheet that reaches the dashboard alone. */
  css: string;
  charts: ChartTheme;
}

const Text = z.union([z.string(), z.array(z.string())]).catch("");
const Stored = z.object({
  algorithm: Text.default(""),
  token: z.record(z.string(), z.unknown()).catch({}).default({}),
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
 * What a theme's JSON text makes of the dashboard, for a reader whose own mode is `mode`. The theme's algorithm, where
 * it says dark or default, goes before the mode. Undefined when the text is no theme.
 */
export function ownTheme(text: string, mode: Mode): OwnTheme | undefined {
  if (themeProblem(text) !== undefined) return undefined;
  const { algorithm, token } = Stored.parse(JSON.parse(text));
  const named = [algorithm].flat();
  const base: Mode = named.includes("dark") ? "dark" : named.includes("default") ? "light" : mode;
  const config = themeOf(base);
  const algorithms = [config.algorithm ?? []].flat();
  if (named.includes("compact")) algorithms.push(theme.compactAlgorithm);
  const followers = FOLLOWERS.filter(([name]) => name in token).map(([, pattern]) => pattern);
  const ours = Object.entries(config.token ?? {}).filter(([name]) => !followers.some((pattern) => pattern.test(name)));
  const primary = typeof token.colorPrimary === "string" ? token.colorPrimary : undefined;
  const accents = primary === undefined ? {} : { colorInfo: primary, colorLink: primary };
  const tokens = theme.getDesignToken({
    algorithm: algorithms,
    token: { ...Object.fromEntries(ours), ...accents, ...token },
  });
  const own = primary === undefined ? {} : { buttonPrimary: primary };
  return { css: cssOf({ ...tokens, ...own }, base), charts: chartThemeWith(base, tokens as ChartTokens) };
}

type ChartTokens = Parameters<typeof chartThemeWith>[1];

/** What buttons have of their own, which antd does not take from the tokens again. */
const BUTTONS = [
  "--ant-button-default-bg:var(--ant-color-bg-container)",
  "--ant-button-default-color:var(--ant-color-text)",
  "--ant-button-default-border-color:var(--ant-color-border)",
].join(";");

/** What ends a declaration, or names an address that would tell another site who looks. */
const LEADS_OUT = /[;{}<>\\@]|url|image|cross-fade|element|:\/\//i;

function cssOf(tokens: Readonly<Record<string, unknown>>, mode: Mode): string {
  const lines = (variables: Record<string, string>) =>
    Object.entries(variables)
      .filter(([, value]) => !LEADS_OUT.test(value))
      .map(([name, value]) => `--${name}:${value}`)
      .join(";");
  const ours = { ...cssVariables(mode), ...variablesOf(tokens, "tessera") };
  const ground = "color:var(--tessera-color-text);background:var(--tessera-color-bg-layout)";
  const type = "font-family:var(--tessera-font-family);font-size:var(--tessera-font-size)";
  return [
    `[data-dashboard]{color-scheme:${mode};${ground};${type};${lines(ours)}}`,
    `[data-dashboard] .tessera.tessera{${lines(variablesOf(tokens, "ant"))};${BUTTONS}}`,
  ].join("\n");
}
