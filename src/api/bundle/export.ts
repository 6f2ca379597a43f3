import type { App } from "../../server/app.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type ChartRecord, chartsByIds, chartsOfDashboard } from "../chart/index.ts";
import { type DashboardRecord, dashboardsByIds } from "../dashboard/index.ts";
import { type DatabaseRecord, databasesByIds, maskedAddress } from "../database/index.ts";
import { columnsOf, type DatasetRow, datasetsByIds, datasetsOfDatabases, metricsOf } from "../dataset/index.ts";
import { annotationLayerFiles, withSourceCharts } from "./annotation-sources.ts";
import type { BundleFiles } from "./archive.ts";
import { METADATA, VERSION } from "./files.ts";
import type { BundleNoun } from "./import-run.ts";
import { remapMetadata, withAllCharts } from "./remap.ts";
import { toYaml } from "./yaml.ts";

type Json = Record<string, unknown>;

const TYPES: Readonly<Record<BundleNoun, string>> = {
  dashboard: "Dashboard",
  chart: "Slice",
  dataset: "SqlaTable",
  database: "Database",
};

/** The files of a bundle with these objects and everything they need. Ids that do not exist are left out. */
export async function exportBundle(actor: Actor, noun: BundleNoun, ids: readonly number[]): Promise<BundleFiles> {
  const { app } = actor;
  const chosen = await chosenOf(actor, noun, ids);
  const uuids = new Map(chosen.datasets.map((dataset) => [dataset.id, dataset.uuid]));
  const files = new Map([[METADATA, metadataFile(app, noun)]]);
  for (const dashboard of chosen.dashboards) {
    const name = `dashboards/${slugOf(dashboard.dashboard_title ?? "")}_${dashboard.id}.yaml`;
    files.set(name, toYaml(dashboardFile(dashboard, await chartsOfDashboard(app.db, dashboard.id), uuids)));
  }
  for (const chart of chosen.charts) {
    files.set(`charts/${slugOf(chart.slice_name)}_${chart.id}.yaml`, toYaml(chartFile(chart, uuids)));
  }
  for (const { layer, file } of await annotationLayerFiles(actor, chosen.charts)) {
    files.set(`annotation_layers/${slugOf(layer.name)}_${layer.id}.yaml`, toYaml(file));
  }
  const databaseOf = new Map(chosen.databases.map((database) => [database.id, database]));
  for (const dataset of chosen.datasets) {
    const database = databaseOf.get(dataset.database_id);
    if (!database) continue;
    const name = `datasets/${slugOf(database.database_name)}/${slugOf(dataset.table_name)}_${dataset.id}.yaml`;
    files.set(name, toYaml(await datasetFile(app, dataset, database)));
  }
  for (const database of chosen.databases) {
    const name = `databases/${slugOf(database.database_name)}.yaml`;
    files.set(name, toYaml(databaseFile(app, database, noun === "database")));
  }
  return files;
}

interface Chosen {
  dashboards: DashboardRecord[];
  charts: ChartRecord[];
  datasets: DatasetRow[];
  databases: DatabaseRecord[];
}

/** The objects asked for and everything that they need. */
async function chosenOf(actor: Actor, noun: BundleNoun, ids: readonly number[]): Promise<Chosen> {
  const { db } = actor.app;
  if (noun === "database") {
    return {
      dashboards: [],
      charts: [],
      datasets: await datasetsOfDatabases(db, ids),
      databases: await databasesByIds(db, ids),
    };
  }
  const dashboards = noun === "dashboard" ? await dashboardsByIds(db, ids) : [];
  const shown: ChartRecord[] = [];
  for (const dashboard of dashboards) shown.push(...(await chartsOfDashboard(db, dashboard.id)));
  const charts = await withSourceCharts(actor, noun === "chart" ? await chartsByIds(db, ids) : distinct(shown));
  const targets = dashboards.flatMap((dashboard) => filterDatasetIds(objectOf(dashboard.json_metadata)));
  const needed = [...charts.flatMap((chart) => chart.datasource_id ?? []), ...targets];
  const datasets = await datasetsByIds(db, noun === "dataset" ? ids : needed);
  const databaseIds = [...new Set(datasets.map((dataset) => dataset.database_id))];
  return {
    dashboards,
    charts,
    datasets,
    databases: databaseIds.length > 0 ? await databasesByIds(db, databaseIds) : [],
  };
}

function metadataFile(app: App, noun: BundleNoun): string {
  const timestamp = new Date(app.clock.now()).toISOString().replace("Z", "000+00:00");
  return toYaml({ version: VERSION, type: TYPES[noun], timestamp });
}

