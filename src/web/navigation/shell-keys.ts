import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { nowMs } from "../client/clock.ts";
import { nextAppearance, useAppearance } from "../session/theme.ts";
import { visiblePlaces } from "./places.ts";

const CHORD_MS = 1500;
const FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], .cm-editor";

/** Whether a key press belongs to a field, so that single letters must not act. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** The element that `/` focuses: the first visible search field of the page. */
export function focusSearch(): boolean {
  for (const field of document.querySelectorAll<HTMLElement>("main input[type=search]")) {
    if (field.getClientRects().length === 0) continue;
    field.focus();
    return true;
  }
  return false;
}

interface ShellKeyActs {
  onPalette(): void;
  onHelp(): void;
  onToggleRail(): void;
  /** Goes to the place of a letter; false when there is none. */
  onGo(letter: string): boolean;
  onAppearance(): void;
}

/** Reads key presses as the acts of the shell. Returns true when the press was used. */
export function createShellKeys(acts: ShellKeyActs): (event: KeyboardEvent) => boolean {
  const single = createSingleKeys(acts);
  return (event) => {
    if (event.ctrlKey || event.metaKey) return isPalette(event) && done(acts.onPalette);
    if (event.altKey) return event.shiftKey && event.code === "KeyT" && done(acts.onAppearance);
    return !isTyping(event.target) && !isInDialog(event.target) && single(event.key);
  };
}

function isPalette(event: KeyboardEvent): boolean {
  return !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k";
}

/** Single letters, and `g` followed by the letter of a place. */
function createSingleKeys(acts: ShellKeyActs): (key: string) => boolean {
  let goSince = Number.NEGATIVE_INFINITY;
  const keys: Readonly<Record<string, () => boolean>> = {
    g: () => {
      goSince = nowMs();
      return true;
    },
    "?": () => done(acts.onHelp),
    "[": () => done(acts.onToggleRail),
    "/": focusSearch,
  };
  return (key) => {
    const isSecond = nowMs() - goSince < CHORD_MS;
    goSince = Number.NEGATIVE_INFINITY;
    return (isSecond && acts.onGo(key)) || (keys[key]?.() ?? false);
  };
}

function done(act: () => void): true {
  act();
  return true;
}

/** The keys that work on every page. */
export function useShellKeys(acts: Pick<ShellKeyActs, "onPalette" | "onHelp" | "onToggleRail">): void {
  const navigate = useNavigate();
  const [appearance, setAppearance] = useAppearance();
  const latest = useRef({ ...acts, appearance });
  latest.current = { ...acts, appearance };
  useEffect(() => {
    const keys = createShellKeys({
      onPalette: () => latest.current.onPalette(),
      onHelp: () => latest.current.onHelp(),
      onToggleRail: () => latest.current.onToggleRail(),
      onAppearance: () => setAppearance(nextAppearance(latest.current.appearance)),
      onGo: (letter) => {
        const place = visiblePlaces().find((each) => each.key === letter);
        if (place) navigate(place.path);
        return place !== undefined;
      },
    });
    const handleKey = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !event.isComposing && keys(event)) event.preventDefault();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [navigate, setAppearance]);
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu]") !== null;
}
