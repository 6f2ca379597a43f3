import type { Kysely } from "kysely";
import { TesseraError, unprocessable, wireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { type OwnedNoun, ownersOf, setOwners } from "../../server/store/owners.ts";
import { type Stamp, stampOf } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { findChartByUuid, insertChart, updateChart } from "../chart/index.ts";
import { findDashboardByUuid } from "../dashboard/index.ts";
import { findDatabaseByUuid, insertDatabase, updateDatabase } from "../database/index.ts";
import {
  findDataset,
  findDatasetByTable,
  findDatasetByUuid,
  insertDataset,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "../dataset/index.ts";
import type { BundleFiles } from "./archive.ts";
import { type Bundle, type ChartFile, METADATA, type Problems, parseBundle } from "./files.ts";
import { importDashboard } from "./import-dashboard.ts";
import { chartValues, columnValues, databaseValues, datasetValues, metricValues } from "./values.ts";

/** What an import is of. Everything else in the bundle is a dependency and is kept as it is when it exists here. */
export type BundleNoun = "dashboard" | "chart" | "dataset" | "database";

export interface ImportOptions {
  noun: BundleNoun;
  overwrite: boolean;
  /** By path of the database's file. */
  passwords: Readonly<Record<string, string>>;
  /** Owns what is created when the server itself imports. */
  ownerId?: number | undefined;
}

const TYPES: Readonly<Record<BundleNoun, string>> = {
  dashboard: "Dashboard",
  chart: "Slice",
  dataset: "SqlaTable",
  database: "Database",
};
const VIEWS: Readonly<Record<BundleNoun, string>> = {
  dashboard: "Dashboard",
  chart: "Chart",
  dataset: "Dataset",
  database: "Database",
};

/** The state of one import within its transaction. */
export interface Import {
  app: App;
  db: Kysely<Tables>;
  /** Null: the server itself. */
  user: User | null;
  stamp: Stamp;
  options: ImportOptions;
  /** Ids here by uuid. */
  databases: Map<string, number>;
  datasets: Map<string, number>;
  charts: Map<string, { id: number; name: string }>;
  dashboards: number[];
}

/**
 * Saves everything of a bundle in one transaction: matched by uuid, dependencies first. Throws 422 with the problems of
 * every file, and saves nothing then.
 */
export async function importBundle(app: App, user: User | null, files: BundleFiles, options: ImportOptions) {
  const problems: Problems = {};
  const bundle = parseBundle(files, problems);
  if (bundle.type !== TYPES[options.noun] && bundle.type !== "assets") {
    problems[METADATA] = { type: [`Must be equal to ${TYPES[options.noun]}.`] };
  }
  await findConflicts(app, bundle, options, problems);
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

async function findConflicts({ db }: App, bundle: Bundle, options: ImportOptions, problems: Problems): Promise<void> {
  for (const [path, file] of bundle.databases) {
    const exists = await findDatabaseByUuid(db, file.uuid);
    const isMasked = /:X{10}@/.test(file.sqlalchemy_uri);
    if (isMasked && !exists && !options.passwords[path] && !file.password) {
      problems[path] = { _schema: ["Must provide a password for the database"] };
    }
  }
  if (options.overwrite) return;
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
}

/** The importer becomes the owner. */
export async function ownNew({ db, stamp }: Import, noun: OwnedNoun, id: number): Promise<void> {
  if (stamp.userId !== null) await setOwners(db, noun, id, [stamp.userId]);
}

/** Whether what exists here is replaced by the file. */
export function isReplaced({ options }: Import, noun: BundleNoun): boolean {
  return options.noun === noun && options.overwrite;
}

/** Refuses creating without the right to write, and replacing what belongs to others. */
export async function assertMayImport(run: Import, noun: BundleNoun, path: string, existing?: number): Promise<void> {
  const { user, db, options } = run;
  if (user === null || user.isAdmin) return;
  const name = VIEWS[noun];
  const refuse = (text: string) => importError(options.noun, { [path]: text });
  if (existing === undefined) {
    if (user.can("can_write", name)) return;
    throw refuse(`${name} doesn't exist and user doesn't have permission to create ${noun}s`);
  }
  const owners = noun === "database" ? [] : ((await ownersOf(db, noun, [existing])).get(existing) ?? []);
  if (owners.some((owner) => owner.id === user.id)) return;
  throw refuse(`A ${noun} already exists and user doesn't have permissions to overwrite it`);
}

async function importDatabase(run: Import, path: string, file: Parameters<typeof databaseValues>[0]): Promise<void> {
  const { app, db, stamp, options, databases } = run;
  const existing = await findDatabaseByUuid(db, file.uuid);
  const values = databaseValues(file, options.passwords[path]);
  if (existing) {
    databases.set(file.uuid, existing.id);
    if (!isReplaced(run, "database")) return;
    await assertMayImport(run, "database", path, existing.id);
    const { sqlalchemy_uri, ...rest } = values;
    const address = /:X{10}@/.test(sqlalchemy_uri) ? {} : { sqlalchemy_uri };
    await updateDatabase(db, app.secrets, existing.id, { ...rest, ...address }, stamp);
    return;
  }
  await assertMayImport(run, "database", path);
  const taken = await db
    .selectFrom("databases")
    .select("id")
    .where("database_name", "=", file.database_name)
    .executeTakeFirst();
  if (taken)
    throw importError(options.noun, { [path]: { database_name: ["A database with the same name already exists."] } });
  databases.set(file.uuid, await insertDatabase(db, app.secrets, { ...values, uuid: file.uuid }, stamp));
}

async function importDataset(run: Import, path: string, file: Parameters<typeof datasetValues>[0]): Promise<void> {
  const { db, stamp, options, datasets } = run;
  const databaseId = run.databases.get(file.database_uuid) ?? (await findDatabaseByUuid(db, file.database_uuid))?.id;
  if (databaseId === undefined)
    throw importError(options.noun, { [path]: { database_uuid: ["Database does not exist"] } });
  const table = { databaseId, catalog: file.catalog ?? null, schema: file.schema ?? null, name: file.table_name };
  const existing = (await findDatasetByUuid(db, file.uuid)) ?? (await findDatasetByTable(db, table));
  const values = { ...datasetValues(file), database_id: databaseId };
  if (existing) {
    datasets.set(file.uuid, existing.id);
    if (!isReplaced(run, "dataset")) return;
    await assertMayImport(run, "dataset", path, existing.id);
    await updateDataset(db, existing.id, values, stamp);
    await saveColumns(db, existing.id, [], stamp);
    await saveMetrics(db, existing.id, [], stamp);
  } else {
    await assertMayImport(run, "dataset", path);
  }
  const id = existing?.id ?? (await insertDataset(db, { ...values, uuid: file.uuid }, stamp));
  datasets.set(file.uuid, id);
  await saveColumns(db, id, file.columns.map(columnValues), stamp);
  await saveMetrics(db, id, file.metrics.map(metricValues), stamp);
  await ownNew(run, "dataset", id);
}

async function importChart(run: Import, path: string, file: ChartFile): Promise<void> {
  const { db, stamp, options, charts } = run;
  const existing = await findChartByUuid(db, file.uuid);
  if (existing) {
    charts.set(file.uuid, { id: existing.id, name: existing.slice_name });
    if (!isReplaced(run, "chart")) return;
    await assertMayImport(run, "chart", path, existing.id);
  } else {
    await assertMayImport(run, "chart", path);
  }
  const datasetId = run.datasets.get(file.dataset_uuid) ?? (await findDatasetByUuid(db, file.dataset_uuid))?.id;
  const dataset = datasetId === undefined ? undefined : await findDataset(db, datasetId);
  if (!dataset) throw importError(options.noun, { [path]: { dataset_uuid: ["Dataset does not exist"] } });
  const values = chartValues(file, dataset);
  if (existing) await updateChart(db, existing.id, values, stamp);
  const id = existing?.id ?? (await insertChart(db, { ...values, uuid: file.uuid }, stamp));
  charts.set(file.uuid, { id, name: file.slice_name });
  await ownNew(run, "chart", id);
}

/** The 422 of an import: every problem by file. */
export function importError(noun: BundleNoun, problems: Problems): TesseraError {
  const texts = Object.entries(problems).map(([file, problem]) => {
    return `${file}: ${typeof problem === "string" ? problem : JSON.stringify(problem)}`;
  });
  const message = `Error importing ${noun}: ${texts.join("; ")}`;
  return new TesseraError(422, {
    errors: [wireError("GENERIC_COMMAND_ERROR", message, { level: "warning", extra: problems })],
  });
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
