import { notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { ownersOf } from "../../server/store/owners.ts";
import { connectorOf, findDatabase } from "../database/index.ts";
import { type DatasetRecord, recordOf } from "./record.ts";
import { columnsOf, findDataset, findDatasetByUuid, metricsOf } from "./store.ts";

/**
 * The dataset as queries need it, from this process's memory when it has not changed since. By id or uuid; throws 404.
 * Rights are the caller's to check: see `assertDatasetAccess`.
 */
export function datasetForQuery(app: App, idOrUuid: number | string): Promise<DatasetRecord> {
  return app.once(createRecords)(idOrUuid);
}

const KEPT = 500;

function createRecords(app: App): (idOrUuid: number | string) => Promise<DatasetRecord> {
  const records = new Map<number, Promise<DatasetRecord>>();
  const ids = new Map<string, number>();
  app.events.onChanged("dataset", (id) => {
    if (id === undefined) records.clear();
    else records.delete(id);
    ids.clear();
  });
  app.events.onChanged("database", () => records.clear());
  app.events.onChanged("user", () => records.clear());

  async function idOf(reference: number | string): Promise<number> {
    if (typeof reference === "number") return reference;
    if (/^\d{1,10}$/.test(reference)) return Number(reference);
    const known = ids.get(reference);
    if (known !== undefined) return known;
    const row = await findDatasetByUuid(app.db, reference);
    if (!row) throw notFound();
    ids.set(reference, row.id);
    return row.id;
  }

  return async (reference) => {
    const id = await idOf(reference);
    const known = records.get(id);
    if (known) return known;
    if (records.size >= KEPT) records.clear();
    const pending = load(app, id);
    records.set(id, pending);
    pending.catch(() => records.delete(id));
    return pending;
  };
}

async function load(app: App, id: number): Promise<DatasetRecord> {
  const row = id < 2 ** 31 ? await findDataset(app.db, id) : undefined;
  const database = row && (await findDatabase(app.db, row.database_id));
  if (!row || !database) throw notFound();
  const [columns, metrics, owners] = [
    await columnsOf(app.db, id),
    await metricsOf(app.db, id),
    await ownersOf(app.db, "dataset", [id]),
  ];
  const connector = connectorOf(app, database);
  return recordOf({ row, columns, metrics, database, connector, owners: owners.get(id) ?? [] });
}
