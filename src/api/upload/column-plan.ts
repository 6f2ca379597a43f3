import type { LoadColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { unprocessableField } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { type CheckResult, type ColumnCheck, checkColumns, readStaged, type StagedTable } from "./column-checks.ts";
import type { ReadFields } from "./sources.ts";
import type { Target } from "./staging.ts";

export interface ColumnPlan {
  column: LoadColumn;
  source: string | undefined;
  sql: string;
  shown?: string | undefined;
  raw: string;
  rule?: Rule | undefined;
  note?: string | undefined;
  /** In a preview: why the column can't be loaded with its chosen type. */
  problem?: string | undefined;
  sign?: string | undefined;
}

interface Rule {
  check: ColumnCheck;
  problem(at: BrokenValue): string;
  hint(value: string): string | undefined;
}

export interface BrokenValue {
  column: string;
  unit: StagedTable["unit"];
  place: number;
  value: string;
}

interface BrokenPlan extends Rule {
  plan: ColumnPlan;
  result: CheckResult;
}

async function brokenPlans(app: App, table: StagedTable, plans: readonly ColumnPlan[]): Promise<BrokenPlan[]> {
  const ruled = plans.flatMap((plan) => (plan.rule ? [{ plan, ...plan.rule }] : []));
  const results = await checkColumns(
    app,
    table,
    ruled.map(({ check }) => check),
  );
  return ruled.flatMap((rule, i) => {
    const result = results[i];
    return result && result.broken > 0 ? [{ ...rule, result }] : [];
  });
}

export async function assertAllFit(app: App, table: StagedTable, plans: readonly ColumnPlan[]): Promise<void> {
  const broken = await brokenPlans(app, table, plans);
  const [first] = broken.toSorted((a, b) => (a.result.place ?? 0) - (b.result.place ?? 0));
  if (!first) return;
  const others = broken.reduce((sum, { result }) => sum + result.broken, 0) - 1;
  const { place = 0, value = "" } = first.result;
  const problem = first.problem({ column: first.plan.source ?? "", unit: table.unit, place, value });
  const hint = first.hint(value);
  const more =
    others === 0
      ? undefined
      : t("{count, plural, one {# more value has} other {# more values have}} this problem.", { count: others });
  const field = hint === undefined ? "columns_read" : "day_first";
  throw unprocessableField(field, [problem, hint, more].filter((text) => text !== undefined).join(" "));
}

/** A preview shows the texts of columns that don't fit their chosen type, and why. */
export async function withProblems(app: App, table: StagedTable, plans: readonly ColumnPlan[]): Promise<ColumnPlan[]> {
  const broken = new Map((await brokenPlans(app, table, plans)).map((one) => [one.plan, one]));
  return plans.map((plan) => {
    const found = broken.get(plan);
    if (!found) return plan;
    const { values: total, broken: count, place = 0, value = "" } = found.result;
    const problem = t(
      "{count, plural, one {# of {total, number} values doesn't} other {# of {total, number} values don't}} fit the chosen type ({unit, select, line {line} other {row}} {place, number}: \"{value}\").",
      { count, total, unit: table.unit, place, value },
    );
    return { ...asText(plan), problem: [problem, found.hint(value)].filter((text) => text !== undefined).join(" ") };
  });
}

interface Planned {
  plans: readonly ColumnPlan[];
  target?: Target | undefined;
}

/**
 * Values that the target engine would change become text; names that it would truncate are shortened and made distinct.
 */
export async function fitToLimits(app: App, table: StagedTable, { plans, target }: Planned): Promise<ColumnPlan[]> {
  if (!target) return [...plans];
  const stored = target.columns ? [...plans] : await withCurrentTypes(app, table, { plans, target });
  return target.maxName === null ? stored : withShortNames(stored, target.maxName);
}

async function withCurrentTypes(app: App, table: StagedTable, { plans, target }: Planned): Promise<ColumnPlan[]> {
  const { days, maxScale, decimals = true } = target?.limits ?? {};
  const beyond = days ? await beyondDays(app, table, { plans, days }) : new Set<ColumnPlan>();
  return plans.map((plan) => {
    const { kind, type } = plan.column;
    const scale = Number(/,(\d+)\)/.exec(type)?.[1] ?? 0);
    const isCached = kind !== "decimal" || (decimals && scale <= (maxScale ?? scale));
    if (isCached && !beyond.has(plan)) return plan;
    const [first = "", last = ""] = days ?? [];
    const note =
      kind === "decimal"
        ? t("Stored as text: this database can't store decimals of this size.")
        : t("Stored as text: this database only supports dates from {first} to {last}.", { first, last });
    return { ...asText(plan), note: plan.note ? `${plan.note} ${note}` : note };
  });
}

