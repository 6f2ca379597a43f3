import type { Kysely } from "kysely";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { unprocessable, type WireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { type Reference, readReferences } from "../../server/store/references.ts";
import { changedBy, stampOf } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { restoreForBundle } from "../../server/store/trash.ts";
import type { User } from "../../server/user.ts";
import { findChartByUuid } from "../chart/index.ts";
import { findDashboardByUuid } from "../dashboard/index.ts";
import { canSeeDatabase, findDatabaseByUuid } from "../database/index.ts";
import { datasetInPlace, findDatasetByUuid } from "../dataset/index.ts";
import { importFolders } from "../folder/index.ts";
import { insertSavedQuery, isOwnSavedQuery, type SavedQueryRecord, updateSavedQuery } from "../saved-query/index.ts";
import { ensureTag } from "../tag/index.ts";
import { canChangeTheme, insertTheme, updateTheme } from "../theme/index.ts";
import type { BundleFiles } from "./archive.ts";
import { importAnnotationLayers, moveReferences } from "./chart-references.ts";
import type { ImportResult, UnusedContent } from "./contract.ts";
import {
  type Bundle,
  type DatasetFile,
  FOLDERS,
  isRead,
  METADATA,
  type Problems,
  parseBundle,
  SavedQueryFile,
  ThemeFile,
  TYPES,
} from "./files.ts";
import { importChart } from "./import-chart.ts";
import { importDashboard } from "./import-dashboard.ts";
import { addressErrorsOf, importDatabase, missingSecrets } from "./import-database.ts";
import { importDataset } from "./import-dataset.ts";
import { notUsed, planned, resultOf, written } from "./import-plan.ts";
import {
  assertCanImport,
  type BundleNoun,
  type Import,
  type ImportOptions,
  importError,
  isReplaced,
  NOT_REPLACED,
  saveVersions,
} from "./import-run.ts";
import { textOfJson } from "./json-values.ts";
import { unknownKeys } from "./marks.ts";

interface Importer {
  app: App;
  user: User | null;
}

/**
 * One transaction: matches by uuid, dependencies first. Throws 422 with the problems of every file, saving nothing.
 * Objects in the importer's trash are restored with their id. A dry run is rolled back.
 */
export async function importBundle(
  importer: Importer,
  files: BundleFiles,
  options: ImportOptions,
): Promise<ImportResult> {
  const problems: Problems = {};
  const bundle = await parseBundle(files, problems);
  const prepared = await prepareImport(importer, { bundle, problems, unused: unusedFiles(files, options) }, options);
  const work = importer.app.db.transaction().execute(async (db) => {
    const done = await importPrepared(db, prepared);
    if (options.dryRun) throw new DryRun(done.result);
    return done;
  });
  try {
    const { run, result } = await work;
    announce(run);
    return result;
  } catch (stop) {
    if (stop instanceof DryRun) return stop.result;
    throw stop;
  }
}

interface ParsedBundle {
  bundle: Bundle;
  problems: Problems;
  unused: UnusedContent[];
}

export interface PreparedImport extends Importer {
  bundle: Bundle;
  options: ImportOptions;
  needs: Problems;
  unused: UnusedContent[];
  references: readonly Reference[];
}

/** Outside of the transaction, as it looks up the hosts of connections. Throws 422 with the problems of every file. */
export async function prepareImport(
  importer: Importer,
  parsed: ParsedBundle,
  options: ImportOptions,
): Promise<PreparedImport> {
  const needs: Problems = {};
  const bundle = await checkedBundle(importer, parsed, { options, needs });
  const references = await readReferences(importer.app);
  return { ...importer, bundle, options, needs, unused: parsed.unused, references };
}

export async function importPrepared(
  db: Kysely<Tables>,
  { app, user, bundle, options, needs, unused, references }: PreparedImport,
): Promise<{ run: Import; result: ImportResult }> {
  const stamp = { ...stampOf(app, user), userId: user?.id ?? options.ownerId ?? null };
  const revived = await restoreForBundle(db, { references, user, uuids: uuidsOf(bundle) });
  const run: Import = {
    ...{ app, db, user, stamp, options, bundle, revived },
    ...{ databases: new Map(), datasets: new Map(), charts: new Map(), tags: new Map(), dashboards: [], written: [] },
    ...{ items: [], unused, needs },
  };
  await forEachYielding(bundle.databases, ([path, file]) => importDatabase(run, path, file));
  await forEachYielding(bundle.datasets, ([path, file]) => importDataset(run, path, file));
  await forEachYielding(bundle.themes, ([path, file]) => importTheme(run, path, file));
  await importTags(run);
  await forEachYielding(bundle.charts, ([path, file]) => importChart(run, path, file));
  await moveReferences(run, bundle, await importAnnotationLayers(run, bundle.annotationLayers));
  await forEachYielding(bundle.dashboards, ([path, file]) => importDashboard(run, path, file));
  await forEachYielding(bundle.savedQueries, ([path, file]) => importSavedQuery(run, path, file));
  await placeInFolders(run);
  await saveVersions(run);
  return { run, result: await resultOf(run) };
}

async function placeInFolders(run: Import): Promise<void> {
  const { app, db, user, stamp, bundle } = run;
  if (bundle.folders.length === 0) return;
  const written = new Map(
    run.written.flatMap(({ object, uuid }) => (object ? [[uuid, { type: object.noun, id: object.id }] as const] : [])),
  );
  const problems = await importFolders(app, { db, user, stamp, folders: bundle.folders, written });
  for (const problem of problems) notUsed(run, FOLDERS, problem);
}

class DryRun extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super("dry run");
    this.result = result;
  }
}

