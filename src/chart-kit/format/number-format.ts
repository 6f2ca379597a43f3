import { format as d3Format } from "d3-format";
import { verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { type CurrencyFormat, currencySymbol, isPrefix } from "./currency.ts";
import { formatColonDuration, formatDuration, formatSubMilliseconds } from "./duration.ts";
import { separated } from "./separators.ts";

const DECIMAL_UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
const BINARY_UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];

function formatMemory(bytes: number, options: { binary?: boolean; perSecond?: boolean } = {}): string {
  if (!Number.isFinite(bytes)) return String(bytes);
  const units = options.binary ? BINARY_UNITS : DECIMAL_UNITS;
  const base = options.binary ? 1024 : 1000;
  let amount = bytes;
  let power = 0;
  while (Math.abs(rounded(amount)) >= base && power < units.length - 1) {
    amount /= base;
    power += 1;
  }
  return `${rounded(amount)}${units[power]}${options.perSecond ? "/s" : ""}`;
}

const rounded = (amount: number) => Number(amount.toFixed(2));

export type NumberFormatter = (value: number) => string;

export const SMART_NUMBER = "SMART_NUMBER";
export const SMART_NUMBER_SIGNED = "SMART_NUMBER_SIGNED";

const thousands = d3Format(".3~s");
const units = d3Format(".2~f");
const fractions = d3Format(".4~f");

function formatSmart(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1000) return thousands(value).replace("G", "B").replace("−", "-");
  if (size >= 1) return units(value).replace("−", "-");
  if (size >= 0.001) return fractions(value).replace("−", "-");
  return thousands(value).replace("−", "-");
}

function formatSmartSigned(value: number): string {
  return value > 0 ? `+${formatSmart(value)}` : formatSmart(value);
}

const NAMED: Readonly<Record<string, NumberFormatter>> = {
  [SMART_NUMBER]: formatSmart,
  [SMART_NUMBER_SIGNED]: formatSmartSigned,
  DURATION: formatDuration,
  DURATION_SUB: formatSubMilliseconds,
  DURATION_COL: formatColonDuration,
  MEMORY_DECIMAL: (v) => formatMemory(v),
  MEMORY_BINARY: (v) => formatMemory(v, { binary: true }),
  MEMORY_TRANSFER_RATE_DECIMAL: (v) => formatMemory(v, { perSecond: true }),
  MEMORY_TRANSFER_RATE_BINARY: (v) => formatMemory(v, { binary: true, perSecond: true }),
};

const ALIASES: Readonly<Record<string, string>> = {
  "": SMART_NUMBER,
  smart_number: SMART_NUMBER,
  "+smart_number": SMART_NUMBER_SIGNED,
};

/** `[value, label]`; any d3-format text is allowed too. */
export const NUMBER_FORMATS: readonly (readonly [string, Message])[] = [
  [SMART_NUMBER, msg("Adaptive")],
  ["~g", msg("Original value")],
  [",d", verbatim(",d (12345.432 → 12,345)")],
  [".1s", verbatim(".1s (12345.432 → 10k)")],
  [".3s", verbatim(".3s (12345.432 → 12.3k)")],
  [",.1%", verbatim(",.1% (12345.432 → 1,234,543.2%)")],
  [".2%", verbatim(".2% (12345.432 → 1234543.20%)")],
  [".3%", verbatim(".3% (12345.432 → 1234543.200%)")],
  [".4r", verbatim(".4r (12345.432 → 12350)")],
  [",.1f", verbatim(",.1f (12345.432 → 12,345.4)")],
  [",.2f", verbatim(",.2f (12345.432 → 12,345.43)")],
  [",.3f", verbatim(",.3f (12345.432 → 12,345.432)")],
  ["+,", verbatim("+, (12345.432 → +12,345.432)")],
  ["$,.2f", verbatim("$,.2f (12345.432 → $12,345.43)")],
  ["DURATION", msg("Duration in ms (66000 → 1m 6s)")],
  ["DURATION_SUB", msg("Duration in ms (1.40008 → 1ms 400µs 80ns)")],
  ["DURATION_COL", msg("Duration in ms (10500 → 0:10.5)")],
  ["MEMORY_DECIMAL", msg("Memory in bytes, decimal (1024B → 1.02kB)")],
  ["MEMORY_BINARY", msg("Memory in bytes, binary (1024B → 1KiB)")],
  ["MEMORY_TRANSFER_RATE_DECIMAL", msg("Transfer rate in bytes, decimal (1024B → 1.02kB/s)")],
  ["MEMORY_TRANSFER_RATE_BINARY", msg("Transfer rate in bytes, binary (1024B → 1KiB/s)")],
];

const formatters = new Map<string, NumberFormatter>();

function formatterOf(key: string): NumberFormatter {
  const known = formatters.get(key);
  if (known) return known;
  const named = NAMED[key];
  const formatter: NumberFormatter = named ? (value) => separated(named(value)) : d3Formatter(key);
  formatters.set(key, formatter);
  return formatter;
}

function d3Formatter(specifier: string): NumberFormatter {
  try {
    const format = d3Format(specifier);
    const write = (value: number) => (Number.isFinite(value) ? format(value || 0).replace("−", "-") : String(value));
    const plain = specifier.includes("$") ? inBillions(write) : write;
    return (value) => separated(plain(value));
  } catch {
    return (value) => t("{value} (Invalid format: {format})", { value: String(value), format: specifier });
  }
}

/** d3 writes `$273G`; money reads `$273B`. */
function inBillions(write: NumberFormatter): NumberFormatter {
  return (value) => write(value).replace(/(\d)G/, "$1B");
}

/**
 * A named format or d3-format specifier; `SMART_NUMBER` by default. Unknown specifiers print the value and `(Invalid
 * format: x)`. With a currency, its symbol replaces the `$` and `%` of the specifier.
 */
export function numberFormatter(key?: string | null, currency?: CurrencyFormat | null): NumberFormatter {
  const text = key?.trim() ?? "";
  const name = ALIASES[text] ?? text;
  const symbol = currencySymbol(currency);
  if (!symbol) return formatterOf(name);
  const amount = inBillions(formatterOf(name in NAMED ? name : name.replace(/[$%]/g, "")));
  return isPrefix(currency) ? (v) => `${symbol} ${amount(v)}` : (v) => `${amount(v)} ${symbol}`;
}

export function isNumberFormat(key: string): boolean {
  const text = key.trim();
  const name = ALIASES[text] ?? text;
  if (name in NAMED) return true;
  try {
    d3Format(name);
    return true;
  } catch {
    return false;
  }
}

export function formatNumber(key: string | null | undefined, value: number): string {
  return numberFormatter(key)(value);
}

export function isPercentFormat(key: string | null | undefined): boolean {
  return Boolean(key?.trim().endsWith("%"));
}
