import { type ThemeConfig, theme } from "antd";
import dark from "./theme.dark.json" with { type: "json" };
import light from "./theme.light.json" with { type: "json" };

/**
 * The single source of colors and sizes. The two JSON files are Ant Design themes; antd derives the rest, and
 * everything is published as CSS variables (`--tessera-color-text-tertiary`) for our own styles, charts and editors.
 */
export type Mode = "light" | "dark";

const FILES = { light, dark } as const;
const ALGORITHMS = { default: theme.defaultAlgorithm, dark: theme.darkAlgorithm } as const;

type Algorithm = typeof theme.darkAlgorithm;

/** antd's dark algorithm mixes seed colors with black; ours are already chosen for dark backgrounds. */
const keepSeeds: Algorithm = (seed, derived) => {
  const { colorPrimary, colorSuccess, colorWarning, colorError, colorInfo, colorLink } = seed;
  const map = derived ?? theme.defaultAlgorithm(seed);
  return { ...map, colorPrimary, colorSuccess, colorWarning, colorError, colorInfo, colorLink };
};

export function themeOf(mode: Mode): ThemeConfig {
  const file = FILES[mode];
  return {
    algorithm: [ALGORITHMS[file.algorithm as keyof typeof ALGORITHMS], keepSeeds],
    cssVar: file.cssVar,
    token: file.token,
    components: file.components as ThemeConfig["components"],
  };
}

/** A built-in theme in the format of custom ones, to be read or copied. */
export function builtInText(mode: Mode): string {
  const { algorithm, token, components } = FILES[mode];
  return JSON.stringify({ algorithm, token, components }, null, 2);
}

const OWN: Record<Mode, Record<string, string>> = {
  light: {
    rail: "#FFFFFF",
    raisedSplit: "#EBEBE7",
    raisedBorder: "#E3E3DE",
    plate: "#FAFAFA",
    buttonBorder: "#C9CAC6",
    buttonPrimary: "#3450B4",
    favorite: "#D3793D",
    brandA: "#3450B4",
    brandB: "#D3793D",
    brandC: "#A3B2E4",
    rowHover: "#F7F7F4",
    track: "#ECECE8",
    trackSelected: "#FFFFFF",
    navSelected: "#EEF1FB",
    codeKeyword: "#3450B4",
    codeString: "#1D7A4C",
    codeNumber: "#A04F14",
    codeName: "#0B6468",
    codeComment: "#656973",
    codeSelection: "#D5DDF6",
  },
  dark: {
    rail: "#1A1C20",
    raisedSplit: "#34383F",
    raisedBorder: "#3A3E46",
    plate: "#212429",
    buttonBorder: "#454952",
    buttonPrimary: "#4F6BD2",
    favorite: "#E09A66",
    brandA: "#8FA4F2",
    brandB: "#E09A66",
    brandC: "#4A5FB0",
    rowHover: "#212429",
    track: "#111215",
    trackSelected: "#3A3E46",
    navSelected: "#1F2740",
    codeKeyword: "#9DB0F7",
    codeString: "#7CC49A",
    codeNumber: "#E09A66",
    codeName: "#6FC2CE",
    codeComment: "#8D919A",
    codeSelection: "#2E3B68",
  },
};

const SPACES = [4, 8, 12, 16, 24, 32, 48];
const UNITLESS = /^(opacity|zIndex|lineHeight|fontWeight|motion|strong|wireframe)/;

/** Without the leading `--`. Lengths get `px`. */
export function cssVariables(mode: Mode): Record<string, string> {
  const variables = variablesOf({ ...theme.getDesignToken(themeOf(mode)), ...OWN[mode] }, "tessera");
  SPACES.forEach((space, index) => {
    variables[`tessera-space-${index + 1}`] = `${space}px`;
  });
  return variables;
}

export function variablesOf(tokens: Readonly<Record<string, unknown>>, prefix: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(tokens)) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    if (name.includes("-")) continue;
    variables[`${prefix}-${kebab(name)}`] =
      typeof value === "number" && !UNITLESS.test(name) ? `${value}px` : `${value}`;
  }
  return variables;
}

export function cssText(mode: Mode, variables = cssVariables(mode), place = ":root"): string {
  const lines = Object.entries(variables).map(([name, value]) => `--${name}:${value}`);
  return `${place}{color-scheme:${mode};${lines.join(";")}}`;
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}