function unusedFiles(files: BundleFiles, { otherFiles = [] }: ImportOptions): UnusedContent[] {
  const paths = [...otherFiles, ...[...files.keys()].filter((path) => !isRead(path))];
  return paths.map((file) => ({ file, text: t("This file isn't part of an export") }));
}

export async function checkBundle(files: BundleFiles, { sparse }: { sparse: boolean }): Promise<void> {
  const problems: Problems = {};
  const bundle = await parseBundle(files, problems);
  if (!sparse) Object.assign(problems, missingReferences(bundle));
  if (Object.keys(problems).length > 0) throw importError("assets", problems);
}

function missingReferences({ databases, datasets, charts, savedQueries }: Bundle): Problems {
  const problems: Problems = {};
  const uuidsIn = (files: ReadonlyMap<string, { uuid: string }>) =>
    new Set([...files.values()].map((file) => file.uuid));
  const [knownDatabases, knownDatasets] = [uuidsIn(databases), uuidsIn(datasets)];
  for (const [path, { database_uuid }] of [...datasets, ...savedQueries]) {
    if (!knownDatabases.has(database_uuid)) problems[path] = { database_uuid: [t("Database does not exist")] };
  }
  for (const [path, { dataset_uuid }] of charts) {
    if (dataset_uuid && !knownDatasets.has(dataset_uuid))
      problems[path] = { dataset_uuid: [t("Dataset does not exist")] };
  }
  return problems;
}

async function checkedBundle(
  importer: Importer,
  { bundle: parsed, problems }: ParsedBundle,
  { options, needs }: { options: ImportOptions; needs: Problems },
): Promise<Bundle> {
  const { app } = importer;
  const bundle = withNames(parsed, options.databaseNames);
  if (bundle.type !== TYPES[options.noun] && bundle.type !== TYPES.assets) {
    problems[METADATA] = { type: [t("Must be equal to {type}.", { type: TYPES[options.noun] })] };
  }
  if (!options.asEdit && isEmpty(bundle) && Object.keys(problems).length === 0)
    throw unprocessable(t("The file contains no databases, datasets, charts, dashboards, queries or themes"));
  if (options.noun === "assets" && !options.sparse) Object.assign(problems, missingReferences(bundle));
  Object.assign(options.dryRun ? needs : problems, await conflictsOf(app, bundle, options));
  const refused = await forbiddenAddresses(importer, bundle, options);
  for (const [path, errors] of refused) {
    problems[path] ??= { sqlalchemy_uri: errors.map(({ message }) => message) };
  }
  if (Object.keys(problems).length > 0) throw importError(options.noun, problems, [...refused.values()].flat());
  return bundle;
}

