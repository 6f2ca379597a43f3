import { type KeyboardEvent, useState } from "react";

interface Keyed {
  key: string;
}

interface Aim<T> {
  text: string;
  first: T | undefined;
  /** The whole list, once one walks it by the arrows. */
  walked?: readonly T[] | undefined;
}

/**
 * What a list offers while one searches, such that Enter takes what was in sight when it was pressed, however the
 * answers to the search come: what was offered first for a text stays first, and a list that is walked by the arrows
 * stays as it is until the text changes, the walk comes back to its beginning or the list closes.
 */
export function useSteadyOptions<T extends Keyed>(options: readonly T[], text: string) {
  const [aim, setAim] = useState<Aim<T>>({ text, first: undefined });
  const isSameText = aim.text === text;
  const first = isSameText && text !== "" ? aim.first : undefined;
  if (!isSameText || (!first && text !== "" && options[0])) setAim({ text, first: options[0] });
  const walked = isSameText ? aim.walked : undefined;
  const list = walked ?? (first ? [first, ...options.filter(({ key }) => key !== first.key)] : options);
  return {
    list,
    /** For the list that shows them. */
    steady: {
      onKeyDown: (event: KeyboardEvent) => {
        const isWalking = event.key === "ArrowDown" || event.key === "ArrowUp";
        const isOpen = event.target instanceof Element && event.target.matches("[aria-expanded=true]");
        if (isWalking && isOpen && list.length > 0) setAim({ text, first: first ?? list[0], walked: list });
      },
      onActive: (key: unknown) =>
        setAim((now) => (now.walked?.[0]?.key === key ? { text: now.text, first: now.first } : now)),
    },
    rest: () => setAim({ text: "", first: undefined }),
  };
}
