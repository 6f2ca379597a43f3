import { Button, Input, Select } from "antd";
import { useId, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { useNow } from "../../web/client/clock.ts";
import { ZoneSelect } from "../../web/components/ZoneSelect.tsx";
import { maybeSchedule, maybeTime, type Period, type Schedule, toCrontab, WEEKDAYS, withPeriod } from "./crontab.ts";
import { nextRuns, runTimeText } from "./next-run.ts";
import styles from "./schedule.module.css";

interface ScheduleFieldProps {
  crontab: string;
  timezone: string;
  problems: { crontab?: string | undefined; timezone?: string | undefined };
  onChange(part: { crontab?: string; timezone?: string }): void;
}

export function ScheduleField({ crontab, timezone, problems, onChange }: ScheduleFieldProps) {
  const id = useId();
  const schedule = maybeSchedule(crontab);
  const [isCron, setCron] = useState(schedule === undefined);
  const isCronShown = isCron || schedule === undefined;
  const switchToForm = () => {
    setCron(false);
    if (!schedule) onChange({ crontab: toCrontab({ every: "day", time: "06:00" }) });
  };
  return (
    <>
      <div className={styles.line}>
        {isCronShown ? (
          <span className={styles.cron}>
            <label htmlFor={`${id}-cron`}>{t("Cron")}</label>
            <Input
              id={`${id}-cron`}
              value={crontab}
              aria-describedby={`${id}-problem`}
              placeholder="0 6 * * 1-5"
              status={problems.crontab ? "error" : ""}
              onChange={(event) => onChange({ crontab: event.target.value })}
            />
          </span>
        ) : (
          <Builder schedule={schedule} onChange={(next) => onChange({ crontab: toCrontab(next) })} />
        )}
        <span className={styles.zone}>
          <ZoneSelect
            id={`${id}-zone`}
            value={timezone}
            isInvalid={problems.timezone !== undefined}
            onChange={(zone) => onChange({ timezone: zone })}
          />
        </span>
        <Button
          type="link"
          size="small"
          className={styles.other}
          onClick={() => (isCronShown ? switchToForm() : setCron(true))}
        >
          {isCronShown ? t("Use form") : t("Use cron")}
        </Button>
      </div>
      {isCronShown ? (
        <p className={styles.hint}>
          {t("Minute, hour, day of month, month, day of week. Example: 0 6 * * 1-5 runs on weekdays at 06:00.")}
        </p>
      ) : null}
      {Object.values(problems).map((problem) =>
        problem ? (
          <p key={problem} id={`${id}-problem`} className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null,
      )}
    </>
  );
}

const PERIODS: { value: Period; label: string }[] = [
  { value: "minute", label: t("minute##every") },
  { value: "hour", label: t("hour##every") },
  { value: "day", label: t("day##every") },
  { value: "week", label: t("week##every") },
  { value: "month", label: t("month##every") },
];
const DAYS = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: WEEKDAYS[value] ?? "" }));
const MINUTES = Array.from({ length: 60 }, (_, minute) => ({ value: minute, label: String(minute).padStart(2, "0") }));
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: String(index + 1) }));

interface BuilderProps {
  schedule: Schedule;
  onChange(schedule: Schedule): void;
}

function Builder({ schedule, onChange }: BuilderProps) {
  return (
    <>
      <span>{t("Every")}</span>
      <Select
        aria-label={t("Every")}
        className={styles.period}
        value={schedule.every}
        options={PERIODS}
        onChange={(every) => onChange(withPeriod(schedule, every))}
      />
      {schedule.every === "week" ? (
        <>
          <span>{t("on##days of week")}</span>
          <Select
            aria-label={t("Days of week")}
            className={styles.days}
            mode="multiple"
            maxTagCount="responsive"
            value={[...schedule.days]}
            options={DAYS}
            showSearch={{ optionFilterProp: "label" }}
            onChange={(days: number[]) => days.length > 0 && onChange({ ...schedule, days })}
          />
        </>
      ) : null}
      {schedule.every === "month" ? (
        <>
          <span>{t("on day")}</span>
          <Select
            aria-label={t("Day of month")}
            className={styles.short}
            value={schedule.day}
            options={MONTH_DAYS}
            onChange={(day) => onChange({ ...schedule, day })}
          />
        </>
      ) : null}
      {schedule.every === "hour" ? (
        <>
          <span>{t("at minute")}</span>
          <Select
            aria-label={t("Minute")}
            className={styles.short}
            value={schedule.minute}
            options={MINUTES}
            onChange={(minute) => onChange({ ...schedule, minute })}
          />
        </>
      ) : null}
      {"time" in schedule ? (
        <span className={styles.pair}>
          {t("at##time of day")}
          <TimeInput value={schedule.time} onChange={(time) => onChange({ ...schedule, time })} />
        </span>
      ) : null}
    </>
  );
}

interface TimeInputProps {
  value: string;
  onChange(time: string): void;
}

function TimeInput({ value, onChange }: TimeInputProps) {
  const [text, setText] = useState(value);
  const [isWriting, setWriting] = useState(false);
  const write = (written: string) => {
    setText(written);
    setWriting(true);
    const time = maybeTime(written);
    if (time) onChange(time);
  };
  return (
    <Input
      aria-label={t("Time")}
      className={styles.time}
      inputMode="numeric"
      placeholder="06:00"
      value={isWriting ? text : value}
      onChange={(event) => write(event.target.value)}
      onBlur={() => setWriting(false)}
    />
  );
}

export function NextRun({ crontab, timezone }: { crontab: string; timezone: string }) {
  const now = useNow();
  const [next] = nextRuns(crontab, timezone, { from: now });
  return next ? t("Next run {when}.", { when: runTimeText(next, now, timezone) }) : null;
}
