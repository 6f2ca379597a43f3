import { format as d3Format } from "d3-format";
import { type CurrencyFormat, currencySymbol } from "./currency.ts";
import { type NumberFormatter, numberFormatter, SMART_NUMBER } from "./number-format.ts";
import { decimalSign, separated, unseparated } from "./separators.ts";

const grouped = [0, 1, 2, 3, 4, 5, 6].map((digits) => d3Format(`,.${digits}~f`));
const significant = d3Format(".4~g");
const SMALLEST = 1e-5;

/** Integers with all digits, others with up to four significant digits or two decimals. */
export function formatFull(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && size < SMALLEST) return inSigns(significant(value));
  const digits =
    Number.isInteger(value) || size >= 1000 ? (Number.isInteger(value) ? 0 : 2) : decimalsBelowThousand(size);
  return inSigns((grouped[digits] ?? String)(value));
}

const inSigns = (text: string) => separated(text.replace("−", "-"));

/**
 * Like `formatFull`, with equal decimals per column so that decimal points align: 7.40 above 9.02. Small values next to
 * large ones keep their extra decimals.
 */
function formatEven(values: readonly unknown[]): NumberFormatter {
  const numbers = values.filter((value) => typeof value === "number");
  const most = numbers.every((value) => Math.abs(value) < 1) ? MOST_DECIMALS : 2;
  let decimals = 0;
  for (const value of numbers) {
    if (decimals === most) break;
    decimals = Math.max(decimals, Math.min(most, decimalsOf(value)));
  }
  const padded = d3Format(`,.${decimals}f`);
  return (value) => {
    if (decimals === 0 || !Number.isFinite(value) || decimalsOf(value) > decimals) return formatFull(value);
    return inSigns(padded(value));
  };
}

const MOST_DECIMALS = 6;

function decimalsOf(value: number): number {
  const size = Math.abs(value);
  if (Number.isInteger(value) || !Number.isFinite(value)) return 0;
  if (size < SMALLEST) return MOST_DECIMALS + 1;
  let digits = size < 1 ? decimalsBelowThousand(size) : 2;
  let whole = Math.round(size * 10 ** digits);
  for (; digits > 0 && whole % 10 === 0; digits--) whole /= 10;
  return digits;
}

function decimalsBelowThousand(size: number): number {
  if (size >= 1) return 2;
  return Math.min(MOST_DECIMALS, Math.max(2, 2 - Math.floor(Math.log10(size))));
}

const compact = d3Format(".3~s");

export function formatCompact(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) < 10_000 ? formatFull(value) : inSigns(compact(value).replace("G", "B"));
}

const DIGITS = [3, 4, 5];

/**
 * One notation for all ticks of an axis: `8k` next to `10k`, not `8,000`; more digits where three would round a tick.
 * The author's format is kept except for decimals that are zero on every tick; duplicate labels are shown once, rounded
 * ones hidden.
 */
export function tickFormatter(write: NumberFormatter, ticks: readonly number[]): NumberFormatter {
  return uniqueTicks(withoutRounding(wholeTicks(notationOf(write, ticks), ticks), ticks), ticks);
}

/** Hides rounded labels: with one decimal, 6.75 would read 6.8. */
function withoutRounding(write: NumberFormatter, ticks: readonly number[]): NumberFormatter {
  const [first = 0, second = 1] = ticks;
  const near = Math.abs(second - first) / 50;
  const isTrue = (tick: number) => {
    const [, digits, percent] = PLAIN.exec(unseparated(write(tick))) ?? [];
    if (digits === undefined) return true;
    const size = Number(digits) / (percent ? 100 : 1);
    return Math.abs(size - Math.abs(tick)) < near;
  };
  const exact = ticks.filter(isTrue);
  if (exact.length === ticks.length || exact.length < 2) return write;
  const dropped = ticks.filter((tick) => !exact.includes(tick));
  return (value) => (dropped.some((tick) => Math.abs(tick - value) < near) ? "" : write(value));
}

