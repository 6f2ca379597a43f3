import { TriangleAlert } from "lucide-react";
import { describeSchedule, maybeSchedule } from "../../features/schedule/crontab.ts";
import { nextRuns, runTimeLabel } from "../../features/schedule/next-run.ts";
import { t } from "../../i18n/translate.ts";
import { Pill } from "../../ui/Pill.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { nowMs } from "../../web/client/clock.ts";
import styles from "./alerts.module.css";
import { missingText, StatePill } from "./report-labels.tsx";
import type { ReportRow } from "./report-list.tsx";
import { useMissingChannels } from "./use-channels.ts";

/** The last state, or (unless it is an error) that an active one can't be delivered because the server has no such channel. */
export function StateCell({ row }: { row: ReportRow }) {
  const missing = useMissingChannels((row.recipients ?? []).map(({ type }) => type));
  if (!row.active || missing.length === 0 || row.last_state === "Error") return <StatePill state={row.last_state} />;
  const reason = missingText(missing);
  return (
    <Tooltip title={reason}>
      <span className={styles.state}>
        <Pill tone="warning" icon={<TriangleAlert size={14} aria-hidden />}>
          {t("Can't be delivered")}
        </Pill>
        <span className="visually-hidden">{reason}</span>
      </span>
    </Tooltip>
  );
}

function scheduleText({ crontab, crontab_humanized }: ReportRow): string {
  const schedule = maybeSchedule(crontab);
  return schedule ? describeSchedule(schedule) : (crontab_humanized ?? crontab);
}

export function ScheduleCell({ row }: { row: ReportRow }) {
  return (
    <span title={row.crontab}>
      {t("{schedule}, {timezone}", { schedule: scheduleText(row), timezone: row.timezone.replaceAll("_", " ") })}
    </span>
  );
}

export function NextRunCell({ row }: { row: ReportRow }) {
  const now = nowMs();
  const [next] = row.active ? nextRuns(row.crontab, row.timezone, { from: now }) : [];
  if (!next) return <span className={styles.never}>{row.active ? t("Never") : t("Paused")}</span>;
  return <time dateTime={next.toISOString()}>{runTimeLabel(next, now, row.timezone)}</time>;
}
