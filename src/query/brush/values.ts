import type { Arithmetic, Comparison, Expression } from "../decompose.ts";
import type { IndexShape } from "./query-index.ts";

/** An integer of which the last `scale` digits are decimals; floating-point numbers are numbers. */
interface Exact {
  digits: bigint;
  scale: number;
}

export type Value = Exact | number | null;

/** Only the database can tell, because it fails. */
export class AskDatabase extends Error {}

export interface Scope {
  component(at: number): Value;
  number(at: number): number | null;
  divisionByZero: IndexShape["divisionByZero"];
}

/** An expression's value, computed as engines do: integers and decimals without rounding, up to a division. */
export function expressionValue(expression: Expression, scope: Scope): Value {
  switch (expression.op) {
    case "component":
      return scope.component(expression.at);
    case "number":
      return exactOf(expression.text);
    case "null":
      return null;
    case "negate":
      return mapped(expressionValue(expression.of, scope), (digits) => -digits);
    case "abs":
      return mapped(expressionValue(expression.of, scope), (digits) => (digits < 0 ? -digits : digits));
    case "double":
      return numberIn(expression.of, scope);
    case "coalesce":
      return firstOf(expression.of, scope);
    case "nullif":
      return nullIfEqual(expressionValue(expression.left, scope), expressionValue(expression.right, scope));
    default:
      return computed(expression, scope);
  }
}

function firstOf(list: readonly Expression[], scope: Scope): Value {
  for (const one of list) {
    const value = expressionValue(one, scope);
    if (value !== null) return value;
  }
  return null;
}

function computed(expression: Arithmetic, scope: Scope): Value {
  const { op } = expression;
  if (op === "/") return ratio(numberIn(expression.left, scope), numberIn(expression.right, scope), scope);
  const [left, right] = [expressionValue(expression.left, scope), expressionValue(expression.right, scope)];
  if (left === null || right === null) return null;
  if (op === "quotient") return quotient(left, right, scope);
  if (typeof left === "number" || typeof right === "number") {
    const [a, b] = [Number(numberOf(left)), Number(numberOf(right))];
    return op === "+" ? a + b : op === "-" ? a - b : a * b;
  }
  if (op === "*") return { digits: left.digits * right.digits, scale: left.scale + right.scale };
  const [a, b, scale] = aligned(left, right);
  return { digits: op === "+" ? a + b : a - b, scale };
}

/** The number of a value, without an exact one on the way where there is one. */
const numberIn = (expression: Expression, scope: Scope) =>
  expression.op === "component" ? scope.number(expression.at) : numberOf(expressionValue(expression, scope));

function ratio(left: number | null, right: number | null, { divisionByZero }: Scope): number | null {
  if (left === null || right === null) return null;
  if (right !== 0 || divisionByZero === "infinite") return left / right;
  if (divisionByZero === "error") throw new AskDatabase();
  return null;
}

function quotient(left: Exact | number, right: Exact | number, scope: Scope): Value {
  const whole = ratio(numberOf(left), numberOf(right), scope);
  if (whole === null || !Number.isFinite(whole)) return whole;
  return typeof left === "number" || typeof right === "number"
    ? whole
    : { digits: left.digits / right.digits, scale: 0 };
}

/** False if a value is missing. */
export function holds({ operator, left, right }: Comparison, scope: Scope): boolean {
  const [a, b] = [expressionValue(left, scope), expressionValue(right, scope)];
  if (a === null || b === null) return false;
  const order = compared(a, b);
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    default:
      return (order === 0) === (operator === "=" || operator === "==");
  }
}

function compared(left: Exact | number, right: Exact | number): number {
  if (typeof left === "number" || typeof right === "number") return Number(numberOf(left)) - Number(numberOf(right));
  const [a, b] = aligned(left, right);
  return a < b ? -1 : Number(a > b);
}

const nullIfEqual = (left: Value, right: Value): Value =>
  left !== null && right !== null && isEqual(left, right) ? null : left;

function isEqual(left: Exact | number, right: Exact | number): boolean {
  if (typeof left === "number" || typeof right === "number") return numberOf(left) === numberOf(right);
  const [a, b] = aligned(left, right);
  return a === b;
}

function aligned(left: Exact, right: Exact): [bigint, bigint, number] {
  const scale = Math.max(left.scale, right.scale);
  const digitsOf = (one: Exact) => one.digits * 10n ** BigInt(scale - one.scale);
  return [digitsOf(left), digitsOf(right), scale];
}

/** Negates, or makes a negative number positive. */
const mapped = (value: Value, map: (digits: bigint) => bigint): Value => {
  if (value === null) return null;
  if (typeof value !== "number") return { ...value, digits: map(value.digits) };
  return map(value < 0 ? -1n : 1n) < 0n ? -Math.abs(value) : Math.abs(value);
};

export function exactOf(text: string): Exact {
  const [whole = "0", fraction = ""] = text.split(".");
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** Powers of ten that a double holds. */
export const EXACT_POWERS = 22;

/** The double next to the value. */
export function numberOf(value: Value): number | null {
  if (value === null || typeof value === "number") return value;
  const { digits, scale } = value;
  const number = Number(digits);
  if (scale === 0) return number;
  if (Number.isSafeInteger(number) && scale <= EXACT_POWERS) return number / 10 ** scale;
  return Number(`${digits}e-${scale}`);
}