function databaseFile(app: App, database: DatabaseRecord, isPrimary: boolean): Json {
  const upload = isPrimary
    ? { allow_csv_upload: database.allow_file_upload }
    : { allow_file_upload: database.allow_file_upload };
  return {
    database_name: database.database_name,
    sqlalchemy_uri: maskedAddress(app.secrets, database),
    cache_timeout: database.cache_timeout,
    expose_in_sqllab: database.expose_in_sqllab,
    allow_run_async: database.allow_run_async,
    allow_ctas: database.allow_ctas,
    allow_cvas: database.allow_cvas,
    allow_dml: database.allow_dml,
    ...upload,
    extra: objectOf(database.extra),
    impersonate_user: database.impersonate_user,
    uuid: database.uuid,
    version: VERSION,
  };
}

async function datasetFile(app: App, dataset: DatasetRow, database: DatabaseRecord): Promise<Json> {
  const metrics = await metricsOf(app.db, dataset.id);
  const columns = await columnsOf(app.db, dataset.id);
  return {
    table_name: dataset.table_name,
    main_dttm_col: dataset.main_dttm_col,
    currency_code_column: dataset.currency_code_column,
    description: dataset.description,
    default_endpoint: dataset.default_endpoint,
    offset: dataset.offset,
    cache_timeout: dataset.cache_timeout,
    catalog: dataset.catalog,
    schema: dataset.schema,
    sql: dataset.sql,
    params: maybeObject(dataset.params),
    template_params: maybeObject(dataset.template_params),
    filter_select_enabled: dataset.filter_select_enabled,
    fetch_values_predicate: dataset.fetch_values_predicate,
    extra: maybeObject(dataset.extra),
    normalize_columns: dataset.normalize_columns,
    always_filter_main_dttm: dataset.always_filter_main_dttm,
    folders: dataset.folders ? (JSON.parse(dataset.folders) as unknown) : null,
    uuid: dataset.uuid,
    metrics: metrics.map((metric) => ({
      metric_name: metric.metric_name,
      verbose_name: metric.verbose_name,
      metric_type: metric.metric_type,
      expression: metric.expression,
      description: metric.description,
      d3format: metric.d3format,
      currency: maybeObject(metric.currency),
      extra: maybeObject(metric.extra),
      warning_text: metric.warning_text,
    })),
    columns: columns.map((column) => ({
      column_name: column.column_name,
      verbose_name: column.verbose_name,
      is_dttm: column.is_dttm,
      is_active: column.is_active,
      type: column.type,
      advanced_data_type: column.advanced_data_type,
      groupby: column.groupby,
      filterable: column.filterable,
      expression: column.expression,
      description: column.description,
      python_date_format: column.python_date_format,
      datetime_format: column.datetime_format,
      extra: maybeObject(column.extra),
    })),
    version: VERSION,
    database_uuid: database.uuid,
  };
}

function chartFile(chart: ChartRecord, datasets: ReadonlyMap<number, string>): Json {
  return {
    slice_name: chart.slice_name,
    description: chart.description,
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    viz_type: chart.viz_type,
    params: objectOf(chart.params),
    query_context: chart.query_context,
    cache_timeout: chart.cache_timeout,
    uuid: chart.uuid,
    version: VERSION,
    dataset_uuid: chart.datasource_id === null ? null : (datasets.get(chart.datasource_id) ?? null),
  };
}

function dashboardFile(
  dashboard: DashboardRecord,
  charts: readonly ChartRecord[],
  datasets: ReadonlyMap<number, string>,
): Json {
  const title = dashboard.dashboard_title ?? "";
  const metadata = remapMetadata(objectOf(dashboard.json_metadata), {
    chartId: (id) => id,
    target: ({ datasetId, ...target }) => {
      const datasetUuid = typeof datasetId === "number" ? datasets.get(datasetId) : undefined;
      return datasetUuid === undefined ? target : { datasetUuid, ...target };
    },
  });
  return {
    dashboard_title: title,
    description: dashboard.description,
    css: dashboard.css,
    slug: dashboard.slug,
    certified_by: dashboard.certified_by,
    certification_details: dashboard.certification_details,
    published: dashboard.published,
    uuid: dashboard.uuid,
    position: withAllCharts(dashboard.position_json ? objectOf(dashboard.position_json) : null, title, charts),
    metadata,
    version: VERSION,
  };
}

function filterDatasetIds(metadata: Json): number[] {
  const filters = Array.isArray(metadata.native_filter_configuration) ? metadata.native_filter_configuration : [];
  return filters.flatMap((filter: { targets?: { datasetId?: unknown }[] }) =>
    (filter?.targets ?? []).flatMap((target) => (typeof target?.datasetId === "number" ? [target.datasetId] : [])),
  );
}

/** A name that is safe in every file system. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w\s./-]/g, "")
    .replace(/[/\s]+/g, "_")
    .replace(/^[._]+|[._]+$/g, "");
  return plain === "" ? "untitled" : plain;
}

function distinct(charts: readonly ChartRecord[]): ChartRecord[] {
  return [...new Map(charts.map((chart) => [chart.id, chart])).values()];
}

function maybeObject(text: string | null): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function objectOf(text: string | null): Json {
  const value = maybeObject(text);
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
