import { t } from "../../i18n/translate.ts";
import { withPartUuids } from "../../model/dataset-folder.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import { bindSavedDataset } from "../../server/store/rule-bindings.ts";
import { changedBy } from "../../server/store/stamp.ts";
import { findDatabaseByUuid } from "../database/index.ts";
import {
  assertSourceAccess,
  columnsOf,
  type DatasetRow,
  type DatasetValues,
  datasetInPlace,
  findDatasetByUuid,
  insertDataset,
  metricsOf,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "../dataset/index.ts";
import { ColumnFile, DatasetFile, MetricFile } from "./files.ts";
import { partUuid } from "./ids.ts";
import { notUsed, planned, unknownKeysText, unusedKeys } from "./import-plan.ts";
import { addOwner, assertCanImport, beforeReplaced, type Import, importError, isReplaced } from "./import-run.ts";
import { unknownKeys } from "./marks.ts";
import { columnValues, currencyOf, datasetValues, metricValues } from "./values.ts";

export async function linkedDataset(run: Import, uuid: string): Promise<DatasetRow | undefined> {
  const { db, user } = run;
  const dataset = await findDatasetByUuid(db, uuid);
  const id = run.datasets.get(uuid) ?? dataset?.id;
  if (id === undefined) return undefined;
  if (user) {
    const allowed = await allowedAmong(db, { table: "datasets", rules: datasetRules(user) }, [id]);
    if (!allowed.has(id)) return undefined;
  }
  return db.selectFrom("datasets").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Users without access aren't told that a table has a dataset. */
async function assertVisible(
  run: Import,
  { path, file, existing }: { path: string; file: DatasetFile; existing: DatasetRow | undefined },
): Promise<void> {
  const { db, user } = run;
  if (!user || !existing || existing.uuid === file.uuid) return;
  const visible = await allowedAmong(db, { table: "datasets", rules: datasetRules(user) }, [existing.id]);
  if (!visible.has(existing.id)) await assertCanImport(run, "dataset", { path });
}

const isImported = ({ datasets }: Import, id: number) => [...datasets.values()].includes(id);

async function existingDataset({ app, db }: Import, file: DatasetFile, databaseId: number) {
  const { catalog = null, schema = null, table_name: name } = file;
  return (await findDatasetByUuid(db, file.uuid)) ?? datasetInPlace(app, { databaseId, catalog, schema, name }, db);
}

export async function importDataset(run: Import, path: string, file: DatasetFile): Promise<void> {
  const { db, options, datasets } = run;
  const database = await findDatabaseByUuid(db, file.database_uuid);
  if (!database) throw importError(options.noun, { [path]: { database_uuid: [t("Database does not exist")] } });
  const existing = await existingDataset(run, file, database.id);
  const isTwice = existing !== undefined && existing.uuid !== file.uuid && isImported(run, existing.id);
  if (existing) datasets.set(file.uuid, existing.id);
  if (isTwice) return notUsed(run, path, t("Another file in this import uses the same table"));
  await assertVisible(run, { path, file, existing });
  await planned(run, "dataset", { path, name: file.table_name, uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "dataset", file.uuid)) return;
  await assertCanImport(run, "dataset", { path, existing: existing?.id });
  if (run.user) assertSourceAccess(run.user, database, file);
  const id = await saveDataset(run, { ...datasetValues(file), database_id: database.id, uuid: file.uuid }, existing);
  datasets.set(file.uuid, id);
  await saveParts(run, id, file);
  await addOwner(run, "dataset", { id, existing });
  run.written.push({ object: { noun: "dataset", id }, uuid: existing?.uuid ?? file.uuid, extra: extraOf(file) });
  for (const text of unusedInDataset(file)) notUsed(run, path, text);
}

async function saveDataset(run: Import, values: DatasetValues, existing: DatasetRow | undefined): Promise<number> {
  const { db, stamp, user } = run;
  if (!existing) return insertDataset(db, values, stamp);
  const { uuid: _, ...changes } = values;
  await beforeReplaced(run, { noun: "dataset", id: existing.id }, existing);
  await updateDataset(db, existing.id, { ...changes, ...changedBy(stamp) });
  await bindSavedDataset(db, user, existing);
  return existing.id;
}

async function saveParts({ db, stamp }: Import, id: number, file: DatasetFile): Promise<void> {
  const items = { datasetId: id, stamp };
  const columnIds = new Map((await columnsOf(db, id)).map((column) => [column.column_name, column.id]));
  const metricIds = new Map((await metricsOf(db, id)).map((metric) => [metric.metric_name, metric.id]));
  const columns = file.columns.map((each) => ({ ...columnValues(each), id: columnIds.get(each.column_name) }));
  const metrics = file.metrics.map((each) => ({ ...metricValues(each), id: metricIds.get(each.metric_name) }));
  await saveColumns(db, items, columns);
  await saveMetrics(db, items, metrics);
  if (!file.folders) return;
  const uuids = new Map([
    ...(await columnsOf(db, id)).map((each) => [partUuid(file.uuid, "column", each.column_name), each.uuid] as const),
    ...(await metricsOf(db, id)).map((each) => [partUuid(file.uuid, "metric", each.metric_name), each.uuid] as const),
  ]);
  await updateDataset(db, id, { folders: JSON.stringify(withPartUuids(file.folders, uuids)) });
}

function unusedInDataset(file: DatasetFile): string[] {
  const { columns, metrics, ...own } = extraOf(file);
  const ofParts = Object.assign({}, ...Object.values({ ...(columns as object), ...(metrics as object) }));
  return [
    ...unusedKeys(unknownKeysText, own),
    ...unusedKeys(
      (keys) =>
        t(
          "Unknown column or metric settings (not used, but included in exports): {keys}{more, plural, =0 {} other { and # more}}",
          keys,
        ),
      ofParts,
    ),
    ...file.metrics.flatMap(({ metric_name, currency }) =>
      currency && Object.keys(currency).length > 0 && !currencyOf(currency)
        ? [t("Invalid currency for metric “{name}”", { name: metric_name })]
        : [],
    ),
    ...(file.data || file.data_file ? [t("Rows aren't imported: the table must exist in the database")] : []),
  ];
}

function extraOf(file: DatasetFile): Record<string, unknown> {
  const columns = file.columns.map((each) => [each.column_name, unknownKeys(each, ColumnFile)] as const);
  const metrics = file.metrics.map((each) => [each.metric_name, unknownKeys(each, MetricFile)] as const);
  const known = (entries: readonly (readonly [string, object])[]) =>
    Object.fromEntries(entries.filter(([, extra]) => Object.keys(extra).length > 0));
  return { ...unknownKeys(file, DatasetFile), columns: known(columns), metrics: known(metrics) };
}
