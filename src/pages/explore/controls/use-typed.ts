import { type KeyboardEvent, useEffect, useState } from "react";
import { useDebouncedCallback } from "../../../web/client/clock.ts";
import type { WidgetProps } from "../state/widget.ts";
import { useLeaving } from "../workbench/use-leaving.ts";

/** What is being written, passed into the form once writing rests, the field is left, or a shortcut is pressed. */
export function useTyped<T>(
  { onChange, isImmediate }: Pick<WidgetProps, "onChange" | "isImmediate">,
  outside: T,
): { draft: T; type(next: T): void; keep: { onBlur(): void; onKeyDown(event: KeyboardEvent): void } } {
  const [draft, setDraft] = useState(outside);
  const key = JSON.stringify(outside);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of the same numbers is the same value
  useEffect(() => setDraft(outside), [key]);
  const emit = useDebouncedCallback(onChange);
  const flush = () => {
    if (JSON.stringify(draft) !== key) onChange(draft);
  };
  useLeaving(flush);
  return {
    draft,
    type: (next) => {
      setDraft(next);
      if (isImmediate) onChange(next);
      else emit(next);
    },
    keep: {
      onBlur: flush,
      onKeyDown: (event) => {
        if (event.key === "Enter" || event.ctrlKey || event.metaKey) flush();
      },
    },
  };
}
