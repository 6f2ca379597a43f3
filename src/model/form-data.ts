import { z } from "zod";
import { AdhocFilter, columnLabel, QueryColumn, QueryMetric } from "./adhoc.ts";
import { ExtraFormData } from "./data-mask.ts";

/**
 * The part that all chart types share; each extends it with its own keys. Unknown keys of imported charts are
 * preserved.
 */
export const FormData = z.looseObject({
  viz_type: z.string(),
  datasource: z.string().optional(),
  slice_id: z.number().nullish(),
  adhoc_filters: z.preprocess(toFilters, z.array(AdhocFilter).nullish()),
  time_range: z.string().nullish(),
  granularity_sqla: z.preprocess(toOne, z.string().nullish()),
  time_grain_sqla: z.string().nullish(),
  row_limit: z.coerce.number().nullish(),
  color_scheme: z.string().nullish(),
  label_colors: z.record(z.string(), z.string()).nullish(),
  extra_form_data: ExtraFormData.nullish(),
  dashboardId: z.number().nullish(),
  url_params: z.record(z.string(), z.unknown()).nullish(),
});
export type FormData = z.infer<typeof FormData>;

const DEPTH = 4;

/** Drops unreadable keys and list items, and reports the affected keys. */
export function withoutUnreadable(form: Readonly<Record<string, unknown>>, schema: z.ZodType = FormData) {
  const lost = new Set<string>();
  let result: Record<string, unknown> = { ...form };
  for (let round = 0; round < DEPTH; round++) {
    const problems = schema.safeParse(result).error?.issues ?? [];
    if (problems.length === 0) break;
    for (const { path } of problems) lost.add(String(path[0]));
    result = withoutPlaces(result, problems);
  }
  return { form: result, lost: [...lost] };
}

function withoutPlaces(form: Record<string, unknown>, problems: readonly { path: readonly PropertyKey[] }[]) {
  const entries = Object.entries(form).flatMap(([name, value]) => {
    const places = problems.filter(({ path }) => path[0] === name).map(({ path }) => path[1]);
    if (places.length === 0) return [[name, value]];
    const isOfItems = Array.isArray(value) && places.every((place) => typeof place === "number");
    return isOfItems ? [[name, value.filter((_, index) => !places.includes(index))]] : [];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Drops unreadable parts. Throws only when a required key is missing. */
export function readForm<F>(stored: Readonly<Record<string, unknown>>, schema: z.ZodType<F>): F {
  const whole = schema.safeParse(stored);
  return whole.success ? whole.data : schema.parse(withoutUnreadable(stored, schema).form);
}

/**
 * Undefined without a chart type, and with an unreadable filter: the chart would show more rows than its author shared.
 */
export function readSharedForm(stored: unknown): FormData | undefined {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return undefined;
  const { form, lost } = withoutUnreadable(stored as Record<string, unknown>);
  return lost.includes("adhoc_filters") ? undefined : FormData.safeParse(form).data;
}

/** For single and multiple pickers. Missing, `null`, `""` and `[]` mean empty; duplicate columns are removed. */
export const columnControl = z.preprocess(toOne, QueryColumn.nullish());
export const columnsControl = z.preprocess(toList, z.array(QueryColumn)).transform(withoutDoubles);
export const metricControl = z.preprocess((value) => toMetric(toOne(value)), QueryMetric.nullish());
export const metricsControl = z.preprocess((value) => toList(value).map(toMetric), z.array(QueryMetric));

function toOne(value: unknown): unknown {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return one === "" ? null : one;
}

function toList(value: unknown): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => one !== null && one !== undefined && one !== "");
}

function withoutDoubles(columns: QueryColumn[]): QueryColumn[] {
  const labels = columns.map(columnLabel);
  return columns.filter((_, at) => labels.indexOf(labels[at] ?? "") === at);
}

export function parseDatasource(text: string): { id: number; type: string } {
  const match = /^(\d+)__(\w+)$/.exec(text);
  if (!match?.[1] || !match[2]) throw new Error(`invalid datasource: ${text}`);
  return { id: Number(match[1]), type: match[2] };
}

/** Converts metrics and filters of older releases. Unknown values are returned unchanged. */

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Without `expressionType`, with a lower-case aggregate, or with the column's name only. */
function toMetric(value: unknown): unknown {
  if (!isEntry(value)) return value;
  const { expressionType, aggregate, column, sqlExpression } = value;
  const isSql = expressionType === "SQL" || (!expressionType && typeof sqlExpression === "string" && !column);
  if (isSql) return { ...value, expressionType: "SQL" };
  if (!column && !aggregate) return value;
  return {
    ...value,
    expressionType: expressionType || "SIMPLE",
    ...(typeof aggregate === "string" ? { aggregate: aggregate.toUpperCase() } : {}),
    ...(typeof column === "string" ? { column: { column_name: column } } : {}),
  };
}

function toFilters(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null && one !== undefined).map(toFilter);
  return !value || (isEntry(value) && Object.keys(value).length === 0) ? null : value;
}

/** Before ad hoc filters, a filter was `{col, op, val}`. */
function toFilter(value: unknown): unknown {
  if (!isEntry(value) || value.expressionType) return value;
  const { col, op, val, subject, operator, comparator, sqlExpression, ...rest } = value;
  if (typeof sqlExpression === "string" && !subject && !col) {
    return { ...rest, expressionType: "SQL", sqlExpression };
  }
  const [column, by] = [subject ?? col, operator ?? op];
  if (typeof column !== "string" || typeof by !== "string") return value;
  return { ...rest, expressionType: "SIMPLE", subject: column, operator: by, comparator: comparator ?? val };
}
