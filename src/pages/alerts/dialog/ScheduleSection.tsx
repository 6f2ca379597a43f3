import { InputNumber, Select } from "antd";
import { useId, useState } from "react";
import { NextRun, ScheduleField } from "../../../features/schedule/ScheduleField.tsx";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import styles from "./dialog.module.css";
import type { ReportForm } from "./use-report-form.ts";

export function ScheduleSection({ form }: { form: ReportForm }) {
  const { draft, change, problems } = form;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t("Schedule")}</h3>
      <ScheduleField
        crontab={draft.crontab}
        timezone={draft.timezone}
        problems={{ crontab: problems.crontab, timezone: problems.timezone }}
        onChange={change}
      />
      <Limits form={form} />
    </section>
  );
}

const LIMITS = ["grace_period", "working_timeout", "log_retention"] as const;

function Limits({ form }: { form: ReportForm }) {
  const { draft, problems } = form;
  const [isOpen, setOpen] = useState(false);
  const isWrong = LIMITS.some((name) => problems[name]);
  const part = (text: string) => () => (
    <button type="button" className={styles.limit} aria-expanded={isOpen} onClick={() => setOpen(true)}>
      {text}
    </button>
  );
  const timeout = part(spanText(draft.working_timeout));
  const retention = part(retentionText(draft.log_retention));
  return (
    <>
      <p className={styles.sentence}>
        <NextRun crontab={draft.crontab} timezone={draft.timezone} />{" "}
        {draft.type === "Alert"
          ? rich(
              "After firing, wait <wait></wait> before firing again. Stop a run after <timeout></timeout>. Keep results for <retention></retention>.",
              { wait: part(spanText(draft.grace_period)), timeout, retention },
            )
          : rich("Stop a run after <timeout></timeout>. Keep results for <retention></retention>.", {
              timeout,
              retention,
            })}
      </p>
      {isOpen || isWrong ? <LimitFields form={form} /> : null}
    </>
  );
}

function LimitFields({ form: { draft, change, problems } }: { form: ReportForm }) {
  return (
    <div className={styles.limits}>
      {draft.type === "Alert" ? (
        <SpanField
          label={t("Wait after firing")}
          value={draft.grace_period}
          problem={problems.grace_period}
          onChange={(grace_period) => change({ grace_period })}
        />
      ) : null}
      <SpanField
        label={t("Stop a run after")}
        value={draft.working_timeout}
        problem={problems.working_timeout}
        onChange={(working_timeout) => change({ working_timeout })}
      />
      <Retention
        value={draft.log_retention}
        problem={problems.log_retention}
        onChange={(log_retention) => change({ log_retention })}
      />
    </div>
  );
}

const SECONDS = {
  value: 1,
  label: t("seconds"),
  text: (count: number) => t("{count, plural, one {# second} other {# seconds}}", { count }),
};

const UNITS = [
  {
    value: 86_400,
    label: t("days"),
    text: (count: number) => t("{count, plural, one {# day} other {# days}}", { count }),
  },
  {
    value: 3600,
    label: t("hours"),
    text: (count: number) => t("{count, plural, one {# hour} other {# hours}}", { count }),
  },
  {
    value: 60,
    label: t("minutes"),
    text: (count: number) => t("{count, plural, one {# minute} other {# minutes}}", { count }),
  },
  SECONDS,
];

function unitOf(seconds: number | null) {
  const fits = ({ value }: { value: number }) =>
    (seconds ?? 1) % value === 0 && ((seconds ?? 1) !== 86_400 || value < 86_400);
  return UNITS.find(fits) ?? SECONDS;
}

export function spanText(seconds: number | null): string {
  if (seconds === null) return "…";
  const unit = unitOf(seconds);
  return unit.text(seconds / unit.value);
}

const retentionText = (days: number) =>
  days === 0 ? t("1 hour") : t("{days, plural, one {# day} other {# days}}", { days });

interface SpanFieldProps {
  label: string;
  value: number | null;
  problem: string | undefined;
  onChange(seconds: number | null): void;
}

const MAX_SECONDS = 2_000_000_000;

function SpanField({ label, value, problem, onChange }: SpanFieldProps) {
  const id = useId();
  const [unit, setUnit] = useState(() => unitOf(value).value);
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.span}>
        <InputNumber
          id={id}
          min={1}
          max={Math.floor(MAX_SECONDS / unit)}
          precision={0}
          controls={false}
          status={problem ? "error" : ""}
          value={value === null ? null : value / unit}
          onChange={(count) => onChange(count === null ? null : count * unit)}
        />
        <Select
          aria-label={t("{label}, unit", { label })}
          value={unit}
          options={UNITS.map(({ value: of, label: name }) => ({ value: of, label: name }))}
          onChange={(next) => {
            setUnit(next);
            if (value !== null) onChange(Math.max(1, Math.round(value / unit)) * next);
          }}
        />
      </div>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

interface RetentionProps {
  value: number;
  problem: string | undefined;
  onChange(days: number): void;
}

function Retention({ value, problem, onChange }: RetentionProps) {
  const id = useId();
  const choices = [...new Set([30, 60, 90, value])].sort((a, b) => a - b);
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {t("Keep results")}
      </label>
      <Select
        id={id}
        className={styles.retention}
        status={problem ? "error" : ""}
        value={value}
        options={choices.map((days) => ({
          value: days,
          label: days === 0 ? t("1 hour") : t("{days, plural, one {# day} other {# days}}", { days }),
        }))}
        onChange={onChange}
      />
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
