import { t } from "../../i18n/translate.ts";
import { floatOf, formatted, numberIn, roundedOf, wholeOf } from "./python-numbers.ts";
import { formattedTime, maybeTime } from "./python-time.ts";

/** A macro, filter or method: gets plain and keyword arguments, and returns plain data. */
export type TemplateFunction = (args: readonly unknown[], named: Readonly<Record<string, unknown>>) => unknown;

const MAX_CHARS = 400_000;

/** Must be called before the text is made. */
function bounded(chars: number): void {
  if (chars > MAX_CHARS) throw new RangeError(t("the template output is too long"));
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError(t("expected a string"));
  return value;
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return Array.from(value);
  if (typeof value === "object" && value !== null) return Object.keys(value);
  throw new TypeError(t("expected a list"));
}

const numbersOf = (value: unknown) =>
  listOf(value).map((entry) => {
    if (typeof entry !== "number" && typeof entry !== "boolean") throw new TypeError(t("expected a list of numbers"));
    return Number(entry);
  });

const compared = (a: unknown, b: unknown) =>
  Number((a as number) > (b as number)) - Number((a as number) < (b as number));

const shown = (value: unknown): string =>
  value === null ? "None" : typeof value === "boolean" ? (value ? "True" : "False") : String(value);

function replaced(text: string, [from, to]: readonly [string, string], count: number): string {
  const parts = from === "" ? Array.from(text) : text.split(from);
  const hits = Math.min(count < 0 ? Number.POSITIVE_INFINITY : count, parts.length - 1);
  bounded(text.length + hits * to.length);
  if (hits === parts.length - 1) return parts.join(to);
  return [parts.slice(0, hits + 1).join(to), ...parts.slice(hits + 1)].join(from);
}

function joined(entries: readonly unknown[], separator: string): string {
  const texts = entries.map(shown);
  bounded(joinedLength(texts) + texts.length * separator.length);
  return texts.join(separator);
}

const joinedLength = (texts: readonly string[]) => texts.reduce((total, text) => total + text.length, 0);

function attributeOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function indented(text: string, width: number, first: boolean): string {
  const lines = text.split("\n");
  bounded(text.length + lines.length * width);
  const blank = " ".repeat(width);
  return lines.map((line, i) => (line === "" || (i === 0 && !first) ? line : blank + line)).join("\n");
}

