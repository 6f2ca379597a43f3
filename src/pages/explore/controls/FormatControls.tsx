import { Select } from "antd";
import { useState } from "react";
import { CURRENCIES } from "../../../chart-kit/format/currency.ts";
import {
  isNumberFormat,
  isPercentFormat,
  NUMBER_FORMATS,
  numberFormatter,
} from "../../../chart-kit/format/number-format.ts";
import { formatPercent } from "../../../chart-kit/format/plain-number.ts";
import { isTimeFormat, TIME_FORMATS, timeFormatter } from "../../../chart-kit/format/time-format.ts";
import type { Message } from "../../../i18n/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Segmented } from "../../../ui/Segmented.tsx";
import { nowMs } from "../../../web/client/clock.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";

const SAMPLE_NUMBERS = [1234567.8912, 0.1234];

interface FormatFieldProps extends Pick<WidgetProps, "id" | "label" | "describedBy"> {
  value: string;
  formats: readonly (readonly [string, Message])[];
  /** Example values in a format. */
  write(format: string): string;
  isValid(format: string): boolean;
  onChange(value: string): void;
}

/** Names of formats may contain an example. */
const HAS_EXAMPLE = / → | \| /;

const invalidText = (format: string) => t("“{format}” isn't a valid format", { format });

function FormatField({ id, label, describedBy, value, formats, write, isValid, onChange }: FormatFieldProps) {
  const [text, setText] = useState("");
  const options = new Map(formats.map(([key, name]) => [key, t(name)]));
  const isOwn = text !== "" && ![...options].some(([, name]) => name.toLowerCase().includes(text.toLowerCase()));
  if (value && !options.has(value)) options.set(value, value);
  if (text && !options.has(text))
    options.set(text, isValid(text) ? t("Custom format {format}", { format: text }) : invalidText(text));
  const shown = isOwn ? text : value;
  return (
    <>
      <Select
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        className={styles.wide}
        showSearch={{ searchValue: text, onSearch: setText, optionFilterProp: "label" }}
        value={value || undefined}
        placeholder={t("Choose or type a format")}
        options={[...options].map(([key, name]) => ({
          value: key,
          label: name,
          disabled: key === text && !isValid(key),
        }))}
        optionRender={({ value: key, label: name }) => (
          <span className={styles.format}>
            <bdi>{name}</bdi>
            {HAS_EXAMPLE.test(String(name)) || !isValid(String(key)) ? null : <small>{write(String(key))}</small>}
          </span>
        )}
        onChange={(next) => {
          setText("");
          onChange(next);
        }}
      />
      <p className={styles.sample} aria-live="polite" data-invalid={!isValid(shown) || undefined}>
        {isValid(shown) ? write(shown) : invalidText(shown)}
      </p>
    </>
  );
}

export function NumberFormatControl(props: WidgetProps<"number-format">) {
  const { control, value, onChange, state, id, label, describedBy } = props;
  const isPercent = control.isPercent?.(state) === true;
  const chosen = typeof value === "string" ? value : "";
  const key = isPercent && !isPercentFormat(chosen) ? "" : chosen;
  const formats = isPercent ? NUMBER_FORMATS.filter(([one]) => isPercentFormat(one)) : NUMBER_FORMATS;
  const write = (chosenKey: string) => {
    const format = isPercent && !chosenKey ? formatPercent : numberFormatter(chosenKey || undefined);
    return SAMPLE_NUMBERS.map((number) => format(number)).join(" · ");
  };
  return <FormatField {...{ id, label, describedBy, formats, write, onChange }} value={key} isValid={isNumberFormat} />;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** Today at midnight and the current minute, since adaptive formats choose units by what isn't zero. */
function sampleTimes(): number[] {
  const now = nowMs();
  return [DAY_MS, MINUTE_MS].map((unit) => now - (now % unit));
}

export function TimeFormatControl({ value, onChange, id, label, describedBy }: WidgetProps<"time-format">) {
  const key = typeof value === "string" ? value : "";
  const [samples] = useState(sampleTimes);
  const write = (format: string) =>
    [...new Set(samples.map((moment) => timeFormatter(format || undefined)(moment)))].join(" · ");
  return (
    <FormatField
      {...{ id, label, describedBy }}
      value={key}
      formats={TIME_FORMATS}
      write={write}
      isValid={(format) => format === "" || isTimeFormat(format)}
      onChange={onChange}
    />
  );
}

interface CurrencyValue {
  symbol?: string;
  symbolPosition?: string;
}

export function CurrencyControl({ value, onChange, id, label, describedBy }: WidgetProps<"currency">) {
  const { symbol, symbolPosition = "prefix" } = (value ?? {}) as CurrencyValue;
  const [text, setText] = useState("");
  const codes = [...new Set([...CURRENCIES, ...(symbol ? [symbol] : []), ...(text ? [text] : [])])];
  return (
    <div className={styles.pair}>
      <Select
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        allowClear
        showSearch={{ searchValue: text, onSearch: setText }}
        placeholder={t("None")}
        value={symbol || undefined}
        options={codes.map((code) => ({ value: code, label: code }))}
        onChange={(next?: string) => {
          setText("");
          onChange(next ? { symbol: next, symbolPosition } : null);
        }}
      />
      <Segmented
        label={t("{control}: position", { control: label })}
        value={symbolPosition === "suffix" ? "suffix" : "prefix"}
        options={[
          { value: "prefix", label: t("Before##the number"), disabled: !symbol },
          { value: "suffix", label: t("After##the number"), disabled: !symbol },
        ]}
        onChange={(position) => onChange({ symbol, symbolPosition: position })}
      />
    </div>
  );
}
