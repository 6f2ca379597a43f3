import { t } from "../../i18n/translate.ts";
import type { TemplateFunction } from "./functions.ts";
import { Environment, Interpreter, type RuntimeValue } from "./jinja.ts";
import { Float } from "./python-numbers.ts";

/** A value that isn't data (a function, a namespace): all that macros get of one. */
export class NoData {
  readonly kind: string;
  constructor(kind: string) {
    this.kind = kind;
  }
}

const MAX_DEPTH = 50;

const SCALARS = new Set(["UndefinedValue", "IntegerValue", "FloatValue", "StringValue", "BooleanValue"]);
const LISTS = new Set(["ArrayValue", "TupleValue"]);
const DICTS = new Set(["ObjectValue", "KeywordArgumentsValue"]);

export function plainOf(value: RuntimeValue, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new RangeError(t("value is nested too deeply"));
  // The library's null has no value at all.
  if (value.type === "NullValue") return null;
  if (SCALARS.has(value.type)) return value.value;
  if (LISTS.has(value.type)) return (value.value as RuntimeValue[]).map((entry) => plainOf(entry, depth + 1));
  if (DICTS.has(value.type)) {
    return Object.fromEntries(entriesOf(value).map(([key, entry]) => [key, plainOf(entry, depth + 1)]));
  }
  return new NoData(value.type === "FunctionValue" ? "function" : "Namespace");
}

export const entriesOf = (value: RuntimeValue) => [...(value.value as Map<string, RuntimeValue>)];

/** As Python prints it: `None`, `True`, `['a', 1]`, `{'a': 1}`. */
export function pythonText(value: RuntimeValue): string {
  return value.type === "StringValue" ? String(value.value) : representation(value, 0);
}

const PRINTED: Readonly<Record<string, (value: RuntimeValue) => string>> = {
  NullValue: () => "None",
  UndefinedValue: () => "Undefined",
  BooleanValue: ({ value }) => (value ? "True" : "False"),
  StringValue: ({ value }) => quotedText(String(value)),
  IntegerValue: (value) => value.toString(),
  FloatValue: (value) => value.toString(),
};

function representation(value: RuntimeValue, depth: number): string {
  if (depth > MAX_DEPTH) throw new RangeError(t("value is nested too deeply"));
  const { type } = value;
  const scalar = PRINTED[type];
  if (scalar) return scalar(value);
  const inner = (entry: RuntimeValue) => representation(entry, depth + 1);
  if (DICTS.has(type)) {
    const entries = entriesOf(value).map(([key, entry]) => `${quotedText(key)}: ${inner(entry)}`);
    return `{${entries.join(", ")}}`;
  }
  if (!LISTS.has(type))
    throw new TypeError(
      type === "FunctionValue" ? t("a function can't be printed") : t("a namespace can't be printed"),
    );
  const entries = (value.value as RuntimeValue[]).map(inner);
  if (type === "ArrayValue") return `[${entries.join(", ")}]`;
  return `(${entries.join(", ")}${entries.length === 1 ? "," : ""})`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

export const escapedText = (text: string) => quotedText(text).slice(1, -1);

function quotedText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char);
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

/** Equal as in Python: numbers and booleans by value, texts exactly, lists and dicts by their entries. */
export function isEqual(a: RuntimeValue, b: RuntimeValue, depth = 0): boolean {
  if (depth > MAX_DEPTH) throw new RangeError(t("value is nested too deeply"));
  if (isNumeric(a) && isNumeric(b)) return Number(a.value) === Number(b.value);
  if (a.type !== b.type) return false;
  if (a.type === "ArrayValue" || a.type === "TupleValue") {
    const [left, right] = [a.value as RuntimeValue[], b.value as RuntimeValue[]];
    return (
      left.length === right.length && left.every((entry, i) => isEqual(entry, right[i] as RuntimeValue, depth + 1))
    );
  }
  if (a.type === "ObjectValue") {
    const right = b.value as Map<string, RuntimeValue>;
    const left = entriesOf(a);
    return left.length === right.size && left.every(([key, entry]) => isEqualEntry(entry, right.get(key), depth));
  }
  return a.value === b.value;
}

const isEqualEntry = (a: RuntimeValue, b: RuntimeValue | undefined, depth: number) =>
  b !== undefined && isEqual(a, b, depth + 1);

const isNumeric = ({ type }: RuntimeValue) =>
  type === "IntegerValue" || type === "FloatValue" || type === "BooleanValue";

export const constant = (value: RuntimeValue) => ({ type: "Constant", value });

const converter = new Environment();
const literals = new Interpreter(converter);

export function toRuntime(value: unknown): RuntimeValue {
  if (value instanceof Float) return literals.evaluate({ type: "FloatLiteral", value: value.value }, converter);
  converter.variables.delete("value");
  return converter.set("value", value);
}

export function toFunction(run: TemplateFunction): RuntimeValue {
  const wrapper = toRuntime(() => null);
  wrapper.value = (callArgs: RuntimeValue[]) => {
    const last = callArgs.at(-1);
    const isNamed = last?.type === "KeywordArgumentsValue";
    const args = (isNamed ? callArgs.slice(0, -1) : callArgs).map((value) => plainOf(value));
    return toRuntime(run(args, isNamed && last ? (plainOf(last) as Record<string, unknown>) : {}));
  };
  return wrapper;
}

export function textsOf({ type, value }: RuntimeValue, depth = 0): string[] {
  if (type === "StringValue") return [String(value)];
  if (typeof value !== "object" || value === null || depth > MAX_NESTING) return [];
  const entries = Array.isArray(value) ? (value as RuntimeValue[]) : [...(value as Map<string, RuntimeValue>).values()];
  const keys = value instanceof Map ? [...(value as Map<string, RuntimeValue>).keys()] : [];
  return [...keys, ...entries.flatMap((entry) => textsOf(entry, depth + 1))];
}

const MAX_NESTING = 50;

export function sizeOf({ type, value }: RuntimeValue): number {
  if (type === "ObjectValue") return (value as Map<string, unknown>).size;
  return Array.isArray(value) ? value.length : 0;
}

export function comparedTexts(operator: string, [left, right]: readonly [RuntimeValue, RuntimeValue]): boolean {
  const [a, b] = [String(left.value), String(right.value)];
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      throw new TypeError(t("strings don't support the operator {operator}", { operator }));
  }
}
