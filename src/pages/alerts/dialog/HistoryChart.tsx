import { niceScale } from "../../../chart-kit/axes/nice-scale.ts";
import { formatCompact } from "../../../chart-kit/format/plain-number.ts";
import { inlineSign } from "../../../i18n/direction.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { dateText } from "../../../web/client/clock.ts";
import { valueText } from "../report-labels.tsx";
import styles from "./aside.module.css";

interface Point {
  day: string;
  value: number | null;
  is_triggered: boolean;
}

const SIZE = { width: 270, height: 164 } as const;
const FRAME = { left: 40, right: 8, top: 8, bottom: 20 } as const;
const INNER = { width: SIZE.width - FRAME.left - FRAME.right, height: SIZE.height - FRAME.top - FRAME.bottom };

const LABEL_HALF = 18;

interface Mark extends Point {
  x: number;
  y: number;
}

export function HistoryChart({ points, threshold }: { points: readonly Point[]; threshold: number | null }) {
  const numbers = points.flatMap(({ value }) => value ?? []);
  if (numbers.length === 0) return <p className={styles.note}>{t("The query returned no numbers.")}</p>;
  const all = threshold === null ? numbers : [...numbers, threshold];
  const { min, max, ticks } = niceScale([Math.min(...all), Math.max(...all)], { count: 2 });
  const isMirrored = inlineSign() === -1;
  const across = (x: number) => (isMirrored ? SIZE.width - x : x);
  const xOf = (index: number) => FRAME.left + (index / Math.max(1, points.length - 1)) * INNER.width;
  const yOf = (value: number) => FRAME.top + (1 - (value - min) / (max - min || 1)) * INNER.height;
  const marks = points.flatMap((point, index): Mark[] =>
    point.value === null ? [] : [{ ...point, x: across(xOf(index)), y: yOf(point.value) }],
  );
  const [start, end] = [across(FRAME.left), across(SIZE.width - FRAME.right)];
  return (
    <svg
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      className={styles.chart}
      role="img"
      aria-label={summary(points, threshold)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={start} x2={end} y1={yOf(tick)} y2={yOf(tick)} data-kind={tick === min ? "axis" : "grid"} />
          <text x={across(FRAME.left - 6)} y={yOf(tick)} dy="0.32em" textAnchor={isMirrored ? "start" : "end"}>
            {formatCompact(tick)}
          </text>
        </g>
      ))}
      {dayTicks(points).map(({ index, text }) => (
        <text
          key={index}
          x={across(Math.min(xOf(index), SIZE.width - LABEL_HALF))}
          y={SIZE.height - 4}
          textAnchor="middle"
        >
          {text}
        </text>
      ))}
      {threshold === null ? null : (
        <line x1={start} x2={end} y1={yOf(threshold)} y2={yOf(threshold)} data-kind="threshold" />
      )}
      <path d={lineThrough(points, marks)} />
      {marks.map((mark) => (
        <circle key={mark.day} cx={mark.x} cy={mark.y} r={mark.is_triggered ? 3.5 : 1.5} data-fired={mark.is_triggered}>
          <title>{t("{day}: {value}", { day: dayText(mark.day), value: valueText(mark.value) })}</title>
        </circle>
      ))}
    </svg>
  );
}

function lineThrough(points: readonly Point[], marks: readonly Mark[]): string {
  const at = new Map(marks.map((mark) => [mark.day, mark]));
  let isOpen = false;
  const steps = points.map(({ day }) => {
    const mark = at.get(day);
    const step = mark ? `${isOpen ? "L" : "M"}${mark.x.toFixed(1)} ${mark.y.toFixed(1)}` : "";
    isOpen = mark !== undefined;
    return step;
  });
  return steps.join("");
}

const WEEK = 7;

function dayTicks(points: readonly Point[]) {
  const last = points.length - 2;
  return points.flatMap(({ day }, index) => {
    const isTick = index <= last && (last - index) % WEEK === 0 && index >= 2;
    return isTick ? [{ index, text: dayText(day) }] : [];
  });
}

function dayText(day: string): string {
  return dateText(new Date(`${day}T00:00:00Z`), { day: "numeric", month: "short", timeZone: "UTC" });
}

function summary(points: readonly Point[], threshold: number | null): string {
  const fired = points.filter(({ is_triggered }) => is_triggered);
  const dates = fired.map(({ day, value }) => t("{day} ({value})", { day: dayText(day), value: valueText(value) }));
  const result = dates.length === 0 ? t("Never fires.") : t("Fires on {dates}.", { dates: list(dates, "commas") });
  const days = points.length;
  return threshold === null
    ? t("Results for {days, plural, one {# day} other {# days}}. {result}", { days, result })
    : t("Results for {days, plural, one {# day} other {# days}}, threshold {threshold}. {result}", {
        days,
        threshold: valueText(threshold),
        result,
      });
}
