import { type KeyboardEvent, useEffect, useState } from "react";
import { useDebouncedCallback } from "../../../web/client/clock.ts";
import type { WidgetProps } from "../state/widget.ts";
import { usePageHide } from "../workbench/use-page-hide.ts";

export function useDraftValue<T>(
  { onChange, isImmediate }: Pick<WidgetProps, "onChange" | "isImmediate">,
  value: T,
): { draft: T; setValue(next: T): void; handlers: { onBlur(): void; onKeyDown(event: KeyboardEvent): void } } {
  const [draft, setDraft] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares arrays by content
  useEffect(() => setDraft(value), [key]);
  const emit = useDebouncedCallback(onChange);
  const flush = () => {
    if (JSON.stringify(draft) !== key) onChange(draft);
  };
  usePageHide(flush);
  return {
    draft,
    setValue: (next) => {
      setDraft(next);
      if (isImmediate) onChange(next);
      else emit(next);
    },
    handlers: {
      onBlur: flush,
      onKeyDown: (event) => {
        if (event.key === "Enter" || event.ctrlKey || event.metaKey) flush();
      },
    },
  };
}
