import type { ColumnProfile } from "../../api/datasource/contract.ts";
import { formatTimestamp } from "../../chart-kit/table/column.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./column-profile.module.css";

type HistogramProps = NonNullable<ColumnProfile["histogram"]> & Pick<ColumnProfile, "max">;

export function Histogram({ grain, bins, max }: HistogramProps) {
  const [start, end] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const most = Math.max(...bins.map((bin) => bin.count), 1);
  const text = (value: number) => (grain ? formatTimestamp(value) : number(value, { maximumFractionDigits: 2 }));
  const last = typeof max === "number" ? max : end;
  const place = (value: number) => `${((value - start) / (end - start)) * 100}%`;
  return (
    <figure className={styles.histogram}>
      <div
        className={styles.bars}
        role="img"
        aria-label={t("Histogram from {start} to {end}", { start: text(start), end: text(last) })}
      >
        {bins.map(({ from, to, count }) => (
          <span
            key={from}
            title={t("{from} to {to}: {count, plural, one {# row} other {# rows}}", {
              from: text(from),
              to: text(to),
              count,
            })}
            style={{
              insetInlineStart: place(from),
              width: `max(1px, calc(${place(start + to - from)} - 1px))`,
              height: count === 0 ? 0 : `max(2px, ${(count / most) * 100}%)`,
            }}
          />
        ))}
      </div>
      <figcaption>
        <span>{text(start)}</span>
        <span>{text(last)}</span>
      </figcaption>
    </figure>
  );
}
