import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { ChartDataResult, QueryContext, QueryObject } from "../../model/query-context.ts";
import type { ChartState } from "./chart-state.ts";

export interface Answer {
  part?: string;
  result: ChartDataResult;
  query?: Partial<QueryObject>;
  context?: QueryContext;
  dataset?: Dataset;
}

export function answersOf({ results = [], context, parts = [] }: ChartState): Answer[] {
  const own = results.map((result, at): Answer => ({ result, query: context?.queries[at], context }));
  const ofParts = parts.flatMap(({ name, type, results: partResults, context: partContext, dataset }) =>
    partResults.map(
      (result, at): Answer => ({
        part: name || t(type.name),
        result,
        query: partContext?.queries[at],
        context: partContext,
        dataset,
      }),
    ),
  );
  return [...own, ...ofParts];
}

export function questionsOf(
  { context, parts = [] }: ChartState,
  name: string,
): { context: QueryContext; name: string }[] {
  if (context && context.queries.length > 0) return [{ context, name }];
  return parts.flatMap((part, index) =>
    part.context ? [{ context: part.context, name: `${name} ${part.name || index + 1}` }] : [],
  );
}
