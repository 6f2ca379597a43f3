import { t } from "../../i18n/translate.ts";

export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

const WHOLE = /^[+-]?\d+(?:_\d+)*$/;
const NUMBER = /^[+-]?(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

export function numberIn(value: unknown): number | undefined {
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  const text = typeof value === "string" ? value.trim() : "";
  return NUMBER.test(text) ? Number(text.replaceAll("_", "")) : undefined;
}

export function wholeOf(value: unknown, fallback: unknown = 0, base: unknown = 10): unknown {
  if (typeof value === "string" && base !== 10) {
    const digits = value.trim().replace(/^0[xob]/i, "");
    const read = Number.parseInt(digits, Number(base));
    return Number.isNaN(read) || read.toString(Number(base)) !== digits.toLowerCase() ? fallback : read;
  }
  if (typeof value === "string" && WHOLE.test(value.trim())) return Number(value.trim().replaceAll("_", ""));
  const number = numberIn(value);
  return number !== undefined && Number.isFinite(number) ? Math.trunc(number) + 0 : fallback;
}

export function floatOf(value: unknown, fallback: unknown = 0): unknown {
  const number = numberIn(value) ?? fallback;
  return typeof number === "number" ? new Float(number) : number;
}

/** `x | round(precision, method)`: rounds halves to even, based on the stored double. */
export function roundedOf(value: unknown, precision = 0, method = "common"): unknown {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TypeError(t("round requires a number"));
  const scale = 10 ** precision;
  if (method === "ceil") return floatUnlessWhole(value, Math.ceil(number * scale) / scale);
  if (method === "floor") return floatUnlessWhole(value, Math.floor(number * scale) / scale);
  return floatUnlessWhole(value, precision < 0 ? toEven(number * scale) / scale : halvesToEven(number, precision));
}

const floatUnlessWhole = (value: unknown, result: number) =>
  typeof value === "number" && Number.isInteger(value) ? result : new Float(result);

const MOST_DIGITS = 100;

function halvesToEven(value: number, precision: number): number {
  const places = Math.min(precision, MOST_DIGITS);
  const [, fraction = ""] = value.toFixed(MOST_DIGITS).split(".");
  const isHalf = /^50*$/.test(fraction.slice(places));
  return isHalf ? toEven(value * 10 ** places) / 10 ** places : Number(value.toFixed(places));
}

function toEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

const DIRECTIVE = /%(?:%|([-0+ ]*)(\d{0,3})(?:\.(\d{1,2}))?([sdif]))/g;

export function formatted(format: string, values: readonly unknown[], shown: (value: unknown) => string): string {
  let at = 0;
  if (/%(?!%|[-0+ ]*\d{0,3}(?:\.\d{1,2})?[sdif])/.test(format.replaceAll("%%", ""))) {
    throw new TypeError(t("unsupported format character"));
  }
  const text = format.replace(DIRECTIVE, (whole, ...found) => {
    if (whole === "%%") return "%";
    if (at >= values.length) throw new TypeError(t("not enough arguments for format string"));
    const [flags = "", width = "", precision, kind = ""] = found.map((part) => part as string | undefined);
    const value = values[at++];
    const plain = kind === "s" ? textOf(shown(value), precision) : numberText(value, kind, precision);
    return padded(kind !== "s" && /[+ ]/.test(flags) ? signed(plain, flags) : plain, { flags, width, kind });
  });
  if (at < values.length) throw new TypeError(t("not all arguments converted during string formatting"));
  return text;
}

const textOf = (text: string, precision: string | undefined) =>
  precision === undefined ? text : text.slice(0, Number(precision));

function numberText(value: unknown, kind: string, precision: string | undefined): string {
  if (typeof value !== "number" && typeof value !== "boolean")
    throw new TypeError(t("%{kind} format: a number is required", { kind }));
  const number = Number(value);
  if (kind !== "f") return BigInt(Math.trunc(number)).toString();
  const places = Number(precision ?? 6);
  return halvesToEven(number, places).toFixed(places);
}

const signed = (text: string, flags: string) =>
  text.startsWith("-") ? text : `${flags.includes("+") ? "+" : " "}${text}`;

function padded(text: string, { flags, width, kind }: { flags: string; width: string; kind: string }): string {
  const size = Number(width);
  if (flags.includes("-")) return text.padEnd(size);
  if (!flags.includes("0") || kind === "s") return text.padStart(size);
  const [sign = ""] = /^[-+ ]/.exec(text) ?? [];
  return sign + text.slice(sign.length).padStart(size - sign.length, "0");
}
