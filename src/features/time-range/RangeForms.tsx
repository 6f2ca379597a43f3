import { Input, InputNumber, Segmented, Select } from "antd";
import { useId } from "react";
import { type End, type TimeRange, UNITS, type Unit } from "../../web/control-words/time-range.ts";
import styles from "./TimeRangePicker.module.css";
import { todayText } from "./use-time-range-preview.ts";

interface PeriodChoiceProps {
  prefix: string;
  periods: readonly string[];
  value: string;
  onChange(period: string): void;
}

export function PeriodChoice({ prefix, periods, value, onChange }: PeriodChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.periods}>
      <legend className="visually-hidden">Period</legend>
      {periods.map((period) => (
        <label key={period} className={styles.kind} data-checked={period === value || undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={period === value}
            onChange={() => onChange(period)}
          />
          {prefix} {period}
        </label>
      ))}
    </fieldset>
  );
}

type Custom = Extract<TimeRange, { kind: "custom" }>;

export function CustomRange({ range, onChange }: { range: Custom; onChange(range: TimeRange): void }) {
  return (
    <>
      <EndFields label="From (inclusive)" end={range.since} onChange={(since) => onChange({ ...range, since })} />
      <EndFields label="To (exclusive)" end={range.until} onChange={(until) => onChange({ ...range, until })} />
    </>
  );
}

const END_KINDS = [
  { value: "specific", label: "Date" },
  { value: "relative", label: "Relative" },
  { value: "now", label: "Now" },
  { value: "today", label: "Midnight" },
  { value: "open", label: "Unbounded" },
];

function endOfKind(kind: string, before: End): End {
  if (kind === before.kind) return before;
  if (kind === "specific") return { kind, at: `${todayText()}T00:00:00` };
  if (kind === "relative") return { kind, amount: -7, unit: "day", anchor: "today" };
  return { kind: kind as "now" | "today" | "open" };
}

function EndFields({ label, end, onChange }: { label: string; end: End; onChange(end: End): void }) {
  return (
    <fieldset className={styles.end}>
      <legend>{label}</legend>
      <Segmented
        size="small"
        block
        options={END_KINDS}
        value={end.kind}
        onChange={(kind) => onChange(endOfKind(kind, end))}
      />
      {end.kind === "specific" ? (
        <Input
          type="datetime-local"
          step={1}
          aria-label={`${label} date and time`}
          value={end.at.slice(0, 19)}
          onChange={(event) => event.target.value && onChange({ ...end, at: withSeconds(event.target.value) })}
        />
      ) : null}
      {end.kind === "relative" ? <RelativeEnd label={label} end={end} onChange={onChange} /> : null}
    </fieldset>
  );
}

function withSeconds(text: string): string {
  return text.length === 16 ? `${text}:00` : text;
}

type Relative = Extract<End, { kind: "relative" }>;

function RelativeEnd({ label, end, onChange }: { label: string; end: Relative; onChange(end: End): void }) {
  const isBefore = end.amount <= 0;
  const isDate = end.anchor !== "now" && end.anchor !== "today";
  const anchors = [
    { value: "now", label: "now" },
    { value: "today", label: "midnight today" },
    { value: "date", label: "a date" },
  ];
  const anchor = (value: string) => (value === "date" ? `${todayText()}T00:00:00` : value);
  return (
    <>
      <div className={styles.relative}>
        <InputNumber
          aria-label={`${label} amount`}
          min={0}
          precision={0}
          value={Math.abs(end.amount)}
          onChange={(amount) => onChange({ ...end, amount: (isBefore ? -1 : 1) * Number(amount ?? 0) || 0 })}
        />
        <Select
          aria-label={`${label} unit`}
          value={end.unit}
          options={UNITS.map((unit) => ({ value: unit, label: `${unit}s` }))}
          onChange={(unit: Unit) => onChange({ ...end, unit })}
        />
        <Select
          aria-label={`${label} direction`}
          value={isBefore ? "before" : "after"}
          options={["before", "after"].map((value) => ({ value, label: value }))}
          onChange={(side) => onChange({ ...end, amount: (side === "before" ? -1 : 1) * Math.abs(end.amount) || 0 })}
        />
        <Select
          aria-label={`${label} anchor`}
          value={isDate ? "date" : end.anchor}
          options={anchors}
          onChange={(value) => onChange({ ...end, anchor: anchor(value) })}
        />
      </div>
      {isDate ? (
        <Input
          type="datetime-local"
          step={1}
          aria-label={`${label} anchor date`}
          value={end.anchor.slice(0, 19)}
          onChange={(event) => event.target.value && onChange({ ...end, anchor: withSeconds(event.target.value) })}
        />
      ) : null}
    </>
  );
}

type Advanced = Extract<TimeRange, { kind: "advanced" }>;

export function AdvancedRange({ range, onChange }: { range: Advanced; onChange(range: TimeRange): void }) {
  const since = useId();
  const until = useId();
  return (
    <>
      <div className={styles.end}>
        <label htmlFor={since}>{range.isWhole ? "Range" : "From (inclusive)"}</label>
        <Input
          id={since}
          value={range.since}
          placeholder="e.g. first day of last month"
          onChange={(event) => onChange({ ...range, since: event.target.value, isWhole: false })}
        />
      </div>
      <div className={styles.end}>
        <label htmlFor={until}>To (exclusive)</label>
        <Input
          id={until}
          value={range.until}
          placeholder="e.g. now"
          onChange={(event) => onChange({ ...range, until: event.target.value, isWhole: false })}
        />
      </div>
      <p className={styles.hint}>
        Use dates, phrases like “3 days ago”, or the functions DATETIME(), DATEADD(), DATETRUNC(), LASTDAY() and
        HOLIDAY().
      </p>
    </>
  );
}
