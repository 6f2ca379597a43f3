import type { ColumnInput, MetricInput, UpdateDataset } from "../../api/dataset/contract.ts";
import type { ExternalColumn } from "../../api/datasource/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset, DatasetColumn, DatasetMetric } from "../../model/dataset.ts";
import { type DatasetFolder, duplicateFolderNames, foldersIn } from "../../model/dataset-folder.ts";
import { newUuid } from "../../web/components/new-uuid.ts";
import { type PersonChoice, peopleOf } from "../../web/components/PeopleSelect.tsx";
import { placesOf, withOnlyItems } from "./folders.ts";

export interface DatasetDraft {
  readonly settings: Settings;
  readonly owners: readonly PersonChoice[];
  readonly columns: readonly ColumnDraft[];
  readonly metrics: readonly MetricDraft[];
  readonly folders: readonly DatasetFolder[];
}

export interface Settings {
  table_name: string;
  database_id: number;
  catalog: string | null;
  schema: string | null;
  sql: string | null;
  description: string | null;
  main_dttm_col: string | null;
  currency_code_column: string | null;
  default_endpoint: string | null;
  filter_select_enabled: boolean;
  fetch_values_predicate: string | null;
  extra: string | null;
  /** Seconds; -1 = no caching, null = default. */
  cache_timeout: number | null;
  offset: number;
  template_params: string | null;
  normalize_columns: boolean;
  always_filter_main_dttm: boolean;
}

/** `key` is stable while the name is edited. */
export type ColumnDraft = DatasetColumn & {
  readonly key: string;
  /** Result of a sync. Missing columns are removed by the next save. */
  readonly found?: "new" | "missing";
  readonly typeBefore?: string | null;
};
export type MetricDraft = DatasetMetric & { readonly key: string };

/** Settings whose absence doesn't mean null. */
const DEFAULTS: Partial<Settings> = {
  filter_select_enabled: true,
  normalize_columns: false,
  always_filter_main_dttm: false,
  offset: 0,
};

const SETTINGS = [
  "table_name",
  "catalog",
  "schema",
  "description",
  "main_dttm_col",
  "currency_code_column",
  "default_endpoint",
  "filter_select_enabled",
  "fetch_values_predicate",
  "extra",
  "cache_timeout",
  "offset",
  "template_params",
  "normalize_columns",
  "always_filter_main_dttm",
] as const satisfies readonly (keyof Settings)[];

export function draftOf(dataset: Dataset): DatasetDraft {
  const { database, owners, columns, metrics } = dataset;
  const known = dataset as unknown as Record<string, unknown>;
  const settings = Object.fromEntries(SETTINGS.map((key) => [key, known[key] ?? DEFAULTS[key] ?? null]));
  return {
    settings: {
      ...(settings as unknown as Settings),
      database_id: database?.id ?? 0,
      sql: dataset.sql?.trim() ? dataset.sql : null,
    },
    owners: peopleOf(owners as Parameters<typeof peopleOf>[0]),
    columns: columns.map((column, index) => ({ ...column, key: `${column.id ?? `c${index}`}` })),
    metrics: metrics.map((metric, index) => ({ ...metric, key: `${metric.id ?? `m${index}`}` })),
    folders: foldersIn(dataset.folders),
  };
}

const COLUMN_KEYS = [
  "id",
  "uuid",
  "column_name",
  "type",
  "advanced_data_type",
  "verbose_name",
  "description",
  "expression",
  "extra",
  "filterable",
  "groupby",
  "is_active",
  "is_dttm",
  "python_date_format",
] as const satisfies readonly (keyof ColumnInput)[];

const METRIC_KEYS = [
  "id",
  "uuid",
  "metric_name",
  "expression",
  "metric_type",
  "verbose_name",
  "description",
  "d3format",
  "currency",
  "warning_text",
  "extra",
] as const satisfies readonly (keyof MetricInput)[];

function payloadOf<T extends object>(item: T, keys: readonly (keyof T)[]): object {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = item[key];
      return value === undefined ? [] : [[key, value === "" ? null : value]];
    }),
  );
}

const columnText = (column: ColumnDraft) => JSON.stringify(payloadOf(column, COLUMN_KEYS));
const metricText = (metric: MetricDraft) => JSON.stringify(payloadOf(metric, METRIC_KEYS));

export function changeCount(before: DatasetDraft, after: DatasetDraft): number {
  const settings = changedSettings(before, after).length;
  const owners = ownerIds(before).join() === ownerIds(after).join() ? 0 : 1;
  const columns = itemChanges(before.columns, withoutMissing(after.columns), columnText);
  const metrics = itemChanges(before.metrics, after.metrics, metricText);
  return settings + owners + columns + metrics + (foldersText(before) === foldersText(after) ? 0 : 1);
}

function folderPayload({ folders, columns, metrics }: DatasetDraft): DatasetFolder[] {
  return withOnlyItems(folders, new Set([...withoutMissing(columns), ...metrics].map(({ uuid }) => uuid)));
}

const foldersText = (draft: DatasetDraft) => JSON.stringify(folderPayload(draft));

const withoutMissing = (columns: readonly ColumnDraft[]) => columns.filter((column) => column.found !== "missing");
const ownerIds = (draft: DatasetDraft) => draft.owners.map((owner) => owner.id);

function itemChanges<T extends { key: string }>(
  before: readonly T[],
  after: readonly T[],
  textOf: (item: T) => string,
): number {
  const was = new Map(before.map((item) => [item.key, textOf(item)]));
  const now = new Map(after.map((item) => [item.key, textOf(item)]));
  const gone = before.filter((item) => !now.has(item.key)).length;
  return gone + after.filter((item) => was.get(item.key) !== now.get(item.key)).length;
}

