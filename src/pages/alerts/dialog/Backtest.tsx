import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { history } from "../../../api/report/contract.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { useDebounced } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { valueText } from "../report-labels.tsx";
import styles from "./aside.module.css";
import { conditionOf } from "./condition.ts";
import type { Draft } from "./draft.ts";
import { HistoryChart } from "./HistoryChart.tsx";

const DAYS = 30;
const TYPING_DELAY_MS = 800;

export function Backtest({ draft }: { draft: Draft }) {
  return (
    <section>
      <h3 className={styles.asideHeading}>{t("Last 30 days (backtest)")}</h3>
      <div className={styles.card}>
        <BacktestResult draft={draft} />
      </div>
    </section>
  );
}

function BacktestResult({ draft }: { draft: Draft }) {
  const condition = conditionOf(draft);
  const key = JSON.stringify(condition && { ...condition, timezone: draft.timezone, days: DAYS });
  const debounced = useDebounced(key, TYPING_DELAY_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["report", "history", debounced],
    enabled: debounced !== undefined && condition !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await call(history, { body: JSON.parse(debounced) }, { signal })).result,
  });
  if (!condition)
    return t("Choose a database, query and threshold to see when this alert would have fired in the last 30 days.");
  if (error) return <span className={styles.cause}>{toApiError(error).message}</span>;
  if (!data) return <SkeletonLines lines={5} />;
  if (!data.is_relative) {
    const today = data.points[0]?.value;
    return today === null || today === undefined
      ? t("No history: the query doesn't use the current date (current_date, now()).")
      : t("No history: the query doesn't use the current date (current_date, now()). Today's result is {value}.", {
          value: valueText(today),
        });
  }
  const fired = data.points.filter(({ is_triggered }) => is_triggered).length;
  return (
    <div data-stale={isPlaceholderData || debounced !== key || undefined}>
      <p className={styles.headline}>
        {rich("Would have fired on <strong>{fired, number} of {days, plural, one {# day} other {# days}}</strong>", {
          fired,
          days: data.points.length,
          strong: (inside) => <strong>{inside}</strong>,
        })}
      </p>
      <HistoryChart points={data.points} threshold={draft.op === "not null" ? null : draft.threshold} />
    </div>
  );
}
