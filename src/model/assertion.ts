import { z } from "zod";
import { t } from "../i18n/translate.ts";
import { metricLabel, QueryMetric } from "./adhoc.ts";

export const ASSERTION_STATES = ["passed", "failed", "error", "unchecked"] as const;
export type AssertionState = (typeof ASSERTION_STATES)[number];

export const ASSERTION_TRIGGERS = ["schedule", "save", "request", "plan"] as const;
export type AssertionTrigger = (typeof ASSERTION_TRIGGERS)[number];

export const CHANGE_PERIODS = ["day", "week", "month"] as const;
export type ChangePeriod = (typeof CHANGE_PERIODS)[number];

export const DEFAULT_CRONTAB = "0 * * * *";
export const MAX_ASSERTION_SQL = 50_000;

const Column = z.string().min(1).max(2000);
const Tolerance = z.number().min(0).max(1000).default(0);

const RangeParams = z
  .strictObject({ metric: QueryMetric, min: z.number().optional(), max: z.number().optional() })
  .superRefine(({ min, max }, context) => {
    if (min === undefined && max === undefined)
      context.addIssue({ code: "custom", path: ["min"], message: t("Enter a minimum or maximum.") });
    if (min !== undefined && max !== undefined && min > max)
      context.addIssue({ code: "custom", path: ["max"], message: t("The maximum must not be below the minimum.") });
  });

const PARAMS = {
  range: RangeParams,
  freshness: z.strictObject({ column: Column, hours: z.number().positive().max(1_000_000) }),
  not_null: z.strictObject({ column: Column }),
  unique: z.strictObject({ columns: z.array(Column).min(1).max(10) }),
  accepted_values: z.strictObject({
    column: Column,
    values: z
      .array(z.union([z.string().max(2000), z.number(), z.boolean()]))
      .min(1)
      .max(1000),
  }),
  /** The metric by each value of the column adds up to the total: the same metric or another one over all rows. */
  sum_equals: z.strictObject({
    metric: QueryMetric,
    by: Column,
    total: QueryMetric.optional(),
    tolerance_percent: Tolerance,
  }),
  /** The metric over the last full period changes by at most this percentage from the one before. */
  change: z.strictObject({
    metric: QueryMetric,
    column: Column,
    percent: z.number().positive().max(1_000_000),
    period: z.enum(CHANGE_PERIODS).default("week"),
  }),
  equals_dataset: z.strictObject({
    metric: QueryMetric,
    other_dataset_id: z.number().int().positive(),
    other_metric: QueryMetric,
    tolerance_percent: Tolerance,
  }),
  /** A statement that returns the violating rows. */
  sql: z.strictObject({ sql: z.string().trim().min(1).max(MAX_ASSERTION_SQL) }),
} as const;

export type AssertionKind = keyof typeof PARAMS;
export const ASSERTION_KINDS = Object.keys(PARAMS) as [AssertionKind, ...AssertionKind[]];

const variant = <K extends AssertionKind>(kind: K) => z.object({ kind: z.literal(kind), params: PARAMS[kind] });

/** What an assertion claims about the rows of its dataset. */
export const AssertionCheck = z.discriminatedUnion("kind", [
  variant("range"),
  variant("freshness"),
  variant("not_null"),
  variant("unique"),
  variant("accepted_values"),
  variant("sum_equals"),
  variant("change"),
  variant("equals_dataset"),
  variant("sql"),
]);
export type AssertionCheck = z.infer<typeof AssertionCheck>;

export function assertionMetric({ params }: AssertionCheck): string | null {
  return "metric" in params ? metricLabel(params.metric) : null;
}
