import { InputNumber, Select } from "antd";
import { t } from "../../i18n/translate.ts";
import { type End, UNITS, type Unit } from "../../web/control-words/time-range.ts";
import { addDays } from "./calendar-days.ts";
import { DateField, DateTimeField } from "./DateTimeField.tsx";
import { type CustomEnds, lastDayOf } from "./range-draft.ts";
import styles from "./TimeRangePanel.module.css";
import { todayText } from "./use-time-range-preview.ts";

type Side = "since" | "until";

interface RangeEndsProps {
  ends: CustomEnds;
  withTimes: boolean;
  onChange(ends: CustomEnds): void;
}

export function RangeEnds({ ends, withTimes, onChange }: RangeEndsProps) {
  const last = { side: "until", end: ends.until, withTimes } as const;
  return (
    <div className={styles.ends}>
      <EndFields
        {...{ side: "since", end: ends.since, withTimes }}
        onChange={(since) => onChange({ ...ends, since })}
      />
      <EndFields {...last} onChange={(until) => onChange({ ...ends, until })} />
    </div>
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
  side: Side;
  end: E;
  withTimes: boolean;
  onChange(end: End): void;
}

function EndFields({ side, end, withTimes, onChange }: EndProps<End>) {
  // Whole days are shown with the last one, which is easier to read than the midnight after it.
  const isLastDay = end.kind === "specific" && !withTimes;
  const title = side === "since" ? t("From (inclusive)") : isLastDay ? t("To (inclusive)") : t("To (exclusive)");
  return (
    <fieldset className={styles.end}>
      <legend className="visually-hidden">{title}</legend>
      <div className={styles.endHead}>
        <span aria-hidden>{title}</span>
        <Select
          aria-label={t("{end}: type", { end: title })}
          size="small"
          variant="borderless"
          popupMatchSelectWidth={false}
          options={END_KINDS}
          value={end.kind}
          onChange={(kind) => onChange(endOfKind(kind, end))}
        />
      </div>
      {end.kind === "specific" ? <SpecificEnd {...{ side, end, withTimes, onChange }} /> : null}
      {end.kind === "relative" ? <RelativeEnd {...{ side, end, withTimes, onChange }} /> : null}
    </fieldset>
  );
}

const sideDate = (side: Side) => t("{side, select, since {From: date} other {To: date}}", { side });
const sideTime = (side: Side) => t("{side, select, since {From: time} other {To: time}}", { side });

type Specific = Extract<End, { kind: "specific" }>;

function SpecificEnd({ side, end, withTimes, onChange }: EndProps<Specific>) {
  if (withTimes) {
    const labels = { dateLabel: sideDate(side), timeLabel: sideTime(side) };
    return <DateTimeField {...labels} at={end.at} onChange={(at) => onChange({ ...end, at })} />;
  }
  const midnight = (day: string) => (day === "" ? "" : `${side === "since" ? day : addDays(day, 1)}T00:00:00`);
  const shown = side === "since" || end.at === "" ? end.at.slice(0, 10) : lastDayOf(end.at);
  return <DateField label={sideDate(side)} day={shown} onChange={(day) => onChange({ ...end, at: midnight(day) })} />;
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

export const UNIT_OPTIONS = UNITS.map((unit) => ({ value: unit, label: UNIT_NAMES[unit] }));

const ANCHORS = [
  { value: "now", label: t("now") },
  { value: "today", label: t("midnight today") },
  { value: "date", label: t("a date") },
];

type Relative = Extract<End, { kind: "relative" }>;

function RelativeEnd({ side, end, onChange }: EndProps<Relative>) {
  const isBefore = end.amount <= 0;
  const isDate = end.anchor !== "now" && end.anchor !== "today";
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
          options={UNIT_OPTIONS}
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
          onChange={(way) => onChange({ ...end, amount: (way === "before" ? -1 : 1) * Math.abs(end.amount) || 0 })}
        />
        <Select
          aria-label={t("{side, select, since {From (inclusive) anchor} other {To (exclusive) anchor}}", { side })}
          value={isDate ? "date" : end.anchor}
          options={ANCHORS}
          onChange={(value) => onChange({ ...end, anchor: anchor(value) })}
        />
      </div>
      {isDate ? (
        <DateTimeField
          dateLabel={sideDate(side)}
          timeLabel={sideTime(side)}
          at={end.anchor}
          onChange={(at) => onChange({ ...end, anchor: at })}
        />
      ) : null}
    </>
  );
}