function withNames(bundle: Bundle, names: Readonly<Record<string, string>> = {}): Bundle {
  const databases = [...bundle.databases].map(([path, file]) => {
    const database_name = names[path]?.trim() || file.database_name;
    return [path, { ...file, database_name }] as const;
  });
  return { ...bundle, databases: new Map(databases) };
}

function isEmpty({ databases, datasets, charts, annotationLayers, themes, savedQueries, dashboards, tags }: Bundle) {
  const all = [databases, datasets, charts, annotationLayers, themes, savedQueries, dashboards, tags];
  return all.every((files) => files.size === 0);
}

async function forbiddenAddresses(
  importer: Importer,
  bundle: Bundle,
  options: ImportOptions,
): Promise<Map<string, WireErrors>> {
  const refused = new Map<string, WireErrors>();
  const isReplaced = options.noun === "assets" || (options.noun === "database" && options.overwrite);
  for (const entry of bundle.databases) {
    const [path, { uuid }] = entry;
    if (!isReplaced && (await findDatabaseByUuid(importer.app.db, uuid))) continue;
    const errors = await addressErrorsOf(importer, entry, options.secrets);
    if (errors.length > 0) refused.set(path, errors);
  }
  return refused;
}
type WireErrors = readonly WireError[];

function uuidsOf(bundle: Bundle) {
  const of = (files: ReadonlyMap<string, { uuid: string }>) => [...files.values()].map((file) => file.uuid);
  return { chart: of(bundle.charts), dashboard: of(bundle.dashboards), dataset: of(bundle.datasets) };
}

export function announce({ app, databases, datasets, charts, dashboards, tags }: Import): void {
  for (const id of databases.values()) app.events.changed("database", id);
  for (const id of datasets.values()) app.events.changed("dataset", id);
  for (const { id } of charts.values()) app.events.changed("chart", id);
  for (const id of dashboards) app.events.changed("dashboard", id);
  for (const id of tags.values()) app.events.changed("tag", id);
}

async function datasetOfTable(app: App, file: DatasetFile | undefined) {
  const database = file && (await findDatabaseByUuid(app.db, file.database_uuid));
  if (!database) return undefined;
  const { catalog = null, schema = null, table_name: name } = file;
  return datasetInPlace(app, { databaseId: database.id, catalog, schema, name });
}

async function conflictsOf(app: App, bundle: Bundle, options: ImportOptions): Promise<Problems> {
  const { db } = app;
  const problems: Problems = {};
  for (const [path, file] of bundle.databases) {
    const missing = missingSecrets(path, file, options.secrets);
    if (missing.length > 0 && !(await findDatabaseByUuid(db, file.uuid))) problems[path] = { _schema: missing };
  }
  if (options.overwrite || options.noun === "assets") return problems;
  const { noun } = options;
  const exists = {
    database: async (uuid: string) => findDatabaseByUuid(db, uuid),
    dataset: async (uuid: string, path: string) =>
      (await findDatasetByUuid(db, uuid)) ?? datasetOfTable(app, bundle.datasets.get(path)),
    chart: async (uuid: string) => findChartByUuid(db, uuid),
    dashboard: async (uuid: string) => findDashboardByUuid(db, uuid),
    saved_query: async (uuid: string) =>
      db.selectFrom("saved_queries").select("id").where("uuid", "=", uuid).executeTakeFirst(),
    theme: async (uuid: string) => db.selectFrom("themes").select("id").where("uuid", "=", uuid).executeTakeFirst(),
  };
  const primary: ReadonlyMap<string, { uuid: string }> =
    noun === "saved_query" ? bundle.savedQueries : bundle[`${noun}s`];
  const name = t(NAMES[noun]);
  for (const [path, file] of primary) {
    if (await exists[noun](file.uuid, path)) {
      problems[path] = t("{name} already exists and `overwrite=true` was not passed", { name });
    }
  }
  return problems;
}