function changedSettings(before: DatasetDraft, after: DatasetDraft): (keyof Settings)[] {
  const keys = Object.keys(after.settings) as (keyof Settings)[];
  return keys.filter((key) => (before.settings[key] ?? "") !== (after.settings[key] ?? ""));
}

export function isSourceChanged(before: DatasetDraft, after: DatasetDraft): boolean {
  const isVirtual = after.settings.sql !== null;
  const place: (keyof Settings)[] = ["database_id", "catalog", "schema", "sql"];
  return changedSettings(before, after).some((key) => place.includes(key) || (key === "table_name" && !isVirtual));
}

/** Only changed properties; lists are included in full. */
export function updateOf(before: DatasetDraft, after: DatasetDraft): UpdateDataset {
  const settings = changedSettings(before, after).map((key) => {
    const value = after.settings[key];
    return [key, value === "" ? null : value];
  });
  const columns = withoutMissing(after.columns);
  return {
    ...Object.fromEntries(settings),
    ...(ownerIds(before).join() === ownerIds(after).join() ? {} : { owners: ownerIds(after) }),
    ...(itemChanges(before.columns, columns, columnText) > 0
      ? { columns: columns.map((column) => payloadOf(column, COLUMN_KEYS) as ColumnInput) }
      : {}),
    ...(itemChanges(before.metrics, after.metrics, metricText) > 0
      ? {
          metrics: after.metrics.map(
            (metric) => ({ ...payloadOf(metric, METRIC_KEYS), expression: metric.expression }) as MetricInput,
          ),
        }
      : {}),
    ...(foldersText(before) === foldersText(after) ? {} : { folders: folderPayload(after) }),
  };
}

export interface Findings {
  added: number;
  retyped: number;
  missing: number;
}

export function withSyncedColumns(
  draft: DatasetDraft,
  source: readonly ExternalColumn[],
): { draft: DatasetDraft; found: Findings } {
  const now = new Map(source.map((column) => [column.column_name, column]));
  const known = new Set(draft.columns.filter((column) => !column.expression).map((column) => column.column_name));
  const columns = draft.columns.map((column): ColumnDraft => {
    if (column.expression) return column;
    const { found: _, typeBefore: __, ...plain } = column;
    const is = now.get(column.column_name);
    if (!is) return { ...plain, found: "missing" };
    const read = { type: is.type, type_generic: is.type_generic };
    if (column.found === "new") return { ...column, ...read };
    const before = column.typeBefore === undefined ? column.type : column.typeBefore;
    return is.type === before ? { ...plain, type: before } : { ...plain, ...read, typeBefore: before ?? "unknown" };
  });
  const added = source
    .filter((column) => !known.has(column.column_name))
    .map(
      ({ column_name, type, type_generic, is_dttm }): ColumnDraft => ({
        key: `new ${column_name}`,
        uuid: newUuid(),
        column_name,
        type,
        type_generic,
        is_dttm,
        filterable: true,
        groupby: true,
        found: "new",
      }),
    );
  const all = [...columns, ...added];
  return {
    draft: { ...draft, columns: all },
    found: {
      added: all.filter((column) => column.found === "new").length,
      retyped: all.filter((column) => column.typeBefore !== undefined).length,
      missing: all.filter((column) => column.found === "missing").length,
    },
  };
}

export type Problems = Readonly<Record<string, string>>;

/** Keyed by place: `column <key>`, `metric <key>` or the name of a setting. */
export function problemsOf(draft: DatasetDraft): Problems {
  const columns = duplicates(draft.columns.map((column) => column.column_name));
  const metrics = duplicates(draft.metrics.map((metric) => metric.metric_name));
  const { extra, template_params, table_name } = draft.settings;
  const all = [
    ...draft.columns.map((column) => [`column ${column.key}`, columnProblem(column, columns)]),
    ...draft.metrics.map((metric) => [`metric ${metric.key}`, metricProblem(metric, metrics)]),
    ["extra", isJsonObject(extra) ? undefined : t("Extra must be a JSON object")],
    ["template_params", isJsonObject(template_params) ? undefined : t("Template parameters must be a JSON object")],
    ["folders", folderProblem(draft.folders)],
    ["table_name", table_name.trim() === "" ? t("This is a required field") : undefined],
  ];
  return Object.fromEntries(all.filter(([, problem]) => problem !== undefined)) as Problems;
}

function folderProblem(folders: readonly DatasetFolder[]): string | undefined {
  if (placesOf(folders).some(({ folder }) => folder.name.trim() === "")) return t("A folder needs a name");
  const [duplicateNames] = duplicateFolderNames(folders);
  return duplicateNames === undefined
    ? undefined
    : t("Another folder here is already named “{name}”", { name: duplicateNames });
}

function columnProblem({ key, column_name, expression }: ColumnDraft, duplicateNames: Set<string>): string | undefined {
  if (column_name.trim() === "") return t("A column needs a name");
  if (duplicateNames.has(column_name)) return t("Column name [{name}] is duplicated", { name: column_name });
  const isEmpty = key.startsWith("calculated") && !expression?.trim();
  return isEmpty ? t("Calculated column [{name}] requires an expression", { name: column_name }) : undefined;
}

function metricProblem({ metric_name, expression }: MetricDraft, duplicateNames: Set<string>): string | undefined {
  if (metric_name.trim() === "") return t("A metric needs a name");
  if (duplicateNames.has(metric_name)) return t("Metric name [{name}] is duplicated", { name: metric_name });
  return expression.trim() === "" ? t("A metric needs an expression") : undefined;
}

function duplicates(names: readonly string[]): Set<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

function isJsonObject(text: string | null): boolean {
  if (!text?.trim()) return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
