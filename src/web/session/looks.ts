import { SYSTEM_THEMES, type SystemThemes } from "../../model/theme.ts";
import { lazy } from "../../ui/lazy.ts";
import type { Mode } from "../../ui/tokens.ts";
import { takeInlined } from "../client/inlined-responses.ts";
import { readStored, useStored, writeStored } from "./storage.ts";
import { type Looks, setLooks } from "./theme.ts";

export interface TriedTheme {
  id: number;
  name: string;
  text: string;
}

const TRIED = "tried-theme";

export const OWN_THEME = lazy(() => import("./own-theme.ts"));

/**
 * Applies the system themes sent with the page and a previewed theme. Loads the theme code only if there is one.
 * Embedded pages ignore previews.
 */
export function takeLooks(isWithinSite: boolean): Promise<void> | undefined {
  const carried = takeInlined(SYSTEM_THEMES);
  const tried = isWithinSite ? null : readStored<TriedTheme | null>(TRIED, null);
  if (carried === undefined && tried === null) return undefined;
  return readLooks(carried ? (JSON.parse(carried) as SystemThemes) : {}, tried);
}

async function readLooks(system: SystemThemes, tried: TriedTheme | null): Promise<void> {
  try {
    setLooks("system", await looksOf(system));
    if (tried) setLooks("tried", await looksOf({ light: tried.text, dark: tried.text }));
  } catch {
    // Without the theme code the page still works, in default colors.
  }
}

/** Falls back to the product's own theme if one is invalid. */
async function looksOf({ light, dark }: SystemThemes): Promise<Looks> {
  if (light === undefined && dark === undefined) return { light, dark };
  const { ownTheme } = await OWN_THEME.load();
  return {
    light: light === undefined ? undefined : ownTheme(light, "light"),
    dark: dark === undefined ? undefined : ownTheme(dark, "dark"),
  };
}

export async function changeSystemLook(mode: Mode, text: string | undefined): Promise<void> {
  const all = await looksOf({ [mode]: text });
  setLooks("system", { [mode]: all[mode] });
}

export const useTriedTheme = () => useStored<TriedTheme | null>(TRIED, null)[0];

/** Undefined ends the preview. */
export async function tryTheme(theme: TriedTheme | undefined): Promise<void> {
  const tried = await looksOf(theme ? { light: theme.text, dark: theme.text } : {});
  setLooks("tried", tried);
  writeStored(TRIED, theme);
}
