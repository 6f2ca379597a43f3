import { SYSTEM_THEMES, type SystemThemes } from "../../model/theme.ts";
import { lazy } from "../../ui/lazy.ts";
import type { Mode } from "../../ui/tokens.ts";
import { takeCarried } from "../client/carried-answers.ts";
import { readStored, useStored, writeStored } from "./storage.ts";
import { type Looks, setLooks } from "./theme.ts";

/** A theme that somebody tries on the whole product, in this browser only. */
export interface TriedTheme {
  id: number;
  name: string;
  text: string;
}

const TRIED = "tried-theme";

export const OWN_THEME = lazy(() => import("./own-theme.ts"));

/**
 * The themes that came with the page and the one that is tried here, if any, become how light and dark look; the code for
 * that comes only then. Pages within other sites are not for trying.
 */
export function takeLooks(isWithinSite: boolean): Promise<void> | undefined {
  const carried = takeCarried(SYSTEM_THEMES);
  const tried = isWithinSite ? null : readStored<TriedTheme | null>(TRIED, null);
  if (carried === undefined && tried === null) return undefined;
  return readLooks(carried ? (JSON.parse(carried) as SystemThemes) : {}, tried);
}

async function readLooks(system: SystemThemes, tried: TriedTheme | null): Promise<void> {
  try {
    setLooks("system", await looksOf(system));
    if (tried) setLooks("tried", await looksOf({ light: tried.text, dark: tried.text }));
  } catch {
    // The code could not be loaded: the page is better in other colors than not at all.
  }
}

/** A theme that cannot be read leaves the product's own. */
async function looksOf({ light, dark }: SystemThemes): Promise<Looks> {
  if (light === undefined && dark === undefined) return { light, dark };
  const { ownTheme } = await OWN_THEME.load();
  return {
    light: light === undefined ? undefined : ownTheme(light, "light"),
    dark: dark === undefined ? undefined : ownTheme(dark, "dark"),
  };
}

/** What administrators have just given to everybody in a mode; undefined: the product's own. */
export async function changeSystemLook(mode: Mode, text: string | undefined): Promise<void> {
  const all = await looksOf({ [mode]: text });
  setLooks("system", { [mode]: all[mode] });
}

export const useTriedTheme = () => useStored<TriedTheme | null>(TRIED, null)[0];

/** Shows the product in the theme until another is tried, or none. */
export async function tryTheme(theme: TriedTheme | undefined): Promise<void> {
  const tried = await looksOf(theme ? { light: theme.text, dark: theme.text } : {});
  setLooks("tried", tried);
  writeStored(TRIED, theme);
}
