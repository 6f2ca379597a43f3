import { msg, t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import { toYaml } from "../../model/yaml.ts";
import type { App } from "../../server/app.ts";
import { mapCharts } from "../dashboard/index.ts";
import { findDatabaseByName } from "../database/index.ts";
import { datasetInPlace } from "../dataset/index.ts";
import { type BundleFiles, decoded } from "./archive.ts";
import { METADATA, TYPES, VERSION } from "./files.ts";
import { partUuid, slugOf } from "./ids.ts";
import { importError } from "./import-run.ts";
import { isObject, type Json, objectOf } from "./json-values.ts";
import { valuesOf } from "./read-files.ts";
import { withAllCharts } from "./remap.ts";

/**
 * Version 0, the format before bundles: dashboards as one JSON file with types such as `__Dashboard__`, `__Slice__` and
 * `__SqlaTable__`; datasets as one YAML file of databases with their tables. Both are converted to bundle files.
 * Objects have no uuid, so they get one from their name, which makes repeated imports update them.
 */

const UNKNOWN = msg("Could not find a valid command to import file");

export async function legacyFiles(
  app: App,
  bytes: Buffer,
  noun: "dashboard" | "dataset",
): Promise<BundleFiles | undefined> {
  if (bytes.subarray(0, 2).toString("latin1") === "PK") return undefined;
  const text = decoded(bytes, "file");
  const value = noun === "dashboard" ? jsonOf(text) : (await valuesOf(new Map([["file", text]]))).get("file");
  if (!isObject(value)) throw unprocessable(t("Not a ZIP file"));
  const files = new Map([[METADATA, toYaml({ version: VERSION, type: TYPES[noun] })]]);
  if (noun === "dashboard") await addDashboards(app, files, value);
  else await addTables(app, files, value);
  return files;
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

type Files = Map<string, string>;
const put = (files: Files, path: string, file: Json) => files.set(path, toYaml({ ...file, version: VERSION }));
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function marked(value: unknown, mark: string): Json[] {
  return listOf(value).flatMap((item) => (isObject(item) && isObject(item[mark]) ? [item[mark]] : []));
}

function pick(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (from[name] == null ? [] : [[name, from[name]]])));
}

interface Place {
  database: string;
  schema: string | null;
  table: string;
}

async function datasetUuid(app: App, { database: name, schema, table }: Place): Promise<string> {
  const database = await findDatabaseByName(app.db, name);
  if (!database) throw importError("dashboard", { [name]: { database_name: [t("Database does not exist")] } });
  const here = await datasetInPlace(app, { databaseId: database.id, catalog: null, schema, name: table });
  return here?.uuid ?? partUuid("dataset", database.uuid, schema ?? "", table);
}

const DATASET_KEYS =
  "table_name main_dttm_col description default_endpoint offset cache_timeout schema sql params template_params filter_select_enabled fetch_values_predicate extra".split(
    " ",
  );
const COLUMN_KEYS =
  "column_name verbose_name is_dttm is_active type groupby filterable expression description python_date_format extra".split(
    " ",
  );
const METRIC_KEYS = "metric_name verbose_name metric_type expression description d3format warning_text extra".split(
  " ",
);

async function addDataset(
  app: App,
  files: Files,
  { table, database, parts }: { table: Json; database: string; parts: { columns: Json[]; metrics: Json[] } },
): Promise<string> {
  const name = textOf(table.table_name);
  if (name === null) throw unprocessable(t(UNKNOWN));
  const uuid = await datasetUuid(app, { database, schema: textOf(table.schema), table: name });
  const record = await findDatabaseByName(app.db, database);
  put(files, `datasets/${slugOf(database)}/${slugOf(name)}_${uuid.slice(0, 8)}.yaml`, {
    ...pick(table, DATASET_KEYS),
    uuid,
    database_uuid: record?.uuid,
    columns: parts.columns.map((column) => pick(column, COLUMN_KEYS)),
    metrics: parts.metrics.map((metric) => pick(metric, METRIC_KEYS)),
  });
  return uuid;
}

