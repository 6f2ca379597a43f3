import { badRequest } from "../model/errors.ts";
import type { Dialect } from "./dialect.ts";
import type { NormalQuery } from "./normal-query.ts";
import { outputNames } from "./output-names.ts";
import type { QueryDataset } from "./query-dataset.ts";
import { groupTerms, type SelectItem } from "./select-items.ts";
import type { LimitedSeries, SeriesRanking } from "./series-limit.ts";
import { isOneOf } from "./series-values.ts";

interface GroupParts {
  dataset: QueryDataset;
  dialect: Dialect;
  query: NormalQuery;
  items: readonly SelectItem[];
  /** The columns of the groups. */
  groups: readonly SelectItem[];
  from: string;
  where: readonly string[];
  having: readonly string[];
}

/**
 * Keeps the rows of groups that meet the conditions on metrics, by joining the table to these groups; so totals are
 * those of the groups that are shown. Where the engine joins no sub-queries the groups are asked for first.
 */
export function rowsOfShownGroups(parts: GroupParts): LimitedSeries | SeriesRanking {
  const { dataset, dialect, query, items, groups, from, where, having } = parts;
  if (query.seriesLimit > 0) throw badRequest("`having_columns` can't be combined with a series limit.");
  const taken = new Set(dataset.columns.map((column) => column.column_name.toLowerCase()));
  const free = (name: string): string => (taken.has(name.toLowerCase()) ? free(`${name}_`) : name);
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
