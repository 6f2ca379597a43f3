import { useMemo } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { DataRow } from "../../model/query-context.ts";
import { fullNumberFormatter } from "../format/plain-number.ts";
import { type ColumnProfile, columnProfile } from "../table/column-profile.ts";
import styles from "./ColumnSummary.module.css";

export function ColumnSummary({ column, rows }: { column: TableColumn; rows: readonly DataRow[] }) {
  const profile = useMemo(() => columnProfile(column, rows), [column, rows]);
  const facts = factsOf(profile, column);
  return (
    <section className={styles.summary} aria-label={t("{column} summary", { column: column.label })}>
      <h3>{t("In {count, plural, one {# row} other {# rows}}", { count: profile.rows })}</h3>
      {profile.bins.length > 0 ? <Histogram profile={profile} column={column} /> : null}
      <dl>
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={text}>{text}</dd>
          </div>
        ))}
      </dl>
      {profile.frequent.length > 0 ? <Frequent profile={profile} column={column} /> : null}
    </section>
  );
}

const count = (value: number) => number(value);

const meanText = (mean: number) => fullNumberFormatter(Math.abs(mean) >= 1000 ? ",.1~f" : ",.4~r")(mean);

function factsOf({ rows, missing, distinct, least, most, mean }: ColumnProfile, column: TableColumn) {
  const ends =
    least === undefined || most === undefined
      ? []
      : ([
          [t("Min"), least],
          [t("Max"), most],
        ] as const);
  return [
    { name: t("Missing"), text: missing === 0 ? "0" : `${count(missing)} (${share(missing / rows)})` },
    { name: t("Distinct"), text: count(distinct) },
    ...ends.map(([name, value]) => ({ name, text: column.format(value, {}) })),
    ...(mean === undefined ? [] : [{ name: t("Mean"), text: meanText(mean) }]),
  ];
}

const share = fullNumberFormatter(".1~%");

const HEIGHT = 36;
const WIDTH = 208;

function Histogram({ profile: { bins, least, most }, column }: { profile: ColumnProfile; column: TableColumn }) {
  const fullest = Math.max(...bins);
  const width = WIDTH / bins.length;
  const text = (value: typeof least) => (value === undefined ? "" : column.format(value, {}));
  const label = t(
    "Values from {least} to {most}: {counts} in {ranges, plural, one {# equal range} other {# equal ranges}}",
    {
      least: text(least),
      most: text(most),
      counts: bins.map(count).join(", "),
      ranges: bins.length,
    },
  );
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.bins}>
      {bins.map((own, at) => {
        // Any existing value is visible.
        const height = own === 0 ? 0 : Math.max(1.5, (own / fullest) * HEIGHT);
        // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
        return <rect key={at} x={at * width} y={HEIGHT - height} width={width - 1} height={height} />;
      })}
    </svg>
  );
}

function Frequent({ profile: { frequent, rows }, column }: { profile: ColumnProfile; column: TableColumn }) {
  return (
    <ul className={styles.frequent} aria-label={t("Most frequent")}>
      {frequent.map(({ value, count: own }) => {
        const text = value === "" ? t("(empty string)") : column.format(value, {});
        return (
          <li key={String(value)}>
            <span className={styles.bar} style={{ width: `${(100 * own) / rows}%` }} />
            <span title={text}>{text}</span>
            <span>{count(own)}</span>
          </li>
        );
      })}
    </ul>
  );
}
