import { t } from "../../i18n/translate.ts";
import { type AdhocMetric, columnLabel, type QueryFilter } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { type ChartDataResult, granularityOf, type QueryContext, type QueryObject } from "../../model/query-context.ts";
import { filterWords } from "../control-words/filter-words.ts";
import { NO_FILTER, timeRangeText } from "../control-words/time-range.ts";

/** One condition of an empty query, and the query without it. */
interface Condition {
  text: string;
  rest: QueryObject;
}

const MAX_CONDITIONS = 10;
const COUNT_LABEL = "count of rows";
const COUNT: AdhocMetric = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: COUNT_LABEL };

export function conditionsOf(context: QueryContext, dataset?: Dataset): Condition[] {
  const [query] = context.queries;
  if (!query) return [];
  const { filters, time_range, extras } = query;
  const all: Condition[] = (filters ?? []).flatMap((filter, index) =>
    filter.op === "TEMPORAL_RANGE" && (!filter.val || filter.val === NO_FILTER)
      ? []
      : [{ text: filterText(filter, dataset), rest: { ...query, filters: filters?.filter((_, at) => at !== index) } }],
  );
  if (time_range && time_range !== NO_FILTER && granularityOf(query)) {
    all.push({ text: timeRangeText(time_range), rest: { ...query, time_range: null } });
  }
  for (const part of ["where", "having"] as const) {
    const sql = extras?.[part];
    if (sql) all.push({ text: sql, rest: { ...query, extras: { ...extras, [part]: undefined } } });
  }
  return all.slice(0, MAX_CONDITIONS);
}

function filterText({ col, op, val }: QueryFilter, dataset?: Dataset): string {
  const subject = columnLabel(col);
  const filter = {
    clause: "WHERE",
    expressionType: "SIMPLE",
    subject,
    operator: op,
    comparator: val as never,
  } as const;
  const { subject: name, words, value } = filterWords(filter, dataset);
  return [name, words, op === "TEMPORAL_RANGE" ? timeRangeText(value) : value].filter(Boolean).join(" ");
}

/** Counts the rows without any condition, with all of them, and without each. */
export function countsContext(context: QueryContext, conditions: readonly Condition[]): QueryContext {
  const [query = {}] = context.queries;
  const whole = { ...query, filters: [], time_range: null, extras: { ...query.extras, where: undefined } };
  const { result_type: _, result_format: __, ...rest } = context;
  return { ...rest, queries: [whole, query, ...conditions.map((one) => one.rest)].map(countOf) };
}

function countOf({ filters, time_range, granularity, granularity_sqla, extras, url_params }: QueryObject): QueryObject {
  const conditions = { filters, time_range, granularity, granularity_sqla, url_params };
  const { having: _, ...rows } = extras ?? {};
  return { ...conditions, extras: rows, columns: [], metrics: [COUNT], row_limit: 1 };
}

export function causesText(conditions: readonly Condition[], results: readonly ChartDataResult[]): string[] {
  const [whole = 0, all = 0, ...without] = results.map(countIn);
  if (whole === 0) return [noRowsAtAll()];
  if (all > 0) {
    return [
      t(
        "{rows, plural, one {# row matches the filters, but a filter on metrics leaves nothing of it.} other {# rows match the filters, but a filter on metrics leaves nothing of them.}}",
        { rows: all },
      ),
    ];
  }
  const causes = conditions.flatMap(({ text }, at) => {
    const rows = without[at] ?? 0;
    return rows > 0
      ? [t("Without “{filter}”: {rows, plural, one {# row} other {# rows}}", { filter: text, rows })]
      : [];
  });
  if (causes.length > 0) return causes;
  return [
    t("No single filter is the cause: several exclude all of the {rows, plural, one {# row} other {# rows}}.", {
      rows: whole,
    }),
  ];
}

export const noRowsAtAll = () => t("The dataset has no rows, or row-level security hides them from you.");

function countIn({ data }: ChartDataResult): number {
  const [row] = Array.isArray(data) ? data : [];
  return Number(row?.[COUNT_LABEL] ?? 0);
}
