import type { Expression } from "../decompose.ts";
import type { BrushDialect } from "../dialect.ts";

/** What is known of the type of a number, to tell how the engine divides it. */
export type NumberType = "integer" | "fraction" | "unknown";

/** With divisions as the engine computes them. Undefined if that can't be told. */
export function withDivisions(
  expression: Expression,
  types: readonly NumberType[],
  { division }: Pick<BrushDialect, "division">,
): Expression | undefined {
  if (division === "fraction") return expression;
  const typed = typedOf(expression, types);
  return typed?.expression;
}

interface Typed {
  expression: Expression;
  type: NumberType;
}

function typedOf(expression: Expression, types: readonly NumberType[]): Typed | undefined {
  switch (expression.op) {
    case "component":
      return { expression, type: types[expression.at] ?? "unknown" };
    case "number":
      return { expression, type: expression.text.includes(".") ? "fraction" : "integer" };
    case "null":
      return { expression, type: "unknown" };
    case "negate":
    case "abs":
    case "double":
      return typedInner(expression, types);
    case "coalesce": {
      const all = expression.of.map((one) => typedOf(one, types));
      if (!all.every((one) => one !== undefined)) return undefined;
      return { expression: { op: "coalesce", of: all.map((one) => one.expression) }, type: commonType(all) };
    }
    default:
      return typedPair(expression, types);
  }
}

function typedInner(
  { op, of }: Extract<Expression, { op: "negate" | "abs" | "double" }>,
  types: readonly NumberType[],
): Typed | undefined {
  const inner = typedOf(of, types);
  return inner && { expression: { op, of: inner.expression }, type: op === "double" ? "fraction" : inner.type };
}

function typedPair(
  { op, left, right }: Extract<Expression, { left: unknown }>,
  types: readonly NumberType[],
): Typed | undefined {
  const pair = [typedOf(left, types), typedOf(right, types)];
  const [a, b] = pair;
  if (!a || !b) return undefined;
  const type =
    op === "nullif" ? a.type : [a, b].some((one) => one.type === "fraction") ? "fraction" : commonType([a, b]);
  if (op !== "/") return { expression: { op, left: a.expression, right: b.expression }, type };
  if (type === "unknown") return undefined;
  return { expression: { op: type === "integer" ? "quotient" : "/", left: a.expression, right: b.expression }, type };
}

function commonType(all: readonly Typed[]): NumberType {
  const [first] = all;
  return first && all.every(({ type }) => type === first.type) ? first.type : "unknown";
}
