import { TriangleAlert } from "lucide-react";
import { describeSchedule, maybeSchedule } from "../../features/schedule/crontab.ts";
import { nextRuns, runTimeLabel } from "../../features/schedule/next-run.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { Pill } from "../../ui/Pill.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { nowMs } from "../../web/client/clock.ts";
import styles from "./alerts.module.css";
import { CHANNELS, type Channel, StatePill } from "./report-labels.tsx";
import type { ReportRow } from "./report-list.tsx";
import { useChannels } from "./use-channels.ts";

/** The last state, or (unless it is an error) that an active one can't be delivered because the server has no such channel. */
export function StateCell({ row }: { row: ReportRow }) {
  const channels = useChannels();
  const types = [...new Set((row.recipients ?? []).map(({ type }) => type as Channel))];
  const missing = types.filter((type) => channels?.[type === "SlackV2" ? "Slack" : type]?.available === false);
  if (!row.active || missing.length === 0 || row.last_state === "Error") return <StatePill state={row.last_state} />;
  const names = list(new Set(missing.map((type) => CHANNELS[type].label)));
  const reason = t("Not set up on this server: {channels}", { channels: names });
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
