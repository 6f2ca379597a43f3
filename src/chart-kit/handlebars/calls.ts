import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { t } from "../../i18n/translate.ts";
import { type Call, escaped, isEmpty, propertyOf, SafeText, TemplateError, textOf } from "./values.ts";

dayjs.extend(utc);

export type Helper = (call: Call) => unknown;

const number = (value: unknown): number => Number(value instanceof SafeText ? value.text : value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const two =
  (answer: (a: unknown, b: unknown) => unknown): Helper =>
  ({ params: [a, b] }) =>
    answer(a, b);
const numbers = (answer: (a: number, b: number) => unknown) => two((a, b) => answer(number(a), number(b)));
const text =
  (answer: (text: string) => string): Helper =>
  ({ params: [value] }) =>
    answer(textOf(value));

const upperFirst = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const values: [name: string, helper: Helper][] = [
  ["stringify", ({ params: [value, indent] }) => JSON.stringify(value, null, typeof indent === "number" ? indent : 0)],
  ["parseJson", ({ params: [value] }) => parsedJson(textOf(value))],
  ["lookup", two((value, name) => propertyOf(value, name))],
  ["log", () => ""],
  ["dateFormat", ({ params: [value], hash }) => formatDate(value, hash.format)],
  ["formatDate", two((format, value) => formatDate(value, format))],
  ["formatNumber", ({ params: [value, locale] }) => localNumber(value, locale, {})],
  [
    "formatCurrency",
    ({ params: [value, code, locale] }) =>
      localNumber(value, locale, { style: "currency", currency: textOf(code) || "USD" }),
  ],
];

const comparisons: [name: string, helper: Helper][] = [
  ["eq", two((a, b) => a === b)],
  ["eqw", two((a, b) => textOf(a) === textOf(b))],
  ["neq", two((a, b) => a !== b)],
  ["neqw", two((a, b) => textOf(a) !== textOf(b))],
  ["lt", two((a, b) => isBefore(a, b))],
  ["lte", two((a, b) => !isBefore(b, a))],
  ["gt", two((a, b) => isBefore(b, a))],
  ["gte", two((a, b) => !isBefore(a, b))],
  ["ifx", ({ params: [condition, yes, no] }) => (isEmpty(condition) ? (no ?? "") : yes)],
  ["empty", ({ params: [value] }) => isEmpty(value)],
  ["not", ({ params: [value] }) => !value],
  ["and", ({ params }) => params.every(Boolean)],
  ["or", ({ params }) => params.some(Boolean)],
  ["coalesce", ({ params }) => params.find(Boolean)],
  ["count", ({ params: [value] }) => list(value).length],
  ["includes", two((items, item) => list(items).includes(item))],
  [
    "contains",
    two((items, item) => (Array.isArray(items) ? items.includes(item) : textOf(items).includes(textOf(item)))),
  ],
  ["showIf", ({ params: [value] }) => (value ? "" : "hidden")],
  ["hideIf", ({ params: [value] }) => (value ? "hidden" : "")],
  ["selectedIf", ({ params: [value] }) => (value ? "selected" : "")],
  ["checkedIf", ({ params: [value] }) => (value ? "checked" : "")],
];

const sums: [name: string, helper: Helper][] = [
  ["sum", ({ params }) => params.flat().reduce((total: number, value) => total + number(value), 0)],
  ["difference", numbers((a, b) => a - b)],
  ["multiplication", numbers((a, b) => a * b)],
  ["division", numbers((a, b) => a / b)],
  ["remainder", numbers((a, b) => a % b)],
  ["ceil", ({ params: [value] }) => Math.ceil(number(value))],
  ["floor", ({ params: [value] }) => Math.floor(number(value))],
  ["round", ({ params: [value] }) => Math.round(number(value))],
  ["abs", ({ params: [value] }) => Math.abs(number(value))],
];

const texts: [name: string, helper: Helper][] = [
  ["excerpt", ({ params: [value, length] }) => excerptOf(textOf(value), number(length ?? 50))],
  [
    "sanitize",
    text((value) =>
      value
        .toLowerCase()
        .replace(/[^\w-]+/g, "-")
        .replace(/^-+|-+$/g, ""),
    ),
  ],
  ["newLineToBr", ({ params: [value] }) => new SafeText(escaped(value).replace(/\r?\n/g, "<br>"))],
  ["capitalizeEach", text((value) => value.replace(/\S+/g, upperFirst))],
  ["capitalizeFirst", text(upperFirst)],
  ["ucfirst", text(upperFirst)],
  ["lcfirst", text((value) => value.slice(0, 1).toLowerCase() + value.slice(1))],
  ["uppercase", text((value) => value.toUpperCase())],
  ["lowercase", text((value) => value.toLowerCase())],
  ["concat", ({ params }) => params.map(textOf).join("")],
  [
    "join",
    two((items, by) =>
      list(items)
        .map(textOf)
        .join(by === undefined ? "," : textOf(by)),
    ),
  ],
  ["first", ({ params: [items] }) => list(items)[0]],
  ["last", ({ params: [items] }) => list(items).at(-1)],
];

export const HELPERS: ReadonlyMap<string, Helper> = new Map([...values, ...comparisons, ...sums, ...texts]);

function isBefore(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? a < b : number(a) < number(b);
}

function excerptOf(value: string, length: number): string {
  return value.length <= length ? value : `${value.slice(0, length).trimEnd()}...`;
}

function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new TemplateError(`not JSON: ${value.slice(0, 40)}`);
  }
}

function formatDate(value: unknown, format: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  const moment = dayjs.utc(typeof value === "number" ? value : textOf(value));
  return moment.isValid() ? moment.format(textOf(format) || "YYYY-MM-DD") : textOf(value);
}

function localNumber(value: unknown, locale: unknown, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || value === "") return "";
  try {
    return number(value).toLocaleString(textOf(locale) || "en-US", options);
  } catch {
    throw new TemplateError(
      t("unknown locale or currency: {locale} {currency}", {
        locale: textOf(locale),
        currency: textOf(options.currency),
      }),
    );
  }
}
