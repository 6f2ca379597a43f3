import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { type FieldErrors, unprocessable } from "../../model/errors.ts";
import { TagName } from "../../model/tag-name.ts";
import { themeProblem } from "../../model/theme.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { fieldErrors } from "../../server/http/validation.ts";
import type { BundleFiles } from "./archive.ts";
import { isObject, parseObjectOrText } from "./json-values.ts";
import { valuesOf } from "./read-files.ts";

const text = z.string().nullish();
const flag = z.boolean().nullish();
const object = z.record(z.string(), z.unknown());
const tags = z.array(TagName).nullish();
const jsonObject = z.union([object, z.string()]).nullish();
function named<T extends z.ZodType>(item: T, key: string) {
  const items = z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
  return items.superRefine((list, context) => {
    const names = new Set<unknown>();
    for (const each of list) {
      const name = (each as Record<string, unknown>)[key];
      if (names.has(name))
        context.addIssue({ code: "custom", message: t("“{name}” occurs twice", { name: String(name) }) });
      names.add(name);
    }
  });
}

const SshTunnelFile = z.looseObject({
  server_address: z.string().min(1),
  server_port: z.number().int().nullish(),
  username: text,
  password: text,
  private_key: text,
  private_key_password: text,
});
export type SshTunnelFile = z.infer<typeof SshTunnelFile>;

export const DatabaseFile = z.looseObject({
  database_name: z.string().min(1),
  sqlalchemy_uri: z.string().min(1),
  password: text,
  cache_timeout: z.number().nullish(),
  expose_in_sqllab: flag,
  allow_run_async: flag,
  allow_ctas: flag,
  allow_cvas: flag,
  allow_dml: flag,
  allow_csv_upload: flag,
  allow_file_upload: flag,
  extra: jsonObject,
  impersonate_user: flag,
  configuration_method: z.enum(["sqlalchemy_form", "dynamic_form"]).nullish(),
  ssh_tunnel: SshTunnelFile.nullish(),
  masked_encrypted_extra: jsonObject,
  encrypted_extra: jsonObject,
  uuid: z.guid().toLowerCase(),
  version: z.string(),
});

export const ColumnFile = z.looseObject({
  column_name: z.string().min(1),
  verbose_name: text,
  is_dttm: flag,
  is_active: flag,
  type: text,
  advanced_data_type: text,
  groupby: flag,
  filterable: flag,
  expression: text,
  description: text,
  python_date_format: text,
  datetime_format: text,
  extra: jsonObject,
});
export const MetricFile = z.looseObject({
  metric_name: z.string().min(1),
  verbose_name: text,
  metric_type: text,
  expression: z.string(),
  description: text,
  d3format: text,
  currency: z.union([z.looseObject({ symbol: text, symbolPosition: text }), z.string()]).nullish(),
  extra: jsonObject,
  warning_text: text,
});
export const DatasetFile = z.looseObject({
  table_name: z.string().min(1),
  main_dttm_col: text,
  currency_code_column: text,
  description: text,
  default_endpoint: text,
  offset: z.number().int().nullish(),
  cache_timeout: z.number().nullish(),
  catalog: text,
  schema: text,
  sql: text,
  params: jsonObject,
  template_params: jsonObject,
  filter_select_enabled: flag,
  fetch_values_predicate: text,
  extra: jsonObject,
  normalize_columns: flag,
  always_filter_main_dttm: flag,
  folders: z.array(z.unknown()).nullish(),
  data: z.unknown().optional(),
  data_file: z.unknown().optional(),
  source_db_engine: z.unknown().optional(),
  uuid: z.guid().toLowerCase(),
  metrics: named(MetricFile, "metric_name"),
  columns: named(ColumnFile, "column_name"),
  version: z.string(),
  database_uuid: z.guid().toLowerCase(),
});

