import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import {
  type CalendarPeriod,
  CURRENT_TEXTS,
  formatTimeRange,
  LAST_TEXTS,
  parseTimeRange,
  type RangeKind,
  rangeOfKind,
  type TimeRange,
} from "../../web/control-words/time-range.ts";
import { AdvancedRange, CustomRange, PeriodChoice } from "./RangeForms.tsx";
import styles from "./TimeRangePicker.module.css";
import { todayText, useTimeRangePreview } from "./use-time-range-preview.ts";

const KINDS: readonly (readonly [RangeKind, string])[] = [
  ["last", t("Last")],
  ["previous", t("Previous")],
  ["current", t("Current")],
  ["custom", t("Custom")],
  ["advanced", t("Advanced")],
  ["none", t("No filter")],
];

const PREVIOUS: Readonly<Record<CalendarPeriod, string>> = {
  week: t("Previous calendar week"),
  month: t("Previous calendar month"),
  quarter: t("Previous calendar quarter"),
  year: t("Previous calendar year"),
};

interface TimeRangeEditorProps {
  value: string;
  onApply(value: string): void;
  onCancel(): void;
}

export function TimeRangeEditor({ value, onApply, onCancel }: TimeRangeEditorProps) {
  const [range, setRange] = useState<TimeRange>(() => parseTimeRange(value));
  const text = formatTimeRange(range);
  const preview = useTimeRangePreview(text);
  const form = useRef<HTMLFormElement>(null);
  // This code is lazy-loaded after the popover has taken the focus.
  useEffect(() => form.current?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true }), []);
  return (
    <form
      ref={form}
      className={styles.editor}
      aria-label={t("Time range")}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!preview.error) onApply(text);
      }}
    >
      <div className={styles.body}>
        <fieldset className={styles.kinds}>
          <legend className="visually-hidden">{t("Range type")}</legend>
          {KINDS.map(([kind, label]) => (
            <label key={kind} className={styles.kind} data-checked={range.kind === kind || undefined}>
              <input
                type="radio"
                name="time-range-kind"
                className="visually-hidden"
                checked={range.kind === kind}
                onChange={() => setRange(rangeOfKind(kind, range, todayText()))}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className={styles.fields}>
          <Fields range={range} onChange={setRange} />
        </div>
      </div>
      <div className={styles.preview} role="status" data-error={preview.error ? true : undefined}>
        {preview.error ?? preview.text}
      </div>
      <div className={styles.footer}>
        <Button size="small" onClick={onCancel}>
          {t("Cancel")}
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={Boolean(preview.error)}>
          {t("Apply")}
        </Button>
      </div>
    </form>
  );
}

function Fields({ range, onChange }: { range: TimeRange; onChange(range: TimeRange): void }) {
  switch (range.kind) {
    case "none":
      return null;
    case "last":
      return (
        <PeriodChoice
          periods={LAST_TEXTS}
          value={range.period}
          onChange={(period) => onChange({ kind: "last", period })}
        />
      );
    case "previous":
      return (
        <PeriodChoice
          periods={PREVIOUS}
          value={range.period}
          onChange={(period) => onChange({ kind: "previous", period })}
        />
      );
    case "current":
      return (
        <PeriodChoice
          periods={CURRENT_TEXTS}
          value={range.period}
          onChange={(period) => onChange({ kind: "current", period })}
        />
      );
    case "custom":
      return <CustomRange range={range} onChange={onChange} />;
    case "advanced":
      return <AdvancedRange range={range} onChange={onChange} />;
  }
}
