import { useId, useRef, useState } from "react";
import { browserZone, effectiveZone } from "../../i18n/browser-zone.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { dateText } from "../../web/client/clock.ts";
import { advancedOf, type TimeRange } from "../../web/control-words/time-range.ts";
import { RangeCalendar } from "./RangeCalendar.tsx";
import { RangeEnds } from "./RangeEnds.tsx";
import { AdvancedRange, LAST_WEEK, RangeTypes, RollingFields } from "./RangeForms.tsx";
import {
  type CustomEnds,
  type Days,
  daysOf,
  hasTimes,
  isUnbounded,
  type RangeDraft,
  rangeOfDays,
  rangeOfRolling,
  rollingOf,
  shownEnds,
  wholeDays,
} from "./range-draft.ts";
import styles from "./TimeRangePanel.module.css";
import type { TimeSource } from "./time-source.ts";
import { type TimeExtent, useTimeExtent } from "./use-time-extent.ts";
import { formatBounds, todayText } from "./use-time-range-preview.ts";

interface TimeRangePanelProps {
  draft: RangeDraft;
  sources?: readonly TimeSource[] | undefined;
}

export function TimeRangePanel({ draft, sources }: TimeRangePanelProps) {
  const { range, setRange, preview, problem } = draft;
  const extent = useTimeExtent(sources);
  const days = useLastDays(daysOf(range, preview));
  const rolling = rollingOf(range);
  const ends = shownEnds(range, preview);
  const setEnds = (next: CustomEnds) => setRange({ kind: "custom", ...next });
  const advanced = () => setRange(advancedOf(range));
  return (
    <div className={styles.panel} data-time-range>
      <div className={styles.body}>
        <RangeTypes
          range={range}
          isRolling={rolling !== undefined}
          onChange={setRange}
          onRelative={() => setRange(rangeOfRolling(LAST_WEEK))}
          onCustom={() => setRange(customOf(range, ends))}
          onAdvanced={advanced}
        />
        <div className={styles.fields}>
          <RollingFields rolling={rolling} onChange={setRange} />
          {range.kind === "advanced" ? (
            <AdvancedRange range={range} onChange={setRange} />
          ) : (
            <DatedEnds ends={ends} onChange={setEnds} />
          )}
          <RangeCalendar
            days={range.kind === "none" ? undefined : days}
            extent={extent}
            today={todayText()}
            onPick={(first, last) => setRange(rangeOfDays(first, last))}
          />
          {extent ? <ExtentNote extent={extent} days={days} /> : null}
        </div>
      </div>
      <div
        className={styles.preview}
        role="status"
        data-error={problem ? true : undefined}
        title={preview.bounds && formatBounds(preview.bounds.since, preview.bounds.until)}
      >
        {problem ?? preview.text}
        {problem || range.kind === "none" ? null : <ZoneNote />}
      </div>
    </div>
  );
}

/** Named where it isn't the browser's. */
function ZoneNote() {
  const zone = effectiveZone();
  return zone === browserZone() ? null : <span className={styles.zone}>{zone.replaceAll("_", " ")}</span>;
}

/** The days before, while those of a changed range are being resolved. */
function useLastDays(days: Days | undefined): Days | undefined {
  const last = useRef(days);
  if (days) last.current = days;
  return days ?? last.current;
}

function customOf(range: TimeRange, ends: CustomEnds): TimeRange {
  if (range.kind === "custom" && !rollingOf(range)) return range;
  const isDated = ends.since.kind === "specific" && ends.until.kind === "specific";
  return isDated ? { kind: "custom", ...ends } : rangeOfDays(todayText(), todayText());
}

function DatedEnds({ ends, onChange }: { ends: CustomEnds; onChange(ends: CustomEnds): void }) {
  const times = useId();
  const [choice, setChoice] = useState<boolean>();
  const withTimes = choice || hasTimes(ends);
  const isDated = ends.since.kind === "specific" || ends.until.kind === "specific";
  const toggle = (isOn: boolean) => {
    setChoice(isOn);
    if (!isOn && hasTimes(ends)) onChange(wholeDays(ends));
  };
  return (
    <div className={styles.dated}>
      <RangeEnds ends={ends} withTimes={withTimes} onChange={onChange} />
      {isDated ? (
        <label className={styles.times} htmlFor={times}>
          <Checkbox id={times} checked={withTimes} onChange={(event) => toggle(event.target.checked)} />
          {t("Set times of day")}
        </label>
      ) : null}
    </div>
  );
}

const dayText = (day: string) => dateText(new Date(`${day}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });

function ExtentNote({ extent, days }: { extent: TimeExtent; days: Days | undefined }) {
  const [start, end] = [dayText(extent.min), dayText(extent.max)];
  const isEarly = days !== undefined && !isUnbounded(days.first) && days.first < extent.min;
  const isLate = days !== undefined && !isUnbounded(days.last) && days.last > extent.max;
  return (
    <p className={styles.extent}>
      <span>{t("Data from {start} to {end}", { start, end })}</span>
      {isEarly ? <span>{t("No data before {date}", { date: start })}</span> : null}
      {isLate ? <span>{t("No data after {date}", { date: end })}</span> : null}
    </p>
  );
}