async function addDashboards(app: App, files: Files, value: Json): Promise<void> {
  const dashboards = marked(value.dashboards, "__Dashboard__");
  if (dashboards.length === 0) throw unprocessable(t(UNKNOWN));
  const datasets = new Map<unknown, string>();
  for (const table of marked(value.datasources, "__SqlaTable__")) {
    const params = objectOf(textOf(table.params));
    const parts = {
      columns: marked(table.columns, "__TableColumn__"),
      metrics: marked(table.metrics, "__SqlMetric__"),
    };
    const uuid = await addDataset(app, files, { table, database: String(params.database_name ?? ""), parts });
    datasets.set(table.id ?? params.remote_id, uuid);
  }
  for (const dashboard of dashboards) await addDashboard(app, files, { dashboard, datasets });
}

const CHART_KEYS = "slice_name description certified_by certification_details viz_type cache_timeout".split(" ");
const DASHBOARD_KEYS = "description css slug certified_by certification_details published".split(" ");

async function addDashboard(
  app: App,
  files: Files,
  { dashboard, datasets }: { dashboard: Json; datasets: ReadonlyMap<unknown, string> },
): Promise<void> {
  const title = textOf(dashboard.dashboard_title) ?? "Untitled";
  const key = textOf(dashboard.slug) ?? title;
  const charts: { id: number; uuid: string; slice_name: string; viz_type: string | null }[] = [];
  for (const slice of marked(dashboard.slices, "__Slice__")) {
    const { remote_id, database_name, datasource_name, schema, ...params } = objectOf(textOf(slice.params));
    const id = Number(slice.id ?? remote_id) || 0;
    const name = textOf(slice.slice_name) ?? "Untitled";
    const table = textOf(slice.datasource_name) ?? textOf(datasource_name);
    const place = {
      database: String(database_name ?? ""),
      schema: textOf(schema),
      table: table?.split(".").at(-1) ?? "",
    };
    const uuid = partUuid("chart", key, String(id), name);
    const dataset_uuid = table === null ? null : await datasetUuid(app, place);
    put(files, `charts/${slugOf(name)}_${id}.yaml`, { ...pick(slice, CHART_KEYS), params, uuid, dataset_uuid });
    charts.push({ id, uuid, slice_name: name, viz_type: textOf(slice.viz_type) });
  }
  const uuids = new Map(charts.map((chart) => [chart.id, chart.uuid]));
  const position = mapCharts(objectOf(textOf(dashboard.position_json)), (meta) => {
    const uuid = typeof meta.chartId === "number" ? uuids.get(meta.chartId) : undefined;
    return uuid === undefined ? meta : { ...meta, uuid };
  });
  const { remote_id: _, import_time: __, ...metadata } = objectOf(textOf(dashboard.json_metadata));
  put(files, `dashboards/${slugOf(title)}.yaml`, {
    ...pick(dashboard, DASHBOARD_KEYS),
    dashboard_title: title,
    uuid: partUuid("dashboard", key),
    position: withAllCharts(position, title, charts),
    metadata: withDatasetUuids(metadata, datasets),
  });
}

function withDatasetUuids(metadata: Json, datasets: ReadonlyMap<unknown, string>): Json {
  const targetOf = (target: unknown) => {
    if (!isObject(target)) return target;
    const { datasetId, ...rest } = target;
    const datasetUuid = datasets.get(datasetId);
    return datasetUuid === undefined ? rest : { ...rest, datasetUuid };
  };
  const filters = metadata.native_filter_configuration;
  if (!Array.isArray(filters)) return metadata;
  const moved = filters.map((filter: unknown) =>
    isObject(filter) ? { ...filter, targets: listOf(filter.targets).map(targetOf) } : filter,
  );
  return { ...metadata, native_filter_configuration: moved };
}

async function addTables(app: App, files: Files, value: Json): Promise<void> {
  const databases = listOf(value.databases).filter(isObject);
  if (databases.length === 0) throw unprocessable(t(UNKNOWN));
  for (const { database_name, tables } of databases) {
    for (const table of listOf(tables).filter(isObject)) {
      const parts = {
        columns: listOf(table.columns).filter(isObject),
        metrics: listOf(table.metrics).filter(isObject),
      };
      const params = isObject(table.params) ? { ...table, params: JSON.stringify(table.params) } : table;
      await addDataset(app, files, { table: params, database: String(database_name ?? ""), parts });
    }
  }
}
