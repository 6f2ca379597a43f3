import { type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import { type CurrencyFormat, withDetectedCurrency } from "../format/currency.ts";
import { exactFormatter, isLongNumber } from "../format/long-number.ts";
import { numberFormatter, SMART_NUMBER } from "../format/number-format.ts";
import { timeFormatter } from "../format/time-format.ts";
import { epochOf, NOT_AVAILABLE } from "../format/value.ts";

export interface FigureFormat {
  y_axis_format?: string | null;
  currency_format?: CurrencyFormat | null;
  time_format?: string | null;
  force_timestamp_formatting?: boolean | null;
}

export function figureFormatter(
  formData: FigureFormat,
  options: {
    type?: number;
    metricFormat?: string | null;
    metricCurrency?: CurrencyFormat | null;
    detected?: string | null;
  },
): (value: DataValue | undefined) => string {
  const isTime = formData.force_timestamp_formatting || options.type === GENERIC_TYPE.TEMPORAL;
  const time = timeFormatter(formData.time_format);
  const own = formData.y_axis_format && formData.y_axis_format !== "SMART_NUMBER" ? formData.y_axis_format : undefined;
  const currency = formData.currency_format?.symbol ? formData.currency_format : options.metricCurrency;
  const key = own ?? options.metricFormat ?? formData.y_axis_format;
  const detected = withDetectedCurrency(currency, options.detected);
  const number = numberFormatter(key, detected);
  // The adaptive format shortens large figures.
  const exact = key && key !== SMART_NUMBER ? exactFormatter(key, detected, number) : undefined;
  return (value) => {
    if (value === null || value === undefined) return NOT_AVAILABLE;
    const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (isTime) {
      const epochMs = typeof value === "string" ? epochOf(value) : Number(value);
      return epochMs === undefined ? String(value) : time(epochMs);
    }
    if (exact && isLongNumber(value)) return exact(value);
    return typeof amount === "number" && Number.isFinite(amount) ? number(amount) : String(value);
  };
}
