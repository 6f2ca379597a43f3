import { SYSTEM_THEMES, type SystemThemes } from "../../model/theme.ts";
import { lazy } from "../../ui/lazy.ts";
import type { Mode } from "../../ui/tokens.ts";
import { takeInlined } from "../client/inlined-responses.ts";
import { readStored, useStored, writeStored } from "./storage.ts";
import { type Looks, setThemes } from "./theme.ts";

export interface TriedTheme {
  id: number;
  name: string;
  text: string;
}

const TRIED = "tried-theme";

export const CUSTOM_THEME = lazy(() => import("./own-theme.ts"));

/**
 * Applies the system themes sent with the page and a previewed theme. Loads the theme code only if there is one.
 * Embedded pages ignore previews.
 */
export function applySystemThemes(isWithinSite: boolean): Promise<void> | undefined {
  const carried = takeInlined(SYSTEM_THEMES);
  const tried = isWithinSite ? null : readStored<TriedTheme | null>(TRIED, null);
  if (carried === undefined && tried === null) return undefined;
  return readThemes(carried ? (JSON.parse(carried) as SystemThemes) : {}, tried);
}

async function readThemes(system: SystemThemes, tried: TriedTheme | null): Promise<void> {
  try {
    setThemes("system", await themesOf(system));
    if (tried) setThemes("tried", await themesOf({ light: tried.text, dark: tried.text }));
  } catch {
    // Without the theme code the page still works, in default colors.
  }
}

/** Falls back to the product's own theme if one is invalid. */
async function themesOf({ light, dark }: SystemThemes): Promise<Looks> {
  if (light === undefined && dark === undefined) return { light, dark };
  const { ownTheme } = await CUSTOM_THEME.load();
  return {
    light: light === undefined ? undefined : ownTheme(light, "light"),
    dark: dark === undefined ? undefined : ownTheme(dark, "dark"),
  };
}

export async function changeSystemLook(mode: Mode, text: string | undefined): Promise<void> {
  const all = await themesOf({ [mode]: text });
  setThemes("system", { [mode]: all[mode] });
}

export const useTriedTheme = () => useStored<TriedTheme | null>(TRIED, null)[0];

/** Undefined ends the preview. */
export async function tryTheme(theme: TriedTheme | undefined): Promise<void> {
  const tried = await themesOf(theme ? { light: theme.text, dark: theme.text } : {});
  setThemes("tried", tried);
  writeStored(TRIED, theme);
}
