import { formatSpecifier } from "d3-format";
import { type CurrencyFormat, currencySymbol } from "./currency.ts";
import { type NumberFormatter, numberFormatter } from "./number-format.ts";
import { decimalSign, separated } from "./separators.ts";

/** An integer with more digits than a double can hold; results carry it as text. */
export function isLongNumber(value: unknown): value is string {
  return typeof value === "string" && /^-?\d{16,}$/.test(value);
}

export function approximateNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return isLongNumber(value) ? Number(value) : undefined;
}

/** Keeps all digits of long numbers, unless the format abbreviates, such as `.3s`. */
export function exactFormatter(
  key: string | null | undefined,
  currency: CurrencyFormat | null | undefined,
  usual: NumberFormatter,
): (value: number | string) => string {
  const write = digitWriter(key ?? "", currency);
  return (value) => {
    if (typeof value === "number") return usual(value);
    return write && isLongNumber(value) ? write(value) : usual(Number(value));
  };
}

const grouped = (digits: string) => separated(digits.replace(/\B(?=(\d{3})+$)/g, ","));

function digitWriter(
  key: string,
  currency: CurrencyFormat | null | undefined,
): ((digits: string) => string) | undefined {
  if (key === "" || key === "SMART_NUMBER") return currencySymbol(currency) ? undefined : withSign(grouped);
  const specifier = maybeSpecifier(key);
  if (!specifier || !["d", "f", "g", ""].includes(specifier.type) || isRounded(specifier)) return undefined;
  const decimals = specifier.type === "f" && !specifier.trim ? (specifier.precision ?? 6) : 0;
  const plain = (digits: string) => {
    const whole = specifier.comma ? grouped(digits) : digits;
    return decimals > 0 ? `${whole}${decimalSign()}${"0".repeat(decimals)}` : whole;
  };
  const sample = numberFormatter(key, currency);
  // Reuses prefix and suffix of a small formatted number.
  return (text) => {
    const small = text.startsWith("-") ? -1 : 1;
    return sample(small).replace(/1([.,]0+)?/, () => plain(text.replace("-", "")));
  };
}

const withSign = (write: (digits: string) => string) => (text: string) =>
  text.startsWith("-") ? `-${write(text.slice(1))}` : write(text);

type Specifier = ReturnType<typeof formatSpecifier>;

const isRounded = ({ type, precision, trim, width, zero }: Specifier) =>
  width !== undefined || zero || ((type === "g" || type === "") && (precision !== undefined || !(trim || type === "")));

function maybeSpecifier(key: string): Specifier | undefined {
  try {
    return formatSpecifier(key);
  } catch {
    return undefined;
  }
}