export const ChartFile = z.looseObject({
  slice_name: z.string().min(1),
  description: text,
  certified_by: text,
  certification_details: text,
  viz_type: z.string(),
  params: z
    .union([
      object,
      z.string().refine((json) => json === "" || isObject(parseObjectOrText(json)), {
        error: () => t("Not a valid JSON object."),
      }),
    ])
    .nullish(),
  query_context: text,
  cache_timeout: z.number().nullish(),
  tags,
  uuid: z.guid().toLowerCase(),
  version: z.string(),
  dataset_uuid: z.guid().toLowerCase().nullish(),
});

export const DashboardFile = z.looseObject({
  dashboard_title: z.string(),
  description: text,
  css: text,
  slug: text,
  certified_by: text,
  certification_details: text,
  published: flag,
  uuid: z.guid().toLowerCase(),
  position: object.nullish(),
  metadata: object.nullish(),
  theme_uuid: z.guid().toLowerCase().nullish(),
  tags,
  version: z.string(),
});

export const ThemeFile = z.looseObject({
  theme_name: z.string().min(1).max(250),
  json_data: z.union([object, z.string()]).superRefine((data, context) => {
    const message = themeProblem(typeof data === "string" ? data : JSON.stringify(data));
    if (message) context.addIssue({ code: "custom", message });
  }),
  uuid: z.guid().toLowerCase(),
  version: z.string(),
});

export const SavedQueryFile = z.looseObject({
  catalog: text,
  schema: text,
  label: text,
  description: text,
  sql: text,
  uuid: z.guid().toLowerCase(),
  version: z.string(),
  database_uuid: z.guid().toLowerCase(),
});

const TagsFile = z.looseObject({
  tags: z.array(z.looseObject({ tag_name: TagName, description: text })).default([]),
});

const uuids = z.array(z.guid().toLowerCase()).max(10_000).default([]);
const FolderFile = z.looseObject({
  uuid: z.guid().toLowerCase(),
  name: z.string().trim().min(1).max(250),
  description: z.string().max(10_000).nullish(),
  parent_uuid: z.guid().toLowerCase().nullish(),
  charts: uuids,
  dashboards: uuids,
  datasets: uuids,
});
type FolderFile = z.infer<typeof FolderFile>;
const FoldersFile = z.looseObject({ folders: named(FolderFile, "uuid") });

const Moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
const AnnotationFile = z.looseObject({
  short_descr: z.string().min(1).max(500),
  long_descr: text,
  start_dttm: Moment,
  end_dttm: Moment,
  json_metadata: text,
});
const AnnotationLayerFile = z.looseObject({
  name: z.string().min(1).max(250),
  descr: text,
  annotations: z.array(AnnotationFile),
});
export type AnnotationLayerFile = z.infer<typeof AnnotationLayerFile>;

export type DatabaseFile = z.infer<typeof DatabaseFile>;
export type DatasetFile = z.infer<typeof DatasetFile>;
export type ChartFile = z.infer<typeof ChartFile>;
export type DashboardFile = z.infer<typeof DashboardFile>;
export type ColumnFile = z.infer<typeof ColumnFile>;
export type MetricFile = z.infer<typeof MetricFile>;
export type SavedQueryFile = z.infer<typeof SavedQueryFile>;
export type ThemeFile = z.infer<typeof ThemeFile>;

const MetadataFile = z.looseObject({
  version: z.string(),
  type: z.string().optional(),
  timestamp: z.unknown().optional(),
});

export interface Bundle {
  type: string;
  timestamp: string | undefined;
  databases: Map<string, DatabaseFile>;
  datasets: Map<string, DatasetFile>;
  charts: Map<string, ChartFile>;
  annotationLayers: Map<string, AnnotationLayerFile>;
  themes: Map<string, ThemeFile>;
  savedQueries: Map<string, SavedQueryFile>;
  dashboards: Map<string, DashboardFile>;
  tags: Map<string, string | null>;
  folders: FolderFile[];
}

export type Problems = FieldErrors;

