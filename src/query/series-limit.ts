import { t } from "../i18n/translate.ts";
import { columnLabel } from "../model/adhoc.ts";
import { badRequest } from "../model/errors.ts";
import type { Dialect } from "./dialect.ts";
import { labelPart, OTHERS_PART as OTHERS } from "./frame.ts";
import { type NormalQuery, TIMESTAMP_ALIAS } from "./normal-query.ts";
import { outputNames } from "./output-names.ts";
import { isDateType, type QueryDataset } from "./query-dataset.ts";
import { groupTerms, keyPlace, metricItem, type SelectItem, type SqlContext, textSql } from "./select-items.ts";

interface SeriesParts {
  writing: SqlContext;
  query: NormalQuery;
  items: readonly SelectItem[];
  from: string;
  where: () => readonly string[];
}

const MATCHED = "series_matched__";
const ORDERING = "mme_inner__";

export interface LimitedSeries {
  items: SelectItem[];
  from: string;
  where: readonly string[];
}

/** A ranking that must run first: its columns are the series' columns, and their values complete the statement. */
export interface SeriesRanking {
  sql: string;
  complete(columns: readonly FoundValues[]): LimitedSeries;
}

/**
 * Keeps the first N series by joining the table to a ranking of its series; with "others", the rest become one series.
 * The join is null-safe, so a series of missing values can be among the first. If the engine can't join sub-queries,
 * returns the ranking, to run first.
 */
export function limitedSeries(parts: SeriesParts): LimitedSeries | SeriesRanking {
  const { query, items, from } = parts;
  const series = seriesItems(query, items);
  if (query.seriesLimit === 0 || series.length === 0 || query.metrics === null)
    return { items: [...items], from, where: [] };
  const { dialect } = parts.writing;
  const ranking: Ranking = { series, ...rankingNames(parts.writing, series) };
  const withOthers = (isListed: string) =>
    query.groupOthers
      ? items.map((item) => (series.includes(item) ? orOthers(parts.writing, item, isListed) : item))
      : [...items];
  if (!dialect.joinsSubqueries) {
    const complete = (columns: readonly FoundValues[]): LimitedSeries => {
      const isListed = isOneOf(dialect, series, columns);
      return { items: withOthers(isListed), from, where: query.groupOthers ? [] : [isListed] };
    };
    return { sql: rankingText(parts, ranking), complete };
  }
  const on = series.map((item, i) => dialect.nullSafeEqual(item.sql, `series_limit.${ranking.names[i]}`)).join(" AND ");
  const join = query.groupOthers ? "LEFT JOIN" : "INNER JOIN";
  return {
    from: `${from}\n${join} (\n${rankingText(parts, ranking)}\n) AS series_limit ON ${on}`,
    items: withOthers(`series_limit.${ranking.matched} = 1`),
    where: [],
  };
}

interface Ranking {
  series: readonly SelectItem[];
  names: readonly string[];
  ordering: string;
  matched: string;
}

/** Names that no dataset column has, so that the join makes none ambiguous. */
function rankingNames({ dataset, dialect }: SqlContext, series: readonly SelectItem[]) {
  const columnNames = new Set(dataset.columns.map((column) => column.column_name.toLowerCase()));
  const free = (name: string): string => (columnNames.has(name.toLowerCase()) ? free(`${name}_`) : name);
  const labels = [...series.map((item) => `${item.label}__`), ORDERING, MATCHED].map(free);
  const quoted = outputNames(dialect, labels).map(dialect.quoteIdentifier);
  const [ordering = "", matched = ""] = quoted.slice(series.length);
  return { names: quoted.slice(0, series.length), ordering, matched };
}

function seriesItems(query: NormalQuery, items: readonly SelectItem[]): SelectItem[] {
  const columns = items.filter((item) => !item.isMetric && item.label !== TIMESTAMP_ALIAS);
  if (query.seriesColumns.length === 0) return query.isTimeseries ? columns : [];
  return query.seriesColumns.map((column) => {
    const item = columns.find(({ label }) => label === columnLabel(column));
    if (!item) {
      const missing = columnLabel(column);
      throw badRequest(t('"{missing}" in `series_columns` isn\'t a column of the query.', { missing }));
    }
    return item;
  });
}

function rankingText({ writing, query, from, where, items }: SeriesParts, ranking: Ranking): string {
  const { dialect } = writing;
  const { series, names, ordering, matched } = ranking;
  const metric = query.seriesLimitMetric
    ? metricItem(writing, query.seriesLimitMetric).sql
    : (items.find((item) => item.isMetric)?.sql ?? "COUNT(*)");
  const select = [
    ...series.map((item, i) => `    ${item.sql} AS ${names[i]}`),
    `    ${metric} AS ${ordering}`,
    ...(query.groupOthers ? [`    1 AS ${matched}`] : []),
  ];
  const named = (name: string, sql: string) => (dialect.orderByAlias ? name : sql);
  const order = [
    dialect.orderTerm(named(ordering, metric), !query.orderDesc),
    ...series.map((item, i) =>
      dialect.orderTerm(named(names[i] ?? item.sql, item.sql), true, keyPlace(dialect, item, i)),
    ),
  ];
  const conditions = where();
  return [
    `  SELECT\n${select.join(",\n")}`,
    `  FROM ${from}`,
    ...(conditions.length > 0 ? [`  WHERE ${conditions.join("\n    AND ")}`] : []),
    `  GROUP BY ${groupTerms(dialect, series).join(", ")}`,
    `  ORDER BY ${order.join(", ")}`,
    `  ${dialect.limitClause(query.seriesLimit, 0)}`,
  ].join("\n");
}

