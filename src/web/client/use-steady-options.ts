import { type KeyboardEvent, useState } from "react";

interface Keyed {
  key: string;
}

interface Aim<T> {
  text: string;
  first: T | undefined;
  navigated?: readonly T[] | undefined;
}

/**
 * Keeps options stable while search results arrive, so that Enter selects what was visible: the first option for a text
 * stays first, and a list being navigated with arrow keys doesn't change until the text changes, the selection returns
 * to the start or the list closes.
 */
export function useSteadyOptions<T extends Keyed>(options: readonly T[], text: string) {
  const [aim, setAim] = useState<Aim<T>>({ text, first: undefined });
  const isSameText = aim.text === text;
  const first = isSameText && text !== "" ? aim.first : undefined;
  if (!isSameText || (!first && text !== "" && options[0])) setAim({ text, first: options[0] });
  const navigated = isSameText ? aim.navigated : undefined;
  const list = navigated ?? (first ? [first, ...options.filter(({ key }) => key !== first.key)] : options);
  return {
    list,
    steady: {
      onKeyDown: (event: KeyboardEvent) => {
        const isNavigating = event.key === "ArrowDown" || event.key === "ArrowUp";
        const isOpen = event.target instanceof Element && event.target.matches("[aria-expanded=true]");
        if (isNavigating && isOpen && list.length > 0) setAim({ text, first: first ?? list[0], navigated: list });
      },
      onActive: (key: unknown) =>
        setAim((now) => (now.navigated?.[0]?.key === key ? { text: now.text, first: now.first } : now)),
    },
    rest: () => setAim({ text: "", first: undefined }),
  };
}
