import { useEffect, useRef } from "react";
import { useRangeDraft } from "./range-draft.ts";
import { TimeRangePanel } from "./TimeRangePanel.tsx";
import type { TimeSource } from "./time-source.ts";

interface TimeRangeFieldsProps {
  value: string;
  sources?: readonly TimeSource[] | undefined;
  /** Called when the user changes the range. While there is a problem, the text is not to be used. */
  onChange(text: string, problem: string | undefined): void;
}

/** The panel as a part of another form, which has its own Apply. */
export function TimeRangeFields({ value, sources, onChange }: TimeRangeFieldsProps) {
  const draft = useRangeDraft(value);
  const { text, problem, isChanged } = draft;
  const report = useRef(onChange);
  report.current = onChange;
  useEffect(() => {
    if (isChanged) report.current(text, problem);
  }, [text, problem, isChanged]);
  return <TimeRangePanel draft={draft} sources={sources} />;
}