function orOthers({ dialect }: SqlContext, item: SelectItem, isListed: string): SelectItem {
  const text = textSql(dialect, item);
  // A value that reads like the group of the rest is another group.
  const alike = [OTHERS, labelPart(OTHERS, OTHERS)].map(
    (word) => `WHEN ${text} = ${dialect.quoteText(word)} THEN ${dialect.quoteText(labelPart(word, OTHERS))}`,
  );
  const sql = `CASE WHEN ${isListed} THEN CASE ${alike.join(" ")} ELSE ${text} END ELSE ${dialect.quoteText(OTHERS)} END`;
  // Grouped by its place: MariaDB does not know a CASE of alternatives again by its text.
  return { ...item, sql, type: "text", isTemporal: false, isCustom: true };
}

interface GroupParts {
  dataset: QueryDataset;
  dialect: Dialect;
  query: NormalQuery;
  items: readonly SelectItem[];
  groups: readonly SelectItem[];
  from: string;
  where: readonly string[];
  having: readonly string[];
}

/**
 * Keeps the rows of groups that meet the conditions on metrics, by joining the table to these groups, so that totals
 * match the groups shown. If the engine can't join sub-queries, the groups are queried first.
 */
export function rowsOfShownGroups(parts: GroupParts): LimitedSeries | SeriesRanking {
  const { dataset, dialect, query, items, groups, from, where, having } = parts;
  if (query.seriesLimit > 0) throw badRequest(t("`having_columns` can't be combined with a series limit."));
  const columnNames = new Set(dataset.columns.map((column) => column.column_name.toLowerCase()));
  const free = (name: string): string => (columnNames.has(name.toLowerCase()) ? free(`${name}_`) : name);
  const labels = groups.map(({ label }) => free(`${label}__`));
  const names = outputNames(dialect, labels).map(dialect.quoteIdentifier);
  // Conditions may name metrics by their labels, which are no columns beside those of the table.
  const metrics = items.filter(({ isMetric }) => isMetric);
  const labelled = outputNames(
    dialect,
    metrics.map(({ label }) => label),
  ).map(dialect.quoteIdentifier);
  const select = [
    ...groups.map(({ sql }, i) => `    ${sql} AS ${names[i]}`),
    ...metrics.map(({ sql }, i) => `    ${sql} AS ${labelled[i]}`),
  ];
  const conditioned = [
    `  SELECT\n${select.join(",\n")}`,
    `  FROM ${from}`,
    ...(where.length > 0 ? [`  WHERE ${where.join("\n    AND ")}`] : []),
    `  GROUP BY ${groupTerms(dialect, groups).join(", ")}`,
    `  HAVING ${having.join("\n    AND ")}`,
  ].join("\n");
  const shown = `  SELECT ${names.join(", ")}\n  FROM (\n${conditioned}\n  ) AS groups_and_metrics`;
  if (!dialect.joinsSubqueries) {
    return { sql: shown, complete: (found) => ({ items: [...items], from, where: [isOneOf(dialect, groups, found)] }) };
  }
  const on = groups.map(({ sql }, i) => dialect.nullSafeEqual(sql, `shown_groups.${names[i]}`)).join(" AND ");
  return { items: [...items], from: `${from}\nINNER JOIN (\n${shown}\n) AS shown_groups ON ${on}`, where: [] };
}

export interface FoundValues {
  kind: "numeric" | "text" | "temporal" | "boolean";
  type: string;
  values: readonly unknown[] | Float64Array;
}

function isOneOf(dialect: Dialect, series: readonly SelectItem[], found: readonly FoundValues[]): string {
  const count = found[0]?.values.length ?? 0;
  const groups = Array.from({ length: count }, (_, row) => {
    const terms = series.map(({ sql }, i) => {
      const column = found[i];
      return column ? equals(dialect, sql, { ...column, value: column.values[row] }) : "1 = 0";
    });
    return `(${terms.join(" AND ")})`;
  });
  return groups.length === 0 ? "1 = 0" : `(${groups.join(" OR ")})`;
}

function equals(
  dialect: Dialect,
  sql: string,
  { kind, type, value }: Omit<FoundValues, "values"> & { value: unknown },
): string {
  if (value === null || value === undefined) return `${sql} IS NULL`;
  if (typeof value === "boolean") return dialect.isTruth(sql, value);
  if (kind === "temporal" && typeof value === "number")
    return `${sql} = ${dialect.temporalLiteral(value, isDateType(type) ? "date" : "timestamp")}`;
  const isNumber = kind === "numeric" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(String(value));
  return `${sql} = ${isNumber ? String(value) : dialect.quoteText(String(value))}`;
}
