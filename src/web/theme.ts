import { useCallback, useSyncExternalStore } from "react";
import { applyMode } from "../ui/ThemeProvider.tsx";
import type { Mode } from "../ui/tokens.ts";
import { readStored, useStored } from "./storage.ts";

/** What the user chose; "system" follows the device. */
export type Appearance = "light" | "dark" | "system";

export const APPEARANCES: readonly Appearance[] = ["light", "dark", "system"];
const KEY = "appearance";
const DARK = "(prefers-color-scheme: dark)";

export function useAppearance(): [Appearance, (value: Appearance) => void] {
  return useStored<Appearance>(KEY, "system");
}

/** The mode in effect. */
export function useThemeMode(): Mode {
  const [appearance] = useAppearance();
  const systemIsDark = useMedia(DARK);
  return modeOf(appearance, systemIsDark);
}

/** The appearance after this one, for the shortcut. */
export function nextAppearance(appearance: Appearance): Appearance {
  return APPEARANCES[(APPEARANCES.indexOf(appearance) + 1) % APPEARANCES.length] ?? "system";
}

export function modeOf(appearance: Appearance, systemIsDark: boolean): Mode {
  if (appearance === "system") return systemIsDark ? "dark" : "light";
  return appearance;
}

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
  applyMode(modeOf(readStored<Appearance>(KEY, "system"), matchMedia(DARK).matches));
}
