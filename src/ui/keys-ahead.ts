/** A key that was pressed before what it is for was there. */
export interface HeldKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

export interface KeysAhead {
  /** From now on keys wait; Escape and Tab, which lead away, call `leave` instead, and what waited is forgotten. */
  hold(leave: () => void): void;
  /** Gives the keys that wait to `take`, in their order, until it holds again. */
  release(take: (key: HeldKey) => void): void;
  /** Forgets what waits, as what it waited for does not come. */
  forget(): void;
}

/** The keys that walk a menu. */
export const STEPS: readonly string[] = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Enter"];

/**
 * Who knows a menu types its keys at once, before its code has come or its entries are drawn. They wait here instead of
 * pressing the button again or scrolling the page.
 */
export function createKeysAhead(): KeysAhead {
  const held: HeldKey[] = [];
  let leave: (() => void) | undefined;
  const stop = () => {
    leave = undefined;
    window.removeEventListener("keydown", handle, true);
  };
  const forget = () => {
    held.length = 0;
    stop();
  };
  const handle = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, repeat } = event;
    const leads = leave;
    if (key === "Tab" || key === "Escape") forget();
    else if (!STEPS.includes(key)) return;
    // Tab goes on from the button by itself.
    if (key !== "Tab") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (key === "Tab" || key === "Escape") leads?.();
    else if (!repeat || key !== "Enter") held.push({ key, ctrlKey, metaKey });
  };
  return {
    hold: (onLeave) => {
      if (leave === undefined) window.addEventListener("keydown", handle, true);
      leave = onLeave;
    },
    release: (take) => {
      stop();
      while (leave === undefined) {
        const next = held.shift();
        if (next === undefined) return;
        take(next);
      }
    },
    forget,
  };
}
