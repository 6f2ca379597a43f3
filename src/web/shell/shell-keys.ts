import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { nowMs } from "../clock.ts";
import { nextAppearance, useAppearance } from "../theme.ts";
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

/** The keys that work on every page. */
export function useShellKeys(acts: { onPalette(): void; onHelp(): void; onToggleRail(): void }): void {
  const navigate = useNavigate();
  const [appearance, setAppearance] = useAppearance();
  const latest = useRef({ ...acts, appearance });
  latest.current = { ...acts, appearance };
  useEffect(() => {
    let goneSince = 0;
    const go = (key: string) => {
      const place = visiblePlaces().find((p) => p.key === key);
      if (place) navigate(place.path);
      return place !== undefined;
    };
    const single = (key: string): boolean => {
      if (nowMs() - goneSince < CHORD_MS && go(key)) {
        goneSince = 0;
        return true;
      }
      goneSince = 0;
      if (key === "g") goneSince = nowMs();
      else if (key === "?") latest.current.onHelp();
      else if (key === "[") latest.current.onToggleRail();
      else if (key === "/") return focusSearch();
      else return false;
      return true;
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      let handled = false;
      if (mod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
        latest.current.onPalette();
        handled = true;
      } else if (event.altKey && event.shiftKey && event.code === "KeyT") {
        setAppearance(nextAppearance(latest.current.appearance));
        handled = true;
      } else if (!mod && !event.altKey && !isTyping(event.target) && !isInDialog(event.target)) {
        handled = single(event.key);
      }
      if (handled) event.preventDefault();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [navigate, setAppearance]);
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu]") !== null;
}
