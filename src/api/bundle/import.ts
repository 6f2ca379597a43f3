import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { changedBy, stampOf } from "../../server/store/stamp.ts";
import { findChartByUuid, insertChart, updateChart } from "../chart/index.ts";
import { findDashboardByUuid } from "../dashboard/index.ts";
import { findDatabaseByUuid, insertDatabase, updateDatabase } from "../database/index.ts";
import {
  assertSourceAccess,
  findDataset,
  findDatasetByTable,
  findDatasetByUuid,
  insertDataset,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "../dataset/index.ts";
import { importAnnotationLayers, moveLayers } from "./annotation-sources.ts";
import type { BundleFiles } from "./archive.ts";
import { type Bundle, type ChartFile, METADATA, type Problems, parseBundle } from "./files.ts";
import { importDashboard } from "./import-dashboard.ts";
import {
  assertMayImport,
  type BundleNoun,
  type Import,
  type ImportOptions,
  importError,
  isReplaced,
  ownNew,
  VIEWS,
} from "./import-run.ts";
import { chartValues, columnValues, databaseValues, datasetValues, metricValues } from "./values.ts";

const TYPES: Readonly<Record<BundleNoun, string>> = {
  dashboard: "Dashboard",
  chart: "Slice",
  dataset: "SqlaTable",
  database: "Database",
};
/**
 * Saves everything of a bundle in one transaction: matched by uuid, dependencies first. Throws 422 with the problems of
 * every file, and saves nothing then.
 */
export async function importBundle(
  { app, user }: { app: App; user: User | null },
  files: BundleFiles,
  options: ImportOptions,
): Promise<void> {
  const problems: Problems = {};
  const bundle = parseBundle(files, problems);
  if (bundle.type !== TYPES[options.noun] && bundle.type !== "assets") {
    problems[METADATA] = { type: [`Must be equal to ${TYPES[options.noun]}.`] };
  }
  Object.assign(problems, await conflictsOf(app, bundle, options));
  if (Object.keys(problems).length > 0) throw importError(options.noun, problems);
  const ownerId = user?.id ?? options.ownerId;
  const stamp = { ...stampOf(app, user), userId: ownerId ?? null };
  const state = await app.db.transaction().execute(async (db) => {
    const run: Import = {
      ...{ app, db, user, stamp, options },
      ...{ databases: new Map(), datasets: new Map(), charts: new Map(), dashboards: [] },
    };
    for (const [path, file] of bundle.databases) await importDatabase(run, path, file);
    for (const [path, file] of bundle.datasets) await importDataset(run, path, file);
    for (const [path, file] of bundle.charts) await importChart(run, path, file);
    await moveLayers(run, bundle, await importAnnotationLayers(run, bundle.annotationLayers));
    for (const [path, file] of bundle.dashboards) await importDashboard(run, path, file);
    return run;
  });
  announce(state);
}

function announce({ app, databases, datasets, charts, dashboards }: Import): void {
  for (const id of databases.values()) app.events.changed("database", id);
  for (const id of datasets.values()) app.events.changed("dataset", id);
  for (const { id } of charts.values()) app.events.changed("chart", id);
  for (const id of dashboards) app.events.changed("dashboard", id);
}

async function conflictsOf({ db }: App, bundle: Bundle, options: ImportOptions): Promise<Problems> {
  const problems: Problems = {};
  for (const [path, file] of bundle.databases) {
    const exists = await findDatabaseByUuid(db, file.uuid);
    const isMasked = /:X{10}@/.test(file.sqlalchemy_uri);
    if (isMasked && !exists && !options.passwords[path] && !file.password) {
      problems[path] = { _schema: ["Must provide a password for the database"] };
    }
  }
  if (options.overwrite) return problems;
  const find = {
    database: findDatabaseByUuid,
    dataset: findDatasetByUuid,
    chart: findChartByUuid,
    dashboard: findDashboardByUuid,
  };
  const primary: ReadonlyMap<string, { uuid: string }> = bundle[`${options.noun}s`];
  for (const [path, file] of primary) {
    if (await find[options.noun](db, file.uuid)) {
      problems[path] = `${VIEWS[options.noun]} already exists and \`overwrite=true\` was not passed`;
    }
  }
  return problems;
}

async function importDatabase(run: Import, path: string, file: Parameters<typeof databaseValues>[0]): Promise<void> {
  const { app, db, stamp, options, databases } = run;
  const existing = await findDatabaseByUuid(db, file.uuid);
  const values = databaseValues(file, options.passwords[path]);
  if (existing) {
    databases.set(file.uuid, existing.id);
    if (!isReplaced(run, "database")) return;
    await assertMayImport(run, "database", { path, existing: existing.id });
    const { sqlalchemy_uri, ...rest } = values;
    const address = /:X{10}@/.test(sqlalchemy_uri) ? {} : { sqlalchemy_uri };
    await updateDatabase({ db, secrets: app.secrets }, existing.id, { ...rest, ...address, ...changedBy(stamp) });
    return;
  }
  await assertMayImport(run, "database", { path });
  const taken = await db
    .selectFrom("databases")
    .select("id")
    .where("database_name", "=", file.database_name)
    .executeTakeFirst();
  if (taken)
    throw importError(options.noun, { [path]: { database_name: ["A database with the same name already exists."] } });
  databases.set(file.uuid, await insertDatabase({ db, secrets: app.secrets }, { ...values, uuid: file.uuid }, stamp));
}

async function importDataset(run: Import, path: string, file: Parameters<typeof datasetValues>[0]): Promise<void> {
  const { db, stamp, options, datasets } = run;
  const database = await findDatabaseByUuid(db, file.database_uuid);
  if (!database) throw importError(options.noun, { [path]: { database_uuid: ["Database does not exist"] } });
  const databaseId = database.id;
  const table = { databaseId, catalog: file.catalog ?? null, schema: file.schema ?? null, name: file.table_name };
  const existing = (await findDatasetByUuid(db, file.uuid)) ?? (await findDatasetByTable(db, table));
  const values = { ...datasetValues(file), database_id: databaseId };
  if (existing) {
    datasets.set(file.uuid, existing.id);
    if (!isReplaced(run, "dataset")) return;
    await assertMayImport(run, "dataset", { path, existing: existing.id });
    if (run.user) assertSourceAccess(run.user, database, file);
    await updateDataset(db, existing.id, { ...values, ...changedBy(stamp) });
    await saveColumns(db, { datasetId: existing.id, stamp }, []);
    await saveMetrics(db, { datasetId: existing.id, stamp }, []);
  } else {
    await assertMayImport(run, "dataset", { path });
    if (run.user) assertSourceAccess(run.user, database, file);
  }
  const id = existing?.id ?? (await insertDataset(db, { ...values, uuid: file.uuid }, stamp));
  datasets.set(file.uuid, id);
  await saveColumns(db, { datasetId: id, stamp }, file.columns.map(columnValues));
  await saveMetrics(db, { datasetId: id, stamp }, file.metrics.map(metricValues));
  await ownNew(run, "dataset", id);
}

async function importChart(run: Import, path: string, file: ChartFile): Promise<void> {
  const { db, stamp, options, charts } = run;
  const existing = await findChartByUuid(db, file.uuid);
  if (existing) {
    charts.set(file.uuid, { id: existing.id, name: existing.slice_name, isNew: false });
    if (!isReplaced(run, "chart")) return;
    await assertMayImport(run, "chart", { path, existing: existing.id });
  } else {
    await assertMayImport(run, "chart", { path });
  }
  const datasetId = run.datasets.get(file.dataset_uuid) ?? (await findDatasetByUuid(db, file.dataset_uuid))?.id;
  const dataset = datasetId === undefined ? undefined : await findDataset(db, datasetId);
  if (!dataset) throw importError(options.noun, { [path]: { dataset_uuid: ["Dataset does not exist"] } });
  const values = chartValues(file, dataset);
  if (existing) await updateChart(db, existing.id, { ...values, ...changedBy(stamp) });
  const id = existing?.id ?? (await insertChart(db, { ...values, uuid: file.uuid }, stamp));
  charts.set(file.uuid, { id, name: file.slice_name, isNew: !existing });
  await ownNew(run, "chart", id);
}

/** Texts by path out of a form field that holds JSON. */
export function parsePasswords(text: string | undefined): Record<string, string> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) throw new Error();
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    throw unprocessable({ passwords: ["Not valid JSON."] });
  }
}
