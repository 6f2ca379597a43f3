import { useCallback, useSyncExternalStore } from "react";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { APPEARANCE_COOKIE } from "../../model/theme.ts";
import { applyLook, LOOKS, type Look } from "../../ui/ThemeProvider.tsx";
import type { Mode } from "../../ui/tokens.ts";
import { readStored, useStored } from "./storage.ts";

/** What the user chose; "system" follows the device. */
export type Appearance = "light" | "dark" | "system";

/** A look with the theme of charts that goes with it, where that is not the mode's. */
export interface ThemedLook extends Look {
  charts?: ChartTheme;
}

export const APPEARANCES: readonly Appearance[] = ["light", "dark", "system"];
const KEY = "appearance";
const DARK = "(prefers-color-scheme: dark)";

export type Looks = Readonly<Record<Mode, ThemedLook | undefined>>;

/** Those that administrators gave to everybody, and a theme that is tried in this browser, which goes before them. */
const given: Record<"system" | "tried", Partial<Looks>> = { system: {}, tried: {} };
/** How light and dark look here. */
let looks: Readonly<Record<Mode, ThemedLook>> = LOOKS;
const watchers = new Set<() => void>();

/** A mode that is not named keeps its look, one without a theme has the product's own. */
export function setLooks(of: keyof typeof given, themed: Partial<Looks>): void {
  given[of] = { ...given[of], ...themed };
  const lookOf = (mode: Mode) => given.tried[mode] ?? given.system[mode] ?? LOOKS[mode];
  looks = { light: lookOf("light"), dark: lookOf("dark") };
  for (const watcher of watchers) watcher();
}

function whenLooksChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useAppearance(): [Appearance, (value: Appearance) => void] {
  const [appearance, store] = useStored<Appearance>(KEY, "system");
  const choose = useCallback(
    (value: Appearance) => {
      store(value);
      tellServer(value);
    },
    [store],
  );
  return [appearance, choose];
}

const YEAR_S = 31_536_000;

/** The next page begins in the colours that are chosen. */
function tellServer(appearance: Appearance): void {
  const age = appearance === "system" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way
  document.cookie = `${APPEARANCE_COOKIE}=${appearance}; path=/; max-age=${age}; samesite=lax`;
}

/** How the page looks. The same object until the reader or the device turns to another mode. */
export function useLook(): ThemedLook {
  const [appearance] = useAppearance();
  const systemIsDark = useMedia(DARK);
  return useSyncExternalStore(whenLooksChange, () => looks)[modeOf(appearance, systemIsDark)];
}

/** The mode in effect. */
export function useThemeMode(): Mode {
  return useLook().mode;
}

/** The appearance after this one, for the shortcut. */
export function nextAppearance(appearance: Appearance): Appearance {
  return APPEARANCES[(APPEARANCES.indexOf(appearance) + 1) % APPEARANCES.length] ?? "system";
}

export function modeOf(appearance: Appearance, systemIsDark: boolean): Mode {
  if (appearance === "system") return systemIsDark ? "dark" : "light";
  return appearance;
}

/** Windows in which rails, panels and lists are laid out for a phone. */
export const PHONE = "(max-width: 767px)";
/** Windows in which a dashboard need not keep the rows of its author. */
export const TABLET = "(max-width: 1023px)";

/** Whether the window fits a media query now, kept up to date. */
export function useMedia(media: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const query = matchMedia(media);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    [media],
  );
  return useSyncExternalStore(follow, () => matchMedia(media).matches);
}

/** Before the first paint: the colours of the mode that will be in effect. */
export function applyStoredMode(): void {
  const appearance = readStored<Appearance>(KEY, "system");
  if (appearance !== "system") tellServer(appearance);
  applyLook(looks[modeOf(appearance, matchMedia(DARK).matches)]);
}