const PLAIN = /^[^\d.]*(\d+(?:\.\d+)?)\s?(%)?$/;

function notationOf(write: NumberFormatter, ticks: readonly number[]): NumberFormatter {
  const isShort = ticks.some((tick) => Math.abs(tick) >= 10_000);
  if (!isShort) return write;
  if (!ticks.every((tick) => write(tick) === formatCompact(tick))) return plainZero(write, ticks);
  const digits = DIGITS.find((most) => ticks.every((tick) => Number(tick.toPrecision(most)) === tick));
  return digits === undefined ? formatFull : shortened(d3Format(`.${digits}~s`));
}

/** Shows each label once, at the roundest number: without decimals, 0 to 1 by 0.2 only labels its ends. */
function uniqueTicks(write: NumberFormatter, ticks: readonly number[]): NumberFormatter {
  const owners = new Map<string, number>();
  for (const tick of ticks) {
    const owner = owners.get(write(tick));
    if (owner === undefined || digitsOf(tick) < digitsOf(owner)) owners.set(write(tick), tick);
  }
  if (owners.size === ticks.length) return write;
  const [first = 0, second = 1] = ticks;
  const near = Math.abs(second - first) / 2;
  return (value) => {
    const text = write(value);
    return Math.abs((owners.get(text) ?? value) - value) < near ? text : "";
  };
}

function digitsOf(value: number): number {
  const exact = Number(value.toPrecision(12));
  return String(exact).length + exact.toExponential().length;
}

function wholeTicks(write: NumberFormatter, ticks: readonly number[]): NumberFormatter {
  const zeros = new RegExp(`\\${decimalSign()}0+(?=\\D*$)`);
  const isNought = ticks.every((tick) => tick === 0 || zeros.test(write(tick)));
  return isNought ? (value) => write(value).replace(zeros, "") : write;
}

const WITH_UNIT = /\d[kMGBTP]/;

function plainZero(write: NumberFormatter, ticks: readonly number[]): NumberFormatter {
  if (!ticks.some((tick) => WITH_UNIT.test(write(tick)))) return write;
  return (value) => (value === 0 ? write(0).replace(/0[.,]0+/, "0") : write(value));
}

function shortened(format: (value: number) => string): NumberFormatter {
  return (value) =>
    Math.abs(value) < 1000 || !Number.isFinite(value) ? formatFull(value) : inSigns(format(value).replace("G", "B"));
}

export const POWERS: readonly number[] = [1_000, 10_000];

/** `0.2549` -> `25.5%`. */
export function formatPercent(fraction: number): string {
  if (!Number.isFinite(fraction)) return String(fraction);
  return inSigns(tenths(fraction));
}

const tenths = d3Format(",.1%");
const wholes = d3Format(",.0%");

export function formatPercentTick(fraction: number): string {
  const percent = Math.round(fraction * 1000) / 10;
  return Number.isInteger(percent) ? inSigns(wholes(percent / 100)) : formatPercent(percent / 100);
}

function isAdaptive(key: string | null | undefined): boolean {
  return !key || key === SMART_NUMBER;
}

export function axisNumberFormatter(key?: string | null, currency?: CurrencyFormat | null): NumberFormatter {
  if (!isAdaptive(key) || currencySymbol(currency)) return numberFormatter(key, currency);
  return formatCompact;
}

export function fullNumberFormatter(key?: string | null, currency?: CurrencyFormat | null): NumberFormatter {
  if (!isAdaptive(key)) return numberFormatter(key, currency);
  return currencySymbol(currency) ? numberFormatter(",.2f", currency) : formatFull;
}

export function columnNumberFormatter(
  values: readonly unknown[],
  key?: string | null,
  currency?: CurrencyFormat | null,
): NumberFormatter {
  return isAdaptive(key) && !currencySymbol(currency) ? formatEven(values) : fullNumberFormatter(key, currency);
}