const asText = (plan: ColumnPlan): ColumnPlan => ({
  ...plan,
  column: { name: plan.column.name, kind: "text", type: "VARCHAR" },
  sql: plan.raw,
  shown: undefined,
});

async function beyondDays(
  app: App,
  staged: StagedTable,
  { plans, days: [first, last] }: { plans: readonly ColumnPlan[]; days: readonly [string, string] },
): Promise<Set<ColumnPlan>> {
  const dated = plans.filter(({ column }) => column.kind === "date" || column.kind === "timestamp");
  if (dated.length === 0) return new Set();
  const outside = dated.map(
    ({ sql }) => `count_if(CAST(${sql} AS DATE) NOT BETWEEN DATE '${first}' AND DATE '${last}')`,
  );
  const counts = await readStaged(app, staged, `SELECT ${outside.join(", ")} FROM ${staged.table}`);
  return new Set(dated.filter((_, i) => Number(counts[i]?.[0]) > 0));
}

function withShortNames(plans: readonly ColumnPlan[], maxBytes: number): ColumnPlan[] {
  const names = shortNames(
    plans.map(({ column }) => column.name),
    maxBytes,
  );
  return plans.map((plan) => {
    const { name } = plan.column;
    const short = names.get(name) ?? name;
    if (short === name) return plan;
    const note = t('Renamed to "{name}": names can be up to {limit, number} bytes in this database.', {
      name: short,
      limit: maxBytes,
    });
    return { ...plan, column: { ...plan.column, name: short }, note: plan.note ? `${plan.note} ${note}` : note };
  });
}

export function assertColumnsExist(names: readonly string[], fields: ReadFields): void {
  const { columns_read = [], column_dates = [], column_data_types = {}, column_names = {}, index_column } = fields;
  const known = new Set(names);
  const set = [column_data_types, column_names].flatMap((columns) => Object.keys(columns));
  const requestedColumns = [...columns_read, ...column_dates, ...set];
  const missing = [...requestedColumns, ...(index_column ? [index_column] : [])].find((name) => !known.has(name));
  if (missing !== undefined)
    throw unprocessableField(
      "columns_read",
      t('Parsing error: The file has no column "{column}".', { column: missing }),
    );
}

export const isRead = (name: string, { columns_read = [], index_column }: ReadFields) =>
  columns_read.length === 0 || columns_read.includes(name) || name === index_column;

/** Gives columns the names that the user chose. */
export function renamed(plans: readonly ColumnPlan[], { column_names = {} }: ReadFields): ColumnPlan[] {
  const found = plans.map((plan) => {
    const name = plan.source === undefined ? undefined : column_names[plan.source];
    return name === undefined ? plan : { ...plan, column: { ...plan.column, name } };
  });
  const names = found.map(({ column }) => column.name.toLowerCase());
  const twice = found.find((_, at) => names.indexOf(names[at] ?? "") < at);
  if (twice && Object.keys(column_names).length > 0)
    throw unprocessableField(
      "column_names",
      t('Parsing error: Two columns are named "{column}".', { column: twice.column.name }),
    );
  return found;
}

export function withIndex(plans: readonly ColumnPlan[], fields: ReadFields, place: string): ColumnPlan[] {
  if (!fields.dataframe_index) return [...plans];
  const index = plans.find(({ source }) => source === fields.index_column);
  const others = plans.filter((one) => one !== index);
  const name = fields.index_label ?? fields.index_column ?? "index";
  if (others.some(({ column }) => column.name === name))
    throw unprocessableField("columns_read", t('Parsing error: Two columns are named "{column}".', { column: name }));
  if (index) return [{ ...index, column: { ...index.column, name } }, ...others];
  const sql = `row_number() OVER (ORDER BY ${place}) - 1`;
  const counted: ColumnPlan = { source: undefined, sql, raw: sql, column: { name, kind: "integer", type: "BIGINT" } };
  return [counted, ...others];
}

const size = (text: string) => Buffer.byteLength(text);

export function shortNames(names: readonly string[], maxBytes: number): Map<string, string> {
  const usedNames = new Set(names.filter((name) => size(name) <= maxBytes));
  return new Map(
    names.map((name) => {
      if (size(name) <= maxBytes) return [name, name];
      let short = cut(name, maxBytes);
      for (let i = 1; usedNames.has(short); i++) short = `${cut(name, maxBytes - size(`_${i}`))}_${i}`;
      usedNames.add(short);
      return [name, short];
    }),
  );
}

function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let short = "";
  for (const character of text) {
    bytes += size(character);
    if (bytes > maxBytes) break;
    short += character;
  }
  return short;
}
