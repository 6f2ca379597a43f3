import { type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import type { CurrencyFormat } from "./currency.ts";
import { fullNumberFormatter } from "./plain-number.ts";
import { timeFormatter } from "./time-format.ts";

export const NULL_LABEL = "<NULL>";
export const NOT_AVAILABLE = "N/A";

export interface ValueFormat {
  /** GENERIC_TYPE: 0 numeric, 1 string, 2 temporal, 3 boolean; inferred from the value when missing. */
  type?: number;
  numberFormat?: string | null;
  currency?: CurrencyFormat | null;
  timeFormat?: string | null;
  grain?: string | null;
  nullText?: string;
}

export function formatValue(value: DataValue | undefined, format: ValueFormat = {}): string {
  if (value === null || value === undefined) return format.nullText ?? NULL_LABEL;
  if (format.type === GENERIC_TYPE.TEMPORAL) return formatTemporal(value, format);
  if (typeof value === "number") return fullNumberFormatter(format.numberFormat, format.currency)(value);
  return String(value);
}

function formatTemporal(value: string | number | boolean, format: ValueFormat): string {
  const epochMs = typeof value === "number" ? value : epochOf(String(value));
  return epochMs === undefined ? String(value) : timeFormatter(format.timeFormat, format.grain)(epochMs);
}

/** ISO text without a zone is read as UTC. */
export function epochOf(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(
    text.trim(),
  );
  if (!match) return undefined;
  const epochMs = Date.parse(`${match[1]}T${match[2] ?? "00:00"}${match[3] ?? "Z"}`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}
