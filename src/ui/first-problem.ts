import { type RefObject, useEffect, useRef } from "react";

const FIELDS = ":is(input, textarea, select, [contenteditable=true]):not(:disabled)";

/** Focuses the first field with a problem, after each failed attempt to save. */
export function useFirstProblem<E extends HTMLElement>(failures: number): RefObject<E | null> {
  const form = useRef<E>(null);
  useEffect(() => {
    if (failures === 0) return;
    const wrong = form.current?.querySelector("[data-problem]");
    wrong?.querySelector<HTMLElement>(FIELDS)?.focus();
    wrong?.scrollIntoView?.({ block: "nearest" });
  }, [failures]);
  return form;
}
