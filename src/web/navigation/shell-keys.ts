import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { nowMs } from "../client/clock.ts";
import { nextAppearance, useAppearance } from "../session/theme.ts";
import { visiblePlaces } from "./places.ts";

const CHORD_MS = 1500;
const FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], .cm-editor";

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

export function focusSearch(): boolean {
  for (const field of document.querySelectorAll<HTMLElement>("main input[type=search]")) {
    if (field.getClientRects().length === 0) continue;
    field.focus();
    return true;
  }
  return false;
}

interface ShellKeyActions {
  onPalette(): void;
  onHelp(): void;
  onToggleRail(): void;
  onGo(letter: string): boolean;
  onAppearance(): void;
}

/** Returns whether the key press was handled. */
export function createShellKeys(actions: ShellKeyActions): (event: KeyboardEvent) => boolean {
  const single = createSingleKeys(actions);
  return (event) => {
    if (event.ctrlKey || event.metaKey) return isPalette(event) && done(actions.onPalette);
    if (event.altKey) return event.shiftKey && event.code === "KeyT" && done(actions.onAppearance);
    return !isTyping(event.target) && !isInDialog(event.target) && single(event.key);
  };
}

function isPalette(event: KeyboardEvent): boolean {
  return !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k";
}

function createSingleKeys(actions: ShellKeyActions): (key: string) => boolean {
  let goSince = Number.NEGATIVE_INFINITY;
  const keys: Readonly<Record<string, () => boolean>> = {
    g: () => {
      goSince = nowMs();
      return true;
    },
    "?": () => done(actions.onHelp),
    "[": () => done(actions.onToggleRail),
    "/": focusSearch,
  };
  return (key) => {
    const isSecond = nowMs() - goSince < CHORD_MS;
    goSince = Number.NEGATIVE_INFINITY;
    return (isSecond && actions.onGo(key)) || (keys[key]?.() ?? false);
  };
}

function done(act: () => void): true {
  act();
  return true;
}

export function useShellKeys(actions: Pick<ShellKeyActions, "onPalette" | "onHelp" | "onToggleRail">): void {
  const navigate = useNavigate();
  const [appearance, setAppearance] = useAppearance();
  const latest = useRef({ ...actions, appearance });
  latest.current = { ...actions, appearance };
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
