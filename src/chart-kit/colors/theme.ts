import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import dark from "../../ui/theme.dark.json" with { type: "json" };
import light from "../../ui/theme.light.json" with { type: "json" };
import { TESSERA } from "./categorical.ts";
import { COPPER, COPPER_DARK, DIVERGING_DARK, DIVERGING_LIGHT, LAPIS_DARK, LAPIS_LIGHT } from "./ramps.ts";
import { visibleOn } from "./shade.ts";

type ThemeFile = typeof light | typeof dark;

export function chartTheme(mode: "light" | "dark"): ChartTheme {
  return mode === "dark" ? DARK : LIGHT;
}

const LIGHT: ChartTheme = {
  ...fromTokens(light),
  mode: "light",
  axisLine: "#BDBEBA",
  focus: "#4266C6",
  muted: "#C9CBD0",
  others: "#868992",
  sequential: LAPIS_LIGHT,
  sequentialWarm: COPPER,
  diverging: DIVERGING_LIGHT,
};

const DARK: ChartTheme = {
  ...fromTokens(dark),
  mode: "dark",
  axisLine: "#454952",
  focus: "#7C98F0",
  muted: "#4B4F58",
  others: "#70757F",
  sequential: LAPIS_DARK,
  sequentialWarm: COPPER_DARK,
  diverging: DIVERGING_DARK,
};

export function chartThemeWith(mode: "light" | "dark", token: ThemeFile["token"]): ChartTheme {
  return { ...chartTheme(mode), ...fromTokens({ token }) };
}

export function colorsIn(theme: ChartTheme, colorOf: (label: string) => string): (label: string) => string {
  return theme.mode === "dark" ? (label) => visibleOn(colorOf(label), theme.background) : colorOf;
}

function fromTokens({ token }: Pick<ThemeFile, "token">) {
  return {
    fontFamily: token.fontFamily,
    fontFamilyCode: token.fontFamilyCode,
    background: token.colorBgContainer,
    elevated: token.colorBgElevated,
    text: token.colorText,
    textSecondary: token.colorTextSecondary,
    textTertiary: token.colorTextTertiary,
    textQuaternary: token.colorTextQuaternary,
    border: token.colorBorderSecondary,
    split: token.colorSplit,
    primary: token.colorPrimary,
    link: token.colorLink,
    success: token.colorSuccess,
    warning: token.colorWarning,
    error: token.colorError,
    warm: "#D3793D",
    categorical: TESSERA.map((color) => visibleOn(color, token.colorBgContainer)),
  };
}
