import type { Dataset } from "../../model/dataset.ts";
import type { ChartDataResult, QueryContext, QueryObject } from "../../model/query-context.ts";
import type { ChartState } from "./chart-state.ts";

/** The rows of a query of a chart, or of a chart that it is made of. */
export interface Answer {
  /** Of the part; missing: of the chart itself. */
  part?: string;
  result: ChartDataResult;
  query?: Partial<QueryObject>;
  context?: QueryContext;
  /** Of a part over another dataset than the chart's. */
  dataset?: Dataset;
}

export function answersOf({ results = [], context, parts = [] }: ChartState): Answer[] {
  const own = results.map((result, at): Answer => ({ result, query: context?.queries[at], context }));
  const ofParts = parts.flatMap(({ name, type, results: theirs, context: asked, dataset }) =>
    theirs.map(
      (result, at): Answer => ({ part: name || type.name, result, query: asked?.queries[at], context: asked, dataset }),
    ),
  );
  return [...own, ...ofParts];
}

/** What a chart asks, each under the name of its file; what its parts ask where it is made of other charts. */
export function questionsOf(
  { context, parts = [] }: ChartState,
  name: string,
): { context: QueryContext; name: string }[] {
  if (context && context.queries.length > 0) return [{ context, name }];
  return parts.flatMap((part, index) =>
    part.context ? [{ context: part.context, name: `${name} ${part.name || index + 1}` }] : [],
  );
}
