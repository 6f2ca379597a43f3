import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { history } from "../../../api/report/contract.ts";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { useDebounced } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { valueText } from "../report-words.tsx";
import styles from "./aside.module.css";
import { conditionOf } from "./condition.ts";
import type { Draft } from "./draft.ts";
import { HistoryChart } from "./HistoryChart.tsx";

const DAYS = 30;
/** The database is asked once writing rests. */
const REST_MS = 800;

/** On which of the last days it would have fired. */
export function IfItHadRun({ draft }: { draft: Draft }) {
  return (
    <section>
      <h3 className={styles.asideHeading}>If it had run</h3>
      <div className={styles.card}>
        <Told draft={draft} />
      </div>
    </section>
  );
}

function Told({ draft }: { draft: Draft }) {
  const condition = conditionOf(draft);
  const key = JSON.stringify(condition && { ...condition, timezone: draft.timezone, days: DAYS });
  const asked = useDebounced(key, REST_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["report", "history", asked],
    enabled: asked !== undefined && condition !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await call(history, { body: JSON.parse(asked) }, { signal })).result,
  });
  if (!condition) return "A database, SQL and a threshold show here on which of the last 30 days it would have fired.";
  if (error) return <span className={styles.cause}>{toApiError(error).message}</span>;
  if (!data) return <SkeletonLines lines={5} />;
  if (!data.is_relative) {
    const today = data.points[0]?.value;
    return `The query does not ask for the present day, as by current_date or now(), so days before cannot be told.${today === null || today === undefined ? "" : ` Today it gives ${valueText(today)}.`}`;
  }
  const fired = data.points.filter(({ is_triggered }) => is_triggered).length;
  return (
    <div data-stale={isPlaceholderData || asked !== key || undefined}>
      <p className={styles.headline}>
        Would have fired on{" "}
        <strong>
          {fired} of {data.points.length} days
        </strong>
      </p>
      <HistoryChart points={data.points} threshold={draft.op === "not null" ? null : draft.threshold} />
    </div>
  );
}
