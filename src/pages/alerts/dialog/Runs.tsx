import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as report from "../../../api/report/contract.ts";
import { nextRuns, runTimeLabel } from "../../../features/schedule/next-run.ts";
import { t } from "../../../i18n/translate.ts";
import type { ReportState } from "../../../model/report.ts";
import { Pill, type PillTone } from "../../../ui/Pill.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { exactTime, parseMoment, relativeTime, useNow } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { logKey } from "../log-list.tsx";
import { logPath, type ReportKind, valueText } from "../report-labels.tsx";
import styles from "./aside.module.css";

const SHOWN = 6;

interface Outcome {
  word: string;
  tone: PillTone;
}

const OUTCOMES: Readonly<Record<ReportState, Outcome>> = {
  Success: { word: t("Fired"), tone: "error" },
  "Not triggered": { word: t("Not triggered"), tone: "success" },
  "On Grace": { word: t("In grace period"), tone: "warning" },
  Working: { word: t("Running"), tone: "info" },
  Error: { word: t("Error"), tone: "error" },
};

const outcomeOf = (kind: ReportKind, state: ReportState): Outcome =>
  kind === "Report" && state === "Success" ? { word: t("Sent"), tone: "success" } : OUTCOMES[state];

const LOG = {
  order_column: "scheduled_dttm",
  order_direction: "desc",
  page: 0,
  page_size: SHOWN,
} as const;

export function LastRuns({ id, kind }: { id: number; kind: ReportKind }) {
  const now = useNow();
  const { data, error } = useQuery({
    queryKey: [logKey(id), "last"],
    queryFn: ({ signal }) => call(report.listLog, { params: { id }, q: LOG }, { signal }),
  });
  return (
    <section>
      <h3 className={styles.asideHeading}>
        {t("Recent runs")}
        {data && data.count > SHOWN ? (
          <Link to={logPath(kind, id)}>{t("All {count, number}", { count: data.count })}</Link>
        ) : null}
      </h3>
      {data && data.result.length > 0 ? (
        <table className={styles.runs}>
          <tbody>
            {data.result.map((row) => {
              const at = parseMoment(row.scheduled_dttm ?? "");
              const { word, tone } = outcomeOf(kind, row.state ?? "Working");
              return (
                <tr key={row.id}>
                  <th scope="row" title={exactTime(at)}>
                    {capitalized(relativeTime(at, now))}
                  </th>
                  <td className={styles.value}>{valueText(row.value)}</td>
                  <td title={row.error_message ?? undefined}>
                    <Pill tone={tone}>{word}</Pill>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : (
        <div className={styles.card}>
          {error ? toApiError(error).message : data ? t("Not run yet.") : <SkeletonLines lines={3} />}
        </div>
      )}
    </section>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function NextRuns({ crontab, timezone }: { crontab: string; timezone: string }) {
  const now = useNow();
  const runs = nextRuns(crontab, timezone, { from: now, count: 5 });
  return (
    <section>
      <h3 className={styles.asideHeading}>{t("Next runs")}</h3>
      {runs.length > 0 ? (
        <table className={styles.runs}>
          <tbody>
            {runs.map((at) => (
              <tr key={at.getTime()}>
                <th scope="row" title={exactTime(at.getTime())}>
                  {runTimeLabel(at, now, timezone)}
                </th>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div className={styles.card}>{t("This schedule never runs.")}</div>
      )}
    </section>
  );
}
