import { Input } from "antd";
import { useState } from "react";
import { parseTypedDate, parseTypedTime, typedDate, typedTime } from "./calendar-days.ts";
import styles from "./TimeRangePanel.module.css";
import { todayText } from "./use-time-range-preview.ts";

interface TypedFieldProps {
  label: string;
  /** "" while what was typed can't be read. */
  value: string;
  example: string;
  format(value: string): string;
  parse(text: string): string | undefined;
  onChange(value: string): void;
  className?: string | undefined;
}

function TypedField({ label, value, example, format, parse, onChange, className }: TypedFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isTyping = typed !== undefined && (parse(typed) ?? "") === value;
  const type = (text: string) => {
    setTyped(text);
    onChange(parse(text) ?? "");
  };
  return (
    <Input
      className={className}
      dir="ltr"
      aria-label={label}
      aria-invalid={value === "" || undefined}
      status={value === "" ? "error" : ""}
      placeholder={example}
      value={isTyping ? typed : value && format(value)}
      onChange={(event) => type(event.target.value)}
      onBlur={() => value !== "" && setTyped(undefined)}
    />
  );
}

interface DateTimeFieldProps {
  dateLabel: string;
  timeLabel: string;
  /** ISO without a zone; "" while a part can't be read. */
  at: string;
  onChange(at: string): void;
}

const MIDNIGHT = "00:00:00";

export function DateField({ label, day, onChange }: { label: string; day: string; onChange(day: string): void }) {
  return (
    <TypedField
      className={styles.date}
      label={label}
      value={day}
      example={typedDate(todayText())}
      format={(text) => typedDate(text)}
      parse={(text) => parseTypedDate(text)}
      onChange={onChange}
    />
  );
}

export function DateTimeField({ dateLabel, timeLabel, at, onChange }: DateTimeFieldProps) {
  const [parts, setParts] = useState({ day: at.slice(0, 10), time: at.slice(11, 19) || MIDNIGHT });
  const shown = at === "" ? parts : { day: at.slice(0, 10), time: at.slice(11, 19) };
  const change = (next: typeof parts) => {
    setParts(next);
    onChange(next.day && next.time ? `${next.day}T${next.time}` : "");
  };
  return (
    <div className={styles.moment}>
      <DateField label={dateLabel} day={shown.day} onChange={(day) => change({ ...shown, day })} />
      <TypedField
        className={styles.time}
        label={timeLabel}
        value={shown.time}
        example="14:30"
        format={typedTime}
        parse={parseTypedTime}
        onChange={(time) => change({ ...shown, time })}
      />
    </div>
  );
}