function jsonText(value: unknown, indent: number): string {
  bounded(indent * 1000);
  return JSON.stringify(value ?? null, null, indent).replace(
    /[<>&']/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

type Test = (value: unknown, other: unknown) => boolean;

const isSame: Test = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const isOther: Test = (a, b) => !isSame(a, b);
const isWithin: Test = (a, b) =>
  typeof b === "string" ? b.includes(textOf(a)) : listOf(b).some((one) => isSame(one, a));

const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["none", (value) => value === null],
  ["defined", (value) => value !== undefined],
  ["string", (value) => typeof value === "string"],
  ["number", (value) => typeof value === "number" || typeof value === "boolean"],
  ["odd", (value) => Math.abs(Number(value)) % 2 === 1],
  ["even", (value) => Number(value) % 2 === 0],
  ["divisibleby", (value, other) => Number(value) % Number(other) === 0],
  ["in", isWithin],
  ...["eq", "equalto", "=="].map((name): [string, Test] => [name, isSame]),
  ...["ne", "!="].map((name): [string, Test] => [name, isOther]),
  ...["lt", "lessthan", "<"].map((name): [string, Test] => [name, (a, b) => compared(a, b) < 0]),
  ...["gt", "greaterthan", ">"].map((name): [string, Test] => [name, (a, b) => compared(a, b) > 0]),
  ...["le", "<="].map((name): [string, Test] => [name, (a, b) => compared(a, b) <= 0]),
  ...["ge", ">="].map((name): [string, Test] => [name, (a, b) => compared(a, b) >= 0]),
]);

function chosen([list, name, other]: readonly unknown[], isSelected: boolean): unknown[] {
  if (name === undefined) return listOf(list).filter((entry) => !isEmpty(entry) === isSelected);
  const test = TESTS.get(shown(name));
  if (!test) throw new TypeError(t("no test named {name}", { name: shown(name) }));
  return listOf(list).filter((entry) => test(entry, other) === isSelected);
}

const isEmpty = (value: unknown) => !value || (typeof value === "object" && listOf(value).length === 0);

export function filled(format: unknown, values: readonly unknown[]): string {
  const isData = values.every((value) => value === null || /string|number|boolean/.test(typeof value));
  if (!isData) throw new TypeError(t("format accepts strings and numbers"));
  const texts = values.map(shown);
  bounded(textOf(format).split("%").length * 1000 + textOf(format).length + joinedLength(texts));
  return formatted(textOf(format), values, shown);
}

function defaulted([value, fallback = "", whenFalse]: readonly unknown[], named: Readonly<Record<string, unknown>>) {
  const wantsTruth = Boolean(whenFalse ?? named.boolean);
  return value === undefined || (wantsTruth && isEmpty(value)) ? (named.default_value ?? fallback) : value;
}

export const FILTERS: Readonly<Record<string, TemplateFunction>> = {
  default: defaulted,
  d: defaulted,
  replace: ([text, from, to, count], named) =>
    replaced(shown(text), [textOf(from), textOf(to)], Number(count ?? named.count ?? -1)),
  join: ([list, separator, attribute], named) => {
    const name = attribute ?? named.attribute;
    const entries = listOf(list);
    const parts = typeof name === "string" ? entries.map((entry) => attributeOf(entry, name)) : entries;
    return joined(parts, textOf(separator ?? named.d ?? ""));
  },
  indent: ([text, width, first], named) =>
    indented(textOf(text), Number(width ?? named.width ?? 4), Boolean(first ?? named.first)),
  tojson: ([value, indent], named) => jsonText(value, Number(indent ?? named.indent ?? 0)),
  string: ([value]) => shown(value),
  list: ([value]) => listOf(value),
  count: ([value]) => listOf(value).length,
  sum: ([list]) => numbersOf(list).reduce((total, value) => total + value, 0),
  min: ([list]) => listOf(list).sort(compared)[0],
  max: ([list]) => listOf(list).sort(compared).at(-1),
  round: ([value, precision, method], named) =>
    roundedOf(value, Number(precision ?? named.precision ?? 0), String(method ?? named.method ?? "common")),
  int: ([value, fallback, base], named) => wholeOf(value, fallback ?? named.default, base ?? named.base),
  float: ([value, fallback], named) => floatOf(value, fallback ?? named.default),
  format: ([format, ...values]) => filled(format, values),
  select: (args) => chosen(args, true),
  reject: (args) => chosen(args, false),
  map: ([list, name], named) => mapped(listOf(list), name, named),
  to_datetime: ([text, format], named) => {
    if (text === null || text === undefined || text === "") return null;
    return maybeTime(textOf(text), textOf(format ?? named.format ?? "%Y-%m-%d %H:%M:%S"));
  },
};

const MAPPED: Readonly<Record<string, (value: unknown) => unknown>> = {
  upper: (value) => shown(value).toUpperCase(),
  lower: (value) => shown(value).toLowerCase(),
  trim: (value) => shown(value).trim(),
  string: shown,
  int: (value) => wholeOf(value),
  float: (value) => numberIn(value) ?? 0,
  length: (value) => listOf(value).length,
  abs: (value) => Math.abs(Number(value)),
};

function mapped(list: unknown[], name: unknown, named: Readonly<Record<string, unknown>>): unknown[] {
  if (typeof named.attribute === "string") {
    const attribute = named.attribute;
    return list.map((entry) => attributeOf(entry, attribute) ?? named.default);
  }
  const run = typeof name === "string" && Object.hasOwn(MAPPED, name) ? MAPPED[name] : undefined;
  if (!run) throw new TypeError(t("map: unknown filter {name}", { name: shown(name) }));
  return list.map(run);
}

function stripped(text: string, chars: unknown, ends: "start" | "end" | "both"): string {
  const isCut = (char: string) =>
    chars === undefined || chars === null ? char.trim() === "" : textOf(chars).includes(char);
  const signs = Array.from(text);
  const first = ends === "end" ? 0 : signs.findIndex((char) => !isCut(char));
  const last = ends === "start" ? signs.length - 1 : signs.findLastIndex((char) => !isCut(char));
  return first < 0 ? "" : signs.slice(first, last + 1).join("");
}

export const STRING_METHODS: Readonly<Record<string, TemplateFunction>> = {
  replace: ([text, from, to, count], named) =>
    replaced(textOf(text), [textOf(from), textOf(to)], Number(count ?? named.count ?? -1)),
  join: ([separator, list]) => {
    const entries = Array.isArray(list) ? list : [list, null];
    if (!entries.every((entry) => typeof entry === "string"))
      throw new TypeError(t("join() requires a list of strings"));
    return joined(entries, textOf(separator));
  },
  strip: ([text, chars]) => stripped(textOf(text), chars, "both"),
  lstrip: ([text, chars]) => stripped(textOf(text), chars, "start"),
  rstrip: ([text, chars]) => stripped(textOf(text), chars, "end"),
  isdigit: ([text]) => /^\d+$/.test(textOf(text)),
  isnumeric: ([text]) => /^\d+$/.test(textOf(text)),
  isalpha: ([text]) => /^\p{L}+$/u.test(textOf(text)),
  zfill: ([text, width]) => {
    bounded(Number(width));
    return textOf(text).padStart(Number(width), "0");
  },
  strftime: ([text, format]) => formattedTime(textOf(text), textOf(format)),
  isoformat: ([text]) => textOf(text).replace(" ", "T"),
};