const NAMES: Readonly<Record<BundleNoun, Message>> = {
  dashboard: msg("Dashboard"),
  chart: msg("Chart"),
  dataset: msg("Dataset"),
  database: msg("Database"),
  theme: msg("Theme"),
  saved_query: msg("Saved query"),
};

async function importSavedQuery(run: Import, path: string, file: SavedQueryFile): Promise<void> {
  const { db, stamp, options } = run;
  const existing = await db.selectFrom("saved_queries").selectAll().where("uuid", "=", file.uuid).executeTakeFirst();
  await planned(run, "saved_query", { path, name: file.label ?? "", uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "saved_query", file.uuid)) return;
  if (!existing) await assertCanImport(run, "saved_query", { path });
  else assertOwn(run, path, existing);
  const database_id = await linkedDatabase(run, file.database_uuid);
  if (database_id === undefined)
    throw importError(options.noun, { [path]: { database_uuid: [t("Database does not exist")] } });
  const values = {
    database_id,
    catalog: file.catalog ?? null,
    schema: file.schema ?? null,
    label: file.label ?? null,
    description: file.description ?? null,
    sql: file.sql ?? null,
  };
  if (existing) await updateSavedQuery(db, existing.id, { ...values, ...changedBy(stamp) });
  else await insertSavedQuery(db, { ...values, uuid: file.uuid }, stamp);
  written(run, path, { object: undefined, uuid: file.uuid, extra: unknownKeys(file, SavedQueryFile) });
}

function assertOwn({ user, options }: Import, path: string, existing: SavedQueryRecord): void {
  if (!user || isOwnSavedQuery(user, existing)) return;
  throw importError(options.noun, { [path]: t(NOT_REPLACED.saved_query) });
}

async function linkedDatabase({ db, user }: Import, uuid: string): Promise<number | undefined> {
  const database = await findDatabaseByUuid(db, uuid);
  return database && (!user || canSeeDatabase(user, database)) ? database.id : undefined;
}

async function importTheme(run: Import, path: string, file: ThemeFile): Promise<void> {
  const { db, stamp, options } = run;
  const existing = await db.selectFrom("themes").selectAll().where("uuid", "=", file.uuid).executeTakeFirst();
  await planned(run, "theme", { path, name: file.theme_name, uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "theme", file.uuid)) return;
  if (existing?.is_system) throw importError(options.noun, { [path]: t("Cannot modify system themes.") });
  if (!existing) await assertCanImport(run, "theme", { path });
  else if (run.user && !canChangeTheme(run.user, existing))
    throw importError(options.noun, {
      [path]: t(NOT_REPLACED.theme),
    });
  const values = { theme_name: file.theme_name, json_data: textOfJson(file.json_data) ?? "{}" };
  if (existing) await updateTheme(db, existing.id, { values, stamp });
  else await insertTheme(db, { ...values, uuid: file.uuid }, stamp);
  written(run, path, { object: undefined, uuid: file.uuid, extra: unknownKeys(file, ThemeFile) });
}

async function importTags(run: Import): Promise<void> {
  const { db, user, bundle, tags, stamp } = run;
  const files = [...bundle.charts.values(), ...bundle.dashboards.values()];
  const names = new Set([...bundle.tags.keys(), ...files.flatMap((file) => file.tags ?? [])]);
  for (const name of names) {
    const known = await db.selectFrom("tags").select(["id", "type"]).where("name", "=", name).executeTakeFirst();
    if (known && known.type !== 1) continue;
    if (!known && user && !user.can("can_write", "Tag")) continue;
    const description = bundle.tags.get(name) ?? null;
    tags.set(name, known?.id ?? (await ensureTag(db, { name, description }, stamp)));
  }
}
