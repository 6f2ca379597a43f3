import type { TemplateFunction } from "./functions.ts";
import { Environment, Interpreter, type RuntimeValue } from "./jinja.ts";
import { Float } from "./python-numbers.ts";
import { plainOf } from "./values.ts";

/** Between plain data and the values of the library. */

export const constant = (value: RuntimeValue) => ({ type: "Constant", value });

const converter = new Environment();
const literals = new Interpreter(converter);

/** Of plain data. */
export function toRuntime(value: unknown): RuntimeValue {
  if (value instanceof Float) return literals.evaluate({ type: "FloatLiteral", value: value.value }, converter);
  converter.variables.delete("value");
  return converter.set("value", value);
}

export function toFunction(run: TemplateFunction): RuntimeValue {
  const made = toRuntime(() => null);
  made.value = (given: RuntimeValue[]) => {
    const last = given.at(-1);
    const isNamed = last?.type === "KeywordArgumentsValue";
    const args = (isNamed ? given.slice(0, -1) : given).map((value) => plainOf(value));
    return toRuntime(run(args, isNamed && last ? (plainOf(last) as Record<string, unknown>) : {}));
  };
  return made;
}

/** The texts in a value, which may be one itself. */
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

/** Texts in the order of their characters. */
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
      throw new TypeError(`texts cannot be combined by ${operator}`);
  }
}
