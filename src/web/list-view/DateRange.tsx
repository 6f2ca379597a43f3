import { Button } from "antd";
import { useId, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { dateText } from "../client/clock.ts";
import styles from "./DateRange.module.css";

export interface DateRangeProps {
  value: readonly [number, number] | undefined;
  onApply(range: readonly [number, number]): void;
}

export function DateRange({ value, onApply }: DateRangeProps) {
  const [from, setFrom] = useState(value ? dayOf(value[0]) : "");
  const [to, setTo] = useState(value ? dayOf(value[1] - 1) : "");
  const id = useId();
  const range = maybeRange(from, to);
  const reversed = from !== "" && to !== "" && range === undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (range) onApply(range);
      }}
    >
      <label htmlFor={`${id}-from`}>{t("From")}</label>
      <input id={`${id}-from`} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <label htmlFor={`${id}-to`}>{t("To")}</label>
      <input id={`${id}-to`} type="date" value={to} onChange={(event) => setTo(event.target.value)} />
      {reversed ? <p role="alert">{t("The start date must be before the end date.")}</p> : null}
      <Button htmlType="submit" type="primary" disabled={range === undefined}>
        {t("Apply")}
      </Button>
    </form>
  );
}

/** Epoch milliseconds from the start of the first day to the end of the last, in local time. */
export function maybeRange(from: string, to: string): [number, number] | undefined {
  if (from === "" || to === "") return undefined;
  const start = new Date(`${from}T00:00`).getTime();
  // Days on which clocks change have 23 or 25 hours.
  const last = new Date(`${to}T00:00`);
  const end = last.setDate(last.getDate() + 1);
  return Number.isFinite(start) && Number.isFinite(end) && start < end ? [start, end] : undefined;
}

export function rangeText([from, to]: readonly [number, number]): string {
  const written = (ms: number) => dateText(new Date(ms), { day: "numeric", month: "short", year: "numeric" });
  return `${written(from)} – ${written(to - 1)}`;
}

function dayOf(ms: number): string {
  const at = new Date(ms);
  const two = (n: number) => `${n}`.padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
