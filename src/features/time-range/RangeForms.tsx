import { Input, InputNumber, Segmented, Select } from "antd";
import { useId } from "react";
import { t } from "../../i18n/translate.ts";
import { type End, type TimeRange, UNITS, type Unit } from "../../web/control-words/time-range.ts";
import styles from "./TimeRangePicker.module.css";
import { todayText } from "./use-time-range-preview.ts";

interface PeriodChoiceProps<P extends string> {
  periods: Readonly<Record<P, string>>;
  value: P;
  onChange(period: P): void;
}

export function PeriodChoice<P extends string>({ periods, value, onChange }: PeriodChoiceProps<P>) {
  const name = useId();
  return (
    <fieldset className={styles.periods}>
      <legend className="visually-hidden">{t("Period")}</legend>
      {(Object.entries(periods) as [P, string][]).map(([period, text]) => (
        <label key={period} className={styles.kind} data-checked={period === value || undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={period === value}
            onChange={() => onChange(period)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

type Custom = Extract<TimeRange, { kind: "custom" }>;

export function CustomRange({ range, onChange }: { range: Custom; onChange(range: TimeRange): void }) {
  return (
    <>
      <EndFields side="since" end={range.since} onChange={(since) => onChange({ ...range, since })} />
      <EndFields side="until" end={range.until} onChange={(until) => onChange({ ...range, until })} />
    </>
  );
}

const END_KINDS = [
  { value: "specific", label: t("Date") },
  { value: "relative", label: t("Relative") },
  { value: "now", label: t("Now") },
  { value: "today", label: t("Midnight") },
  { value: "open", label: t("Unbounded") },
];

function endOfKind(kind: string, before: End): End {
  if (kind === before.kind) return before;
  if (kind === "specific") return { kind, at: `${todayText()}T00:00:00` };
  if (kind === "relative") return { kind, amount: -7, unit: "day", anchor: "today" };
  return { kind: kind as "now" | "today" | "open" };
}

interface EndProps<E extends End> {
  side: "since" | "until";
  end: E;
  onChange(end: End): void;
}

function EndFields({ side, end, onChange }: EndProps<End>) {
  const title = side === "since" ? t("From (inclusive)") : t("To (exclusive)");
  return (
    <fieldset className={styles.end}>
      <legend>{title}</legend>
      <Segmented
        aria-label={title}
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
          aria-label={t("{side, select, since {From (inclusive) date and time} other {To (exclusive) date and time}}", {
            side,
          })}
          value={end.at.slice(0, 19)}
          onChange={(event) => event.target.value && onChange({ ...end, at: withSeconds(event.target.value) })}
        />
      ) : null}
      {end.kind === "relative" ? <RelativeEnd side={side} end={end} onChange={onChange} /> : null}
    </fieldset>
  );
}

function withSeconds(text: string): string {
  return text.length === 16 ? `${text}:00` : text;
}

const UNIT_NAMES: Readonly<Record<Unit, string>> = {
  second: t("seconds"),
  minute: t("minutes"),
  hour: t("hours"),
  day: t("days"),
  week: t("weeks"),
  month: t("months"),
  quarter: t("quarters"),
  year: t("years"),
};

type Relative = Extract<End, { kind: "relative" }>;

function RelativeEnd({ side, end, onChange }: EndProps<Relative>) {
  const isBefore = end.amount <= 0;
  const isDate = end.anchor !== "now" && end.anchor !== "today";
  const anchors = [
    { value: "now", label: t("now") },
    { value: "today", label: t("midnight today") },
    { value: "date", label: t("a date") },
  ];
  const anchor = (value: string) => (value === "date" ? `${todayText()}T00:00:00` : value);
  return (
    <>
      <div className={styles.relative}>
        <InputNumber
          aria-label={t("{side, select, since {From (inclusive) amount} other {To (exclusive) amount}}", { side })}
          min={0}
          precision={0}
          value={Math.abs(end.amount)}
          onChange={(amount) => onChange({ ...end, amount: (isBefore ? -1 : 1) * Number(amount ?? 0) || 0 })}
        />
        <Select
          aria-label={t("{side, select, since {From (inclusive) unit} other {To (exclusive) unit}}", { side })}
          value={end.unit}
          options={UNITS.map((unit) => ({ value: unit, label: UNIT_NAMES[unit] }))}
          onChange={(unit: Unit) => onChange({ ...end, unit })}
        />
        <Select
          aria-label={t("{side, select, since {From (inclusive) direction} other {To (exclusive) direction}}", {
            side,
          })}
          value={isBefore ? "before" : "after"}
          options={[
            { value: "before", label: t("before") },
            { value: "after", label: t("after") },
          ]}
          onChange={(side) => onChange({ ...end, amount: (side === "before" ? -1 : 1) * Math.abs(end.amount) || 0 })}
        />
        <Select
          aria-label={t("{side, select, since {From (inclusive) anchor} other {To (exclusive) anchor}}", { side })}
          value={isDate ? "date" : end.anchor}
          options={anchors}
          onChange={(value) => onChange({ ...end, anchor: anchor(value) })}
        />
      </div>
      {isDate ? (
        <Input
          type="datetime-local"
          step={1}
          aria-label={t("{side, select, since {From (inclusive) anchor date} other {To (exclusive) anchor date}}", {
            side,
          })}
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
        <label htmlFor={since}>{range.isWhole ? t("Range") : t("From (inclusive)")}</label>
        <Input
          id={since}
          value={range.since}
          placeholder={t("e.g. first day of last month")}
          onChange={(event) => onChange({ ...range, since: event.target.value, isWhole: false })}
        />
      </div>
      <div className={styles.end}>
        <label htmlFor={until}>{t("To (exclusive)")}</label>
        <Input
          id={until}
          value={range.until}
          placeholder={t("e.g. now")}
          onChange={(event) => onChange({ ...range, until: event.target.value, isWhole: false })}
        />
      </div>
      <p className={styles.hint}>
        {t(
          "Use dates, phrases like “3 days ago”, or the functions DATETIME(), DATEADD(), DATETRUNC(), LASTDAY() and HOLIDAY().",
        )}
      </p>
    </>
  );
}
