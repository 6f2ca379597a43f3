import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import type { ApiError } from "../client/errors.ts";

interface Written {
  sql: string;
  place(): string;
}

/** Which part of the chart or its dataset failed; undefined where the error doesn't say. */
export function failedPlace(error: ApiError, formData?: FormData, dataset?: Dataset): string | undefined {
  const [missing] = formData && dataset ? missingNames(error, formData, dataset) : [];
  if (missing) return placeText(missing.control, missing.name);
  return writtenPlace(error, formData, dataset) ?? (formData && usedPlace(error, formData));
}

/** Where the chart uses the column that the database doesn't have. */
function usedPlace(error: ApiError, formData: FormData): string | undefined {
  const invalid = error.errors.flatMap(({ extra }) => (Array.isArray(extra?.invalid) ? extra.invalid : []));
  const names = new Set(invalid.map((name) => String(name).split(".").at(-1)));
  const use = usesOf(formData).find(({ name }) => names.has(name));
  return use && placeText(use.control, use.label);
}

function writtenPlace(error: ApiError, formData?: FormData, dataset?: Dataset): string | undefined {
  const written = [...(formData ? ofChart(formData) : []), ...(dataset ? ofDataset(dataset) : [])];
  for (const { extra, error_type } of error.errors) {
    const parameters = extra?.undefined_parameters;
    if (Array.isArray(parameters)) {
      const user = written.find(({ sql }) => parameters.some((name) => asksFor(sql, String(name))));
      if (user) return user.place();
    }
    if (typeof extra?.template === "string") {
      const user = written.find(({ sql }) => sql === String(extra.template).trim());
      if (user) return user.place();
    }
    if (typeof extra?.sql !== "string") continue;
    const { sql } = extra;
    const found =
      error_type === "INVALID_SQL_ERROR" || error_type === "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR"
        ? written.find((one) => one.sql === sql.trim())
        : written.find((one) => isAround(sql, one.sql, offsetOf(sql, extra)));
    if (found) return found.place();
  }
  return undefined;
}

/** Quoted names, or the last word after a colon. */
export const namedIn = (message: string): string[] =>
  [...message.matchAll(/["'`]([^"'`]+)["'`]|: ([^\s"'`[\]]+)$/g)].map(([, quoted, last]) => quoted ?? last ?? "");

interface Use {
  name: string;
  control: string;
  /** As shown in Explore. */
  label: string;
}

/** What the chart uses by name and its dataset doesn't have, if the request failed for it. */
export function missingNames(error: ApiError, formData: FormData, { columns, metrics }: Dataset): Use[] {
  if (error.status !== 400 || error.errors.length > 0) return [];
  const known = new Set([...columns.map((one) => one.column_name), ...metrics.map((one) => one.metric_name)]);
  const named = new Set(namedIn(error.message).filter((name) => !known.has(name)));
  return usesOf(formData).filter(({ name }) => named.has(name));
}

const usesOf = (formData: FormData): Use[] =>
  Object.entries(formData).flatMap(([control, value]) =>
    [value].flat().flatMap((part) => {
      const name = usedName(part);
      if (name === undefined) return [];
      const { label } = (typeof part === "object" ? part : {}) as { label?: unknown };
      return [{ name, control, label: typeof label === "string" && label ? label : name }];
    }),
  );

function usedName(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null) return undefined;
  const { column, subject, isColumnReference, sqlExpression } = part as Record<string, unknown>;
  const name = (column as { column_name?: unknown } | null | undefined)?.column_name ?? subject;
  const found = isColumnReference ? sqlExpression : name;
  return typeof found === "string" ? found : undefined;
}

const asksFor = (sql: string, name: string) => /\{[{%]/.test(sql) && sql.includes(name);

function offsetOf(sql: string, { line, column }: Record<string, unknown>): number {
  if (typeof line !== "number") return -1;
  const before = sql.split("\n").slice(0, line - 1);
  return before.join("\n").length + (before.length > 0 ? 1 : 0) + (typeof column === "number" ? column - 1 : 0);
}

function isAround(sql: string, part: string, offset: number): boolean {
  if (offset < 0) return false;
  for (let at = sql.indexOf(part); at >= 0 && at <= offset; at = sql.indexOf(part, at + 1)) {
    if (offset < at + part.length) return true;
  }
  return false;
}

type CustomSql = { expressionType?: unknown; sqlExpression?: unknown; label?: unknown };

function ofChart(formData: FormData): Written[] {
  return Object.entries(formData).flatMap(([name, value]) =>
    [value].flat().flatMap((part): Written[] => {
      const one = part as CustomSql | null | undefined;
      if (typeof one !== "object" || one === null || one.expressionType !== "SQL") return [];
      if (typeof one.sqlExpression !== "string" || one.sqlExpression.trim() === "") return [];
      const label = typeof one.label === "string" && one.label ? one.label : one.sqlExpression;
      return [{ sql: one.sqlExpression.trim(), place: () => placeText(name, label) }];
    }),
  );
}

function placeText(control: string, name: string): string {
  if (control.startsWith("adhoc_filters")) return t("In the filter “{name}”", { name });
  if (/metric|^(?:size|x|y|secondary_y)$/.test(control)) return t("In the metric “{name}”", { name });
  return t("In the dimension “{name}”", { name });
}

function ofDataset({ metrics, columns, sql }: Dataset): Written[] {
  return [
    ...metrics.map(({ expression, metric_name: name }) => ({
      sql: expression?.trim() ?? "",
      place: () => t("In the dataset's metric “{name}”", { name }),
    })),
    ...columns.map(({ expression, column_name: name }) => ({
      sql: expression?.trim() ?? "",
      place: () => t("In the dataset's calculated column “{name}”", { name }),
    })),
    { sql: sql?.trim() ?? "", place: () => t("In the dataset's SQL") },
  ].filter((one) => one.sql !== "");
}
