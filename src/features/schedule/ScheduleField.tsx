import { Button, Input, Select } from "antd";
import { useId, useState } from "react";
import { useNow } from "../../web/client/clock.ts";
import { maybeSchedule, maybeTime, type Period, type Schedule, toCrontab, WEEKDAYS, withPeriod } from "./crontab.ts";
import { nextRuns, runWords } from "./next-run.ts";
import styles from "./schedule.module.css";
import { ZoneSelect } from "./ZoneSelect.tsx";

interface ScheduleFieldProps {
  crontab: string;
  timezone: string;
  problems: { crontab?: string | undefined; timezone?: string | undefined };
  onChange(part: { crontab?: string; timezone?: string }): void;
}

/** When something is done again and again: by words, or as cron where these do not reach. */
export function ScheduleField({ crontab, timezone, problems, onChange }: ScheduleFieldProps) {
  const id = useId();
  const schedule = maybeSchedule(crontab);
  const [isCron, setCron] = useState(schedule === undefined);
  const isWritten = isCron || schedule === undefined;
  const toWords = () => {
    setCron(false);
    if (!schedule) onChange({ crontab: toCrontab({ every: "day", time: "06:00" }) });
  };
  return (
    <>
      <div className={styles.line}>
        {isWritten ? (
          <span className={styles.cron}>
            <label htmlFor={`${id}-cron`}>Cron</label>
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
          onClick={() => (isWritten ? toWords() : setCron(true))}
        >
          {isWritten ? "Use words" : "Use cron"}
        </Button>
      </div>
      {isWritten ? <p className={styles.hint}>Minute, hour, day of the month, month, day of the week.</p> : null}
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
  { value: "minute", label: "minute" },
  { value: "hour", label: "hour" },
  { value: "day", label: "day" },
  { value: "week", label: "week" },
  { value: "month", label: "month" },
];
/** Monday first. */
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
      <span>Every</span>
      <Select
        aria-label="Every"
        className={styles.period}
        value={schedule.every}
        options={PERIODS}
        onChange={(every) => onChange(withPeriod(schedule, every))}
      />
      {schedule.every === "week" ? (
        <>
          <span>on</span>
          <Select
            aria-label="Days of the week"
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
          <span>on day</span>
          <Select
            aria-label="Day of the month"
            className={styles.short}
            value={schedule.day}
            options={MONTH_DAYS}
            onChange={(day) => onChange({ ...schedule, day })}
          />
        </>
      ) : null}
      {schedule.every === "hour" ? (
        <>
          <span>at minute</span>
          <Select
            aria-label="Minute"
            className={styles.short}
            value={schedule.minute}
            options={MINUTES}
            onChange={(minute) => onChange({ ...schedule, minute })}
          />
        </>
      ) : null}
      {"time" in schedule ? (
        <span className={styles.pair}>
          at
          <TimeInput value={schedule.time} onChange={(time) => onChange({ ...schedule, time })} />
        </span>
      ) : null}
    </>
  );
}

interface TimeInputProps {
  /** `06:00`. */
  value: string;
  onChange(time: string): void;
}

/** A time of the day by 24 hours; what is none goes back when the field is left. */
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
      aria-label="Time"
      className={styles.time}
      inputMode="numeric"
      placeholder="06:00"
      value={isWriting ? text : value}
      onChange={(event) => write(event.target.value)}
      onBlur={() => setWriting(false)}
    />
  );
}

/** `Next run tomorrow at 06:00.` */
export function NextRun({ crontab, timezone }: { crontab: string; timezone: string }) {
  const now = useNow();
  const [next] = nextRuns(crontab, timezone, { from: now });
  return next ? `Next run ${runWords(next, now, timezone)}.` : null;
}
