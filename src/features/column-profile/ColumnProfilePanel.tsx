import { Button } from "antd";
import { ListFilter } from "lucide-react";
import type { ColumnProfile } from "../../api/datasource/contract.ts";
import { timeOnClock } from "../../chart-kit/format/zoned.ts";
import { formatTimestamp } from "../../chart-kit/table/column.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import type { ApiError } from "../../web/client/errors.ts";
import { valueText } from "../../web/control-words/filter-words.ts";
import styles from "./column-profile.module.css";
import { Histogram } from "./Histogram.tsx";
import { useColumnProfile } from "./use-column-profile.ts";

export type ProfileValue = ColumnProfile["min"];

export interface ProfilePlacement {
  key: string;
  label: string;
  onSelect(): void;
}

export interface ColumnProfileProps {
  dataset: Pick<Dataset, "id" | "type">;
  column: string;
  title: string;
  placements?: readonly ProfilePlacement[];
  onFilter?: ((value: ProfileValue) => void) | undefined;
}

export function ColumnProfilePanel({ dataset, column, title, placements = [], onFilter }: ColumnProfileProps) {
  const { data, error, isLoading, reload } = useColumnProfile(dataset, column);
  return (
    <div className={styles.panel}>
      <p className={styles.head}>
        <strong dir="auto">{title}</strong>
        {data?.type ? <code>{data.type.toLowerCase()}</code> : null}
      </p>
      {isLoading ? <SkeletonLines lines={6} /> : null}
      {error ? <Failure error={error} onRetry={reload} /> : null}
      {data ? <Facts profile={data} onFilter={onFilter} /> : null}
      {placements.length > 0 ? (
        <div className={styles.actions}>
          {placements.map(({ key, label, onSelect }) => (
            <Button key={key} size="small" onClick={onSelect}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

const FORBIDDEN = 403;

function Failure({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  return (
    <div role="alert" className={styles.failure}>
      <p>{t("The profile failed to load: {message}", { message: error.message })}</p>
      {error.status === FORBIDDEN ? null : (
        <Button size="small" onClick={onRetry}>
          {t("Retry")}
        </Button>
      )}
    </div>
  );
}

const percentOf = (part: number, whole: number) =>
  number(whole === 0 ? 0 : part / whole, {
    style: "percent",
    maximumFractionDigits: part > 0 && part / whole < 0.01 ? 2 : 1,
  });

function Facts({ profile, onFilter }: { profile: ColumnProfile; onFilter: ColumnProfileProps["onFilter"] }) {
  const { rows, missing, distinct, histogram, values, max, zone } = profile;
  if (rows === 0) return <p className={styles.note}>{t("The dataset has no rows.")}</p>;
  const facts: [string, string][] = [
    [t("Rows"), number(rows)],
    [t("Distinct"), number(distinct)],
    [t("Missing"), `${number(missing)} (${percentOf(missing, rows)})`],
    ...extremes(profile),
  ];
  return (
    <>
      {profile.is_sample ? (
        <p className={styles.note}>{t("Sample: the first {rows, number} rows of a larger dataset.", { rows })}</p>
      ) : null}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {histogram && histogram.bins.length > 0 ? (
        <Histogram {...histogram} max={typeof max === "number" ? timeOnClock(max, zone) : max} />
      ) : null}
      {values.length > 0 ? <TopValues profile={profile} onFilter={onFilter} /> : null}
      {missing === rows ? <p className={styles.note}>{t("Every value is missing.")}</p> : null}
    </>
  );
}

function extremes(profile: ColumnProfile): [string, string][] {
  const { kind, min, max, mean } = profile;
  if (kind !== "numeric" && kind !== "temporal") return [];
  const shown: [string, ProfileValue][] = [
    [t("Minimum"), min],
    [t("Maximum"), max],
    [t("Mean"), mean],
  ];
  return shown.flatMap(([name, value]) => (value === null ? [] : [[name, textOf(value, profile)]]));
}

function textOf(value: ProfileValue, { kind, zone }: ColumnProfile): string {
  if (value === null) return valueText(value);
  if (kind === "temporal" && typeof value === "number") return formatTimestamp(timeOnClock(value, zone));
  return kind === "numeric" && typeof value === "number"
    ? number(value, { maximumFractionDigits: 4 })
    : valueText(value);
}

function TopValues({ profile, onFilter }: { profile: ColumnProfile; onFilter: ColumnProfileProps["onFilter"] }) {
  const { values, rows } = profile;
  const most = values[0]?.count ?? 1;
  return (
    <div>
      <h3 className={styles.subhead}>{t("Top values")}</h3>
      <ul className={styles.values} aria-label={t("Top values")}>
        {values.map(({ value, count }) => {
          const text = textOf(value, profile);
          return (
            <li key={String(value)} style={{ "--share": `${(count / most) * 100}%` } as React.CSSProperties}>
              <span className={styles.value} dir="auto" title={text}>
                {text}
              </span>
              <span className={styles.count} title={percentOf(count, rows)}>
                {number(count)}
              </span>
              {onFilter ? (
                <IconButton
                  label={t("Filter by {value}", { value: text })}
                  icon={<ListFilter size={14} aria-hidden />}
                  size={24}
                  onClick={() => onFilter(value)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
