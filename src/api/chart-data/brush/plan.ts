import type { IndexOutcome, IndexStatements } from "../../../query/brush/index-statement.ts";
import type { IndexShape, NotCovered } from "../../../query/brush/query-index.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import type { Aggregate, Expression } from "../../../query/decompose.ts";
import type { PreparedQuery, RowlessQuery } from "../run/prepared.ts";

export interface Plan {
  query: PreparedQuery;
  statements: IndexStatements;
  totals: IndexShape["totals"];
}

/** What the index of a query is made of, or why there is none. */
export function planOf(query: PreparedQuery | RowlessQuery): Plan | { reason: NotCovered } {
  if (query.kind === "described") return { reason: "rows" };
  const { compiled, totals } = query;
  const reason = refusalOf(query);
  if (reason) return { reason };
  const index = outcomeOf(compiled);
  if (!index?.isCovered) return { reason: index?.reason ?? "rows" };
  const { statements } = index;
  if (!totals) return { query, statements, totals: null };
  const sums = totalsOf(totals, statements);
  return sums ? { query, statements, totals: sums } : { reason: "processing" };
}

/**
 * Contexts with dimensions are prepared with `indexStatements`, which are derived here: the statements of a whole context
 * would fill the memory.
 */
const outcomeOf = ({ index }: CompiledQuery) => (index as (() => IndexOutcome) | null)?.() ?? null;

function refusalOf({
  resultType,
  offsets,
  pivotTotals,
  summary,
  compiled,
  totals,
}: PreparedQuery): NotCovered | undefined {
  if (resultType !== "full" && resultType !== "results") return "processing";
  if (offsets.length > 0) return "comparison";
  const hasForecast = compiled.query.postProcessing.some(({ operation }) => operation === "prophet");
  if (pivotTotals.length > 0 || summary || hasForecast) return "processing";
  const isTemplated = [compiled, totals].some((one) => one?.templates?.mayReadFilters);
  return isTemplated ? "template" : undefined;
}

/** Totals of the same rows, from the same aggregates. */
function totalsOf(totals: CompiledQuery, { source, aggregates }: IndexStatements): IndexShape["totals"] {
  const index = outcomeOf(totals);
  if (!index?.isCovered || index.statements.source !== source || index.statements.keys.length > 0) return null;
  const places = placesIn(aggregates, index.statements.aggregates);
  if (places.includes(-1)) return null;
  const { metrics } = index.statements;
  return totals.items.flatMap((item) => {
    const metric = metrics.get(item);
    return metric ? [{ label: item.label, metric: moved(metric, places) }] : [];
  });
}

/** -1: not among them. */
export function placesIn(all: readonly Aggregate[], some: readonly Aggregate[]): number[] {
  return some.map((one) => all.findIndex((other) => one.combine === other.combine && one.sql === other.sql));
}

function moved(expression: Expression, places: readonly number[]): Expression {
  switch (expression.op) {
    case "component":
      return { op: "component", at: places[expression.at] ?? 0 };
    case "number":
    case "null":
      return expression;
    case "negate":
    case "abs":
    case "double":
      return { ...expression, of: moved(expression.of, places) };
    case "coalesce":
      return { op: "coalesce", of: expression.of.map((one) => moved(one, places)) };
    default:
      return { ...expression, left: moved(expression.left, places), right: moved(expression.right, places) };
  }
}
