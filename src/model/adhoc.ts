import { z } from "zod";

export const ADHOC_AGGREGATES = ["AVG", "COUNT", "COUNT_DISTINCT", "MAX", "MIN", "SUM"] as const;
export const AdhocAggregate = z.enum(ADHOC_AGGREGATES);
export type AdhocAggregate = z.infer<typeof AdhocAggregate>;

/** Custom SQL, or the time axis (`columnType: BASE_AXIS`) with its grain. */
export const AdhocColumn = z.looseObject({
  label: z.string().optional(),
  sqlExpression: z.string(),
  expressionType: z.literal("SQL").optional(),
  columnType: z.literal("BASE_AXIS").optional(),
  timeGrain: z.string().nullish(),
  /** True when `sqlExpression` is the name of a dataset column. */
  isColumnReference: z.boolean().optional(),
  /** Groups a numeric column: the number of the bin, of this width from this start. */
  bin: z.object({ start: z.number(), width: z.number().positive() }).optional(),
  hasCustomLabel: z.boolean().optional(),
});
export type AdhocColumn = z.infer<typeof AdhocColumn>;

export const QueryColumn = z.union([z.string(), AdhocColumn]);
export type QueryColumn = z.infer<typeof QueryColumn>;

export const SimpleMetric = z.looseObject({
  expressionType: z.literal("SIMPLE"),
  column: z.looseObject({ column_name: z.string(), type: z.string().nullish() }).nullish(),
  aggregate: AdhocAggregate.nullish(),
  /** Over all groups of the query, repeated in each row. COUNT_DISTINCT counts the groups. */
  isTotal: z.boolean().nullish(),
  label: z.string().nullish(),
  hasCustomLabel: z.boolean().nullish(),
  optionName: z.string().nullish(),
});
export type SimpleMetric = z.infer<typeof SimpleMetric>;
export const SqlMetric = z.looseObject({
  expressionType: z.literal("SQL"),
  sqlExpression: z.string(),
  label: z.string().nullish(),
  hasCustomLabel: z.boolean().nullish(),
  optionName: z.string().nullish(),
});
export const AdhocMetric = z.discriminatedUnion("expressionType", [SimpleMetric, SqlMetric]);
export type AdhocMetric = z.infer<typeof AdhocMetric>;

export const QueryMetric = z.union([z.string(), AdhocMetric]);
export type QueryMetric = z.infer<typeof QueryMetric>;

export const FilterScalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type FilterScalar = z.infer<typeof FilterScalar>;

/** The server matches `op` ignoring case. */
const Comparison = z.object({
  op: z.string(),
  val: z.union([FilterScalar, z.array(FilterScalar)]).optional(),
  /** Texts are compared as they are: `<NULL>` and `<empty string>` are words, and outer tabs and line breaks count. */
  isExact: z.boolean().nullish(),
});
export type Comparison = z.infer<typeof Comparison>;

const MAX_GROUPS = 20;

export const QueryFilter = z.looseObject({
  col: QueryColumn,
  ...Comparison.shape,
  /** For the operator `ANY OF`: groups combined with OR, comparisons within a group with AND. */
  any: z.array(z.array(Comparison).min(1).max(MAX_GROUPS)).min(1).max(MAX_GROUPS).optional(),
  grain: z.string().nullish(),
  /** For negated operators: keep rows without a value. */
  keepsNull: z.boolean().nullish(),
  isExtra: z.boolean().nullish(),
});
export type QueryFilter = z.infer<typeof QueryFilter>;

export const AdhocFilter = z.looseObject({
  clause: z.enum(["WHERE", "HAVING"]).default("WHERE"),
  expressionType: z.enum(["SIMPLE", "SQL"]),
  subject: z.string().nullish(),
  operator: z.string().nullish(),
  operatorId: z.string().nullish(),
  comparator: z.union([FilterScalar, z.array(FilterScalar)]).nullish(),
  sqlExpression: z.string().nullish(),
  isExtra: z.boolean().nullish(),
  isExact: z.boolean().nullish(),
  label: z.string().nullish(),
  filterOptionName: z.string().nullish(),
});
export type AdhocFilter = z.infer<typeof AdhocFilter>;

const INEXACT = /^[\t\n]|[\t\n]$|^(?:<NULL>|<empty string>)$/;

/** For values of rows, as opposed to those that users and other clients write. */
export function exactOption(values: readonly FilterScalar[]): { isExact?: true } {
  return values.some((value) => typeof value === "string" && INEXACT.test(value)) ? { isExact: true } : {};
}

export function columnLabel(column: QueryColumn): string {
  return typeof column === "string" ? column : (column.label ?? column.sqlExpression);
}

export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === "string") return metric;
  if (metric.label) return metric.label;
  if (metric.expressionType === "SQL") return metric.sqlExpression;
  return `${metric.aggregate ?? "COUNT"}(${metric.column?.column_name ?? "*"})`;
}
