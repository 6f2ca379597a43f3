import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { APPEARANCE_COOKIE } from "../../model/theme.ts";
import { applyLook, LOOKS, type Look } from "../../ui/ThemeProvider.tsx";
import type { Mode } from "../../ui/tokens.ts";
import { readStored, useStored } from "./storage.ts";

export type Appearance = "light" | "dark" | "system";

/** `charts` is set if the chart theme differs from that of the mode. */
export interface ThemedLook extends Look {
  charts?: ChartTheme;
}

export const APPEARANCES: readonly Appearance[] = ["light", "dark", "system"];
const KEY = "appearance";
const DARK = "(prefers-color-scheme: dark)";

export type Looks = Readonly<Record<Mode, ThemedLook | undefined>>;

const overrides: Record<"system" | "tried", Partial<Looks>> = { system: {}, tried: {} };
let looks: Readonly<Record<Mode, ThemedLook>> = LOOKS;
const watchers = new Set<() => void>();

/** Modes that aren't listed keep their look; undefined restores the default. */
export function setThemes(of: keyof typeof overrides, themed: Partial<Looks>): void {
  overrides[of] = { ...overrides[of], ...themed };
  const lookOf = (mode: Mode) => overrides.tried[mode] ?? overrides.system[mode] ?? LOOKS[mode];
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
      setAppearanceCookie(value);
    },
    [store],
  );
  return [appearance, choose];
}

const YEAR_S = 31_536_000;

/** Lets the server render the next page in the selected colors. */
function setAppearanceCookie(appearance: Appearance): void {
  const age = appearance === "system" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way
  document.cookie = `${APPEARANCE_COOKIE}=${appearance}; path=/; max-age=${age}; samesite=lax`;
}

export function useLook(): ThemedLook {
  const [appearance] = useAppearance();
  const systemIsDark = useMedia(DARK);
  return useSyncExternalStore(whenLooksChange, () => looks)[modeOf(appearance, systemIsDark)];
}

export function useThemeMode(): Mode {
  return useLook().mode;
}

export function nextAppearance(appearance: Appearance): Appearance {
  return APPEARANCES[(APPEARANCES.indexOf(appearance) + 1) % APPEARANCES.length] ?? "system";
}

export function modeOf(appearance: Appearance, systemIsDark: boolean): Mode {
  if (appearance === "system") return systemIsDark ? "dark" : "light";
  return appearance;
}

export const PHONE = "(max-width: 767px)";
export const TABLET = "(max-width: 1023px)";

export function useMedia(media: string): boolean {
  const query = useMemo(() => matchMedia(media), [media]);
  const follow = useCallback(
    (listener: () => void) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => query.matches);
}

/** Call before the first paint. */
export function applyStoredMode(): void {
  const appearance = readStored<Appearance>(KEY, "system");
  if (appearance !== "system") setAppearanceCookie(appearance);
  applyLook(looks[modeOf(appearance, matchMedia(DARK).matches)]);
}
