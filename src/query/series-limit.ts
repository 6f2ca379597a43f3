import { columnLabel } from "../model/adhoc.ts";
import { badRequest } from "../model/errors.ts";
import { type NormalQuery, TIMESTAMP_ALIAS } from "./normal-query.ts";
import { metricItem, type SelectItem, type Writing } from "./select-items.ts";

interface SeriesParts {
  writing: Writing;
  query: NormalQuery;
  items: readonly SelectItem[];
  from: string;
  where: readonly string[];
}

const OTHERS = "Others";
const MATCHED = "series_matched__";
const ORDERING = "mme_inner__";

/**
 * Keeps the first N series by joining the table to a ranking of its series; with "others" the rest become one series.
 * Joining is null-safe, so a series of missing values can be among the first.
 */
export function joinedSeries(parts: SeriesParts): { items: SelectItem[]; from: string } {
  const { query, items, from } = parts;
  const series = seriesItems(query, items);
  if (query.seriesLimit === 0 || series.length === 0 || query.metrics === null) return { items: [...items], from };
  const { dialect } = parts.writing;
  const name = (item: SelectItem) => dialect.quoteIdentifier(`${item.label}__`);
  const on = series.map((item) => dialect.nullSafeEqual(item.sql, `series_limit.${name(item)}`)).join(" AND ");
  const ranking = rankingText(parts, series, name);
  const join = query.groupOthers ? "LEFT JOIN" : "INNER JOIN";
  return {
    from: `${from}\n${join} (\n${ranking}\n) AS series_limit ON ${on}`,
    items: query.groupOthers
      ? items.map((item) => (series.includes(item) ? orOthers(parts.writing, item) : item))
      : [...items],
  };
}

function seriesItems(query: NormalQuery, items: readonly SelectItem[]): SelectItem[] {
  const columns = items.filter((item) => !item.isMetric && item.label !== TIMESTAMP_ALIAS);
  if (query.seriesColumns.length === 0) return query.isTimeseries ? columns : [];
  return query.seriesColumns.map((column) => {
    const item = columns.find(({ label }) => label === columnLabel(column));
    if (!item) throw badRequest("series_columns must be a subset of columns");
    return item;
  });
}

function rankingText(parts: SeriesParts, series: readonly SelectItem[], name: (item: SelectItem) => string): string {
  const { writing, query, from, where, items } = parts;
  const { dialect } = writing;
  const metric = query.seriesLimitMetric
    ? metricItem(writing, query.seriesLimitMetric).sql
    : (items.find((item) => item.isMetric)?.sql ?? "COUNT(*)");
  const select = [
    ...series.map((item) => `    ${item.sql} AS ${name(item)}`),
    `    ${metric} AS ${dialect.quoteIdentifier(ORDERING)}`,
    ...(query.groupOthers ? [`    1 AS ${dialect.quoteIdentifier(MATCHED)}`] : []),
  ];
  return [
    `  SELECT\n${select.join(",\n")}`,
    `  FROM ${from}`,
    ...(where.length > 0 ? [`  WHERE ${where.join("\n    AND ")}`] : []),
    `  GROUP BY ${series.map((item) => item.sql).join(", ")}`,
    `  ORDER BY ${dialect.orderTerm(dialect.quoteIdentifier(ORDERING), !query.orderDesc)}`,
    `  ${dialect.limitClause(query.seriesLimit, 0)}`,
  ].join("\n");
}

function orOthers({ dialect }: Writing, item: SelectItem): SelectItem {
  const text = item.type === "text" ? item.sql : dialect.castToText(item.sql);
  const matched = `series_limit.${dialect.quoteIdentifier(MATCHED)} = 1`;
  const sql = `CASE WHEN ${matched} THEN ${text} ELSE ${dialect.quoteText(OTHERS)} END`;
  return { ...item, sql, type: "text", isTemporal: false };
}
