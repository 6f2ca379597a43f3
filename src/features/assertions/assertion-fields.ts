import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { metricLabel, type QueryMetric } from "../../model/adhoc.ts";
import { ASSERTION_KINDS, type AssertionKind, type ChangePeriod, DEFAULT_CRONTAB } from "../../model/assertion.ts";
import type { Dataset } from "../../model/dataset.ts";
import { type PersonChoice, peopleOf } from "../../web/components/PeopleSelect.tsx";
import type { Problems } from "../../web/dialogs/use-record-form.ts";
import type { Assertion } from "./assertion-calls.ts";

/** Parameters of all kinds, so that switching the kind keeps what they share. */
export interface ParamsDraft {
  metric?: QueryMetric | undefined;
  min?: number | undefined;
  max?: number | undefined;
  column?: string | undefined;
  columns?: readonly string[] | undefined;
  hours?: number | undefined;
  /** As typed. */
  values?: readonly string[] | undefined;
  by?: string | undefined;
  total?: QueryMetric | undefined;
  tolerance_percent?: number | undefined;
  percent?: number | undefined;
  period?: ChangePeriod | undefined;
  other_dataset_id?: number | undefined;
  other_metric?: QueryMetric | undefined;
  sql?: string | undefined;
}

export interface AssertionFields {
  name: string;
  description: string;
  kind: AssertionKind;
  params: ParamsDraft;
  where: string;
  crontab: string;
  timezone: string;
  active: boolean;
  owners: readonly PersonChoice[];
}

export type ParamName = keyof ParamsDraft;

interface KindTexts {
  label: string;
  hint: string;
  fields: readonly ParamName[];
  optional?: readonly ParamName[];
}

export const KINDS: Readonly<Record<AssertionKind, KindTexts>> = {
  range: {
    label: t("Range"),
    hint: t("The metric is between two limits, or beyond one."),
    fields: ["metric", "min", "max"],
    optional: ["min", "max"],
  },
  freshness: { label: t("Freshness"), hint: t("The latest time isn't too long ago."), fields: ["column", "hours"] },
  not_null: { label: t("Not null"), hint: t("Every row has a value."), fields: ["column"] },
  unique: { label: t("Unique"), hint: t("No two rows have the same values."), fields: ["columns"] },
  accepted_values: {
    label: t("Accepted values"),
    hint: t("The column has no other values."),
    fields: ["column", "values"],
  },
  sum_equals: {
    label: t("Parts equal total"),
    hint: t("The metric of all groups adds up to the total."),
    fields: ["metric", "by", "total", "tolerance_percent"],
    optional: ["total", "tolerance_percent"],
  },
  change: {
    label: t("Change over time"),
    hint: t("The metric of the last full period is close to that of the period before."),
    fields: ["metric", "column", "percent", "period"],
    optional: ["period"],
  },
  equals_dataset: {
    label: t("Equal to another dataset"),
    hint: t("A metric has the same value in both datasets."),
    fields: ["metric", "other_dataset_id", "other_metric", "tolerance_percent"],
    optional: ["tolerance_percent"],
  },
  sql: { label: t("Custom SQL"), hint: t("The query returns no rows."), fields: ["sql"] },
};

export const KIND_CHOICES = ASSERTION_KINDS.map((value) => ({ value, label: KINDS[value].label }));

export const NEW_FIELDS: AssertionFields = {
  name: "",
  description: "",
  kind: "range",
  params: {},
  where: "",
  crontab: DEFAULT_CRONTAB,
  timezone: "UTC",
  active: true,
  owners: [],
};

export function fieldsOf(
  { name, description, kind, params, where, ...rest }: Assertion,
  dataset: Dataset | undefined,
): AssertionFields {
  const { crontab, timezone, active, owners } = rest;
  const check = { kind, params: draftOf(params) };
  return {
    ...check,
    // A proposed name changes with what it says.
    name: name === proposedName(check, dataset) || name === proposedName(check) ? "" : name,
    description: description ?? "",
    where: where ?? "",
    ...{ crontab, timezone, active },
    owners: peopleOf(owners),
  };
}

function draftOf(params: Assertion["params"]): ParamsDraft {
  return Array.isArray(params.values) ? { ...params, values: params.values.map(String) } : params;
}

function paramsOf({ kind, params }: Pick<AssertionFields, "kind" | "params">, dataset: Dataset | undefined) {
  const own: Record<string, unknown> = {};
  for (const name of KINDS[kind].fields) if (params[name] !== undefined) own[name] = params[name];
  return kind === "accepted_values" ? { ...own, values: typedValues(params, dataset) } : own;
}

