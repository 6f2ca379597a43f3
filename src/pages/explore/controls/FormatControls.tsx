import { Select } from "antd";
import { useState } from "react";
import { CURRENCIES } from "../../../chart-kit/format/currency.ts";
import { isPercentFormat, NUMBER_FORMATS, numberFormatter } from "../../../chart-kit/format/number-format.ts";
import { formatPercent } from "../../../chart-kit/format/plain-number.ts";
import { TIME_FORMATS, timeFormatter } from "../../../chart-kit/format/time-format.ts";
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
  preview: string;
  onChange(value: string): void;
}

function FormatField({ id, label, describedBy, value, formats, preview, onChange }: FormatFieldProps) {
  const [text, setText] = useState("");
  const options = new Map(formats.map(([key, name]) => [key, t(name)]));
  if (value && !options.has(value)) options.set(value, value);
  if (text && !options.has(text)) options.set(text, t("Custom format {format}", { format: text }));
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
        options={[...options].map(([key, name]) => ({ value: key, label: name }))}
        onChange={(next) => {
          setText("");
          onChange(next);
        }}
      />
      <p className={styles.sample} aria-live="polite">
        {preview}
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
  const format = isPercent && !key ? formatPercent : numberFormatter(key || undefined);
  const preview = SAMPLE_NUMBERS.map((number) => format(number)).join(" · ");
  return (
    <FormatField {...{ id, label, describedBy }} value={key} formats={formats} preview={preview} onChange={onChange} />
  );
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
  const preview = [...new Set(samples.map((moment) => timeFormatter(key || undefined)(moment)))].join(" · ");
  return (
    <FormatField
      {...{ id, label, describedBy }}
      value={key}
      formats={TIME_FORMATS}
      preview={preview}
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