export const METADATA = "metadata.yaml";
export const TAGS = "tags.yaml";
/** Superset ignores it. */
export const FOLDERS = "folders.yaml";
export type Values = ReadonlyMap<string, unknown>;
export const TYPES = {
  dashboard: "Dashboard",
  chart: "Slice",
  dataset: "SqlaTable",
  database: "Database",
  theme: "Theme",
  saved_query: "SavedQuery",
  assets: "assets",
} as const;
export const VERSION = "1.0.0";

const READ = /^(?:(?:databases|datasets|charts|annotation_layers|themes|queries|dashboards)\/|(?:tags|folders)\.yaml$)/;

export const isRead = (path: string): boolean => path === METADATA || READ.test(path);

export async function parseBundle(texts: BundleFiles, problems: Problems): Promise<Bundle> {
  const metadata = await metadataOf(texts);
  const files = await valuesOf(new Map([...texts].filter(([path]) => path !== METADATA && isRead(path))));
  return { ...metadata, ...(await parseValues(files, problems)) };
}

/** Of values by path, as `valuesOf` returns them. */
export async function parseValues(files: Values, problems: Problems): Promise<Omit<Bundle, "type" | "timestamp">> {
  return {
    databases: await parseFolder({ files, problems }, "databases/", DatabaseFile),
    datasets: await parseFolder({ files, problems }, "datasets/", DatasetFile),
    charts: await parseFolder({ files, problems }, "charts/", ChartFile),
    annotationLayers: await parseFolder({ files, problems }, "annotation_layers/", AnnotationLayerFile),
    themes: await parseFolder({ files, problems }, "themes/", ThemeFile),
    savedQueries: await parseFolder({ files, problems }, "queries/", SavedQueryFile),
    dashboards: await parseFolder({ files, problems }, "dashboards/", DashboardFile),
    tags: await parseTags(files, problems),
    folders: [...(await parseFolder({ files, problems }, FOLDERS, FoldersFile)).values()].flatMap(
      (file) => file.folders,
    ),
  };
}

async function parseTags(files: Values, problems: Problems): Promise<Map<string, string | null>> {
  const parsed = [...(await parseFolder({ files, problems }, TAGS, TagsFile)).values()];
  return new Map(parsed.flatMap((file) => file.tags.map((tag) => [tag.tag_name, tag.description ?? null])));
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

async function metadataOf(files: BundleFiles): Promise<Pick<Bundle, "type" | "timestamp">> {
  const source = files.get(METADATA);
  const values = source === undefined ? undefined : await valuesOf(new Map([[METADATA, source]]));
  const metadata = values && MetadataFile.safeParse(values.get(METADATA));
  if (!metadata?.success) throw unprocessable(t("Could not find a valid command to import file"));
  if (metadata.data.version !== VERSION) throw unprocessable(t("Import has incorrect version"));
  const { type = TYPES.assets, timestamp } = metadata.data;
  return { type, timestamp: typeof timestamp === "string" && TIMESTAMP.test(timestamp) ? timestamp : undefined };
}

async function parseFolder<T extends z.ZodType>(
  { files, problems }: { files: Values; problems: Problems },
  folder: string,
  schema: T,
): Promise<Map<string, z.output<T>>> {
  const found = new Map<string, z.output<T>>();
  const uuids = new Set<unknown>();
  const inFolder = [...files].filter(([path]) => path.startsWith(folder));
  await forEachYielding(inFolder, ([path, value]) => {
    const parsed = schema.safeParse(value, { reportInput: true });
    const { uuid } = (parsed.data ?? {}) as { uuid?: unknown };
    if (!parsed.success) problems[path] = fieldErrors(parsed.error.issues);
    else if (uuid !== undefined && uuids.has(uuid)) problems[path] = { uuid: [t("Another file has the same UUID")] };
    else found.set(path, parsed.data);
    uuids.add(uuid);
  });
  return found;
}