/** Values of numeric and boolean columns as such, so that they are compared as the database does. */
function typedValues({ column, values = [] }: ParamsDraft, dataset: Dataset | undefined) {
  const type = dataset?.columns.find(({ column_name }) => column_name === column)?.type_generic;
  return values.map((text) => {
    if (type === 0 && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
    if (type === 3 && /^(true|false)$/i.test(text)) return /^true$/i.test(text);
    return text;
  });
}

export function bodyOf(fields: AssertionFields, dataset: Dataset | undefined) {
  const { name, description, kind, where, crontab, timezone, active, owners } = fields;
  return {
    name: name.trim() || proposedName(fields, dataset),
    description: description.trim() || null,
    kind,
    params: paramsOf(fields, dataset),
    where: where.trim() || null,
    ...{ crontab, timezone, active },
    owners: owners.map(({ id }) => id),
  };
}
export type AssertionBody = ReturnType<typeof bodyOf>;

const isMissing = (value: unknown) =>
  value === undefined || (typeof value === "string" ? value.trim() === "" : Array.isArray(value) && value.length === 0);

export function paramProblems({ kind, params }: Pick<AssertionFields, "kind" | "params">): Problems<ParamsDraft> {
  const { fields, optional = [] } = KINDS[kind];
  const missing = fields.filter((name) => !optional.includes(name) && isMissing(params[name]));
  const problems: Problems<ParamsDraft> = Object.fromEntries(
    missing.map((name) => [name, t("This is a required field")]),
  );
  if (kind !== "range") return problems;
  const { min, max } = params;
  if (min === undefined && max === undefined) problems.min = t("Enter a minimum or maximum.");
  if (min !== undefined && max !== undefined && min > max)
    problems.max = t("The maximum must not be below the minimum.");
  return problems;
}

/** Labels of columns and metrics where they have one. */
interface Labels {
  column(name: string | undefined): string;
  metric(metric: QueryMetric | undefined): string;
}

function labelsIn(dataset: Dataset | undefined): Labels {
  const { columns = [], metrics = [] } = dataset ?? {};
  return {
    column: (name) => columns.find(({ column_name }) => column_name === name)?.verbose_name || (name ?? t("Column")),
    metric: (metric) => {
      if (metric === undefined) return t("Metric");
      const name = metricLabel(metric);
      return metrics.find(({ metric_name }) => metric_name === metric)?.verbose_name || name;
    },
  };
}

const NAMES: Readonly<Record<AssertionKind, (params: ParamsDraft, labels: Labels) => string>> = {
  range: rangeName,
  freshness: ({ column, hours = 0 }, labels) =>
    t("{column} is less than {hours, number} h old", { column: labels.column(column), hours }),
  not_null: ({ column }, labels) => t("{column} is never null", { column: labels.column(column) }),
  unique: ({ columns = [] }, labels) =>
    t("{columns} is unique", { columns: list(columns.map(labels.column), "commas") || t("Columns") }),
  accepted_values: ({ column }, labels) => t("{column} has accepted values only", { column: labels.column(column) }),
  sum_equals: ({ metric, by }, labels) =>
    t("{metric} by {column} adds up to the total", { metric: labels.metric(metric), column: labels.column(by) }),
  change: changeName,
  equals_dataset: ({ metric, other_metric }, labels) =>
    t("{metric} equals {other}", {
      metric: labels.metric(metric),
      other: other_metric === undefined ? t("Metric") : metricLabel(other_metric),
    }),
  sql: () => t("Custom SQL returns no rows"),
};

/** What it claims, as its name unless the user enters one. */
export const proposedName = (
  { kind, params }: Pick<AssertionFields, "kind" | "params">,
  dataset?: Dataset | undefined,
): string => NAMES[kind](params, labelsIn(dataset));

function rangeName({ metric: of, min, max }: ParamsDraft, labels: Labels): string {
  const metric = labels.metric(of);
  if (min !== undefined && max !== undefined)
    return t("{metric} is between {min, number} and {max, number}", { metric, min, max });
  if (max !== undefined) return t("{metric} is at most {max, number}", { metric, max });
  return t("{metric} is at least {min, number}", { metric, min: min ?? 0 });
}

function changeName({ metric: of, percent = 0, period = "week" }: ParamsDraft, labels: Labels): string {
  const metric = labels.metric(of);
  return t("{metric} changes by at most {percent, number}% per {period, select, day {day} week {week} other {month}}", {
    metric,
    percent,
    period,
  });
}
