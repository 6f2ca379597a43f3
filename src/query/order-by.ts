import { t } from "../i18n/translate.ts";
import { metricLabel, type QueryColumn, type QueryMetric } from "../model/adhoc.ts";
import { badRequest } from "../model/errors.ts";
import type { NormalQuery } from "./normal-query.ts";
import {
  columnItem,
  columnOf,
  datasetColumnSql,
  keyPlace,
  metricItem,
  type SelectItem,
  type SqlContext,
} from "./select-items.ts";
import type { OrderTerm } from "./statement-parts.ts";

export interface NamedItems {
  items: readonly SelectItem[];
  names: readonly string[];
}

/**
 * ORDER BY terms. Ties in the requested order are broken by the group keys, so that the same request always has the
 * same result, page by page and on every engine.
 */
export function orderTerms(writing: SqlContext, query: NormalQuery, named: NamedItems): OrderTerm[] {
  if (query.isRowCount || query.orderBy.length === 0) return [];
  const { dialect } = writing;
  const terms = query.orderBy.map(([term, ascending]) => ({ ...orderTerm(writing, term, named), ascending }));
  const keys = query.metrics === null ? [] : named.items.filter((item) => !item.isMetric);
  const ties = keys.map((item) => ({ ...selectedTerm(writing, item, named), ascending: true }));
  const places = new Map(keys.map((item) => [item.sql, keyPlace(dialect, item, named.items.indexOf(item))]));
  const seen = new Set<string>();
  return [...terms, ...ties].flatMap(({ sql, isSelected, ascending }) => {
    if (seen.has(sql) || POSITION.test(sql)) return [];
    seen.add(sql);
    return [{ sql: dialect.orderTerm(sql, ascending, places.get(sql)), isSelected }];
  });
}

/** A plain number orders nothing, and engines would read it as the position of another column. */
const POSITION = /^\(*\s*[+-]?\d+\s*\)*$/;

function selectedTerm({ dialect }: SqlContext, item: SelectItem, { items, names }: NamedItems): OrderTerm {
  const name = dialect.quoteIdentifier(names[items.indexOf(item)] ?? item.label);
  return dialect.orderByAlias ? { sql: name, isSelected: true } : { sql: item.sql, isSelected: false };
}

function orderTerm(writing: SqlContext, term: QueryMetric | QueryColumn, named: NamedItems): OrderTerm {
  const label = orderLabel(term);
  const selected = named.items.find((item) => item.label === label);
  if (selected) return selectedTerm(writing, selected, named);
  return { sql: otherSql(writing, term), isSelected: false };
}

function otherSql(writing: SqlContext, term: QueryMetric | QueryColumn): string {
  if (typeof term !== "string") {
    return isMetric(term) ? metricItem(writing, term).sql : columnItem(writing, term).sql;
  }
  const column = columnOf(writing.dataset, term);
  if (column) return datasetColumnSql(writing, column);
  if (writing.dataset.metrics.some((metric) => metric.metric_name === term)) return metricItem(writing, term).sql;
  throw badRequest(t("Unknown column used in orderby: {term}", { term }));
}

export const isMetric = (term: Exclude<QueryMetric | QueryColumn, string>): term is Exclude<QueryMetric, string> =>
  term.expressionType === "SIMPLE" ||
  (term.expressionType === "SQL" && !("columnType" in term) && !("isColumnReference" in term));

export const orderLabel = (term: QueryMetric | QueryColumn): string =>
  typeof term === "string" ? term : isMetric(term) ? metricLabel(term) : String(term.label ?? term.sqlExpression);
