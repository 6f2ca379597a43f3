import { notFound, TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { isFresh } from "../../server/app.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import { connectorOf, databasesByIds } from "../database/index.ts";
import { type DatasetRecord, recordOf } from "./record.ts";
import { columnsOf, datasetsByIds, findDatasetByUuid, metricsOf } from "./store.ts";

/** From memory unless changed since. Throws 404. Callers check access: see `assertDatasetAccess`. */
export function datasetForQuery(app: App, idOrUuid: number | string): Promise<DatasetRecord> {
  return app.once(createRecords).one(idOrUuid);
}

export function datasetsForQuery(app: App, ids: readonly number[]): Promise<DatasetRecord[]> {
  return app.once(createRecords).many(ids);
}

const MAX_CACHED = 500;

interface CachedRecord {
  value: Promise<DatasetRecord>;
  sinceMs: number;
}

interface Records {
  one(idOrUuid: number | string): Promise<DatasetRecord>;
  many(ids: readonly number[]): Promise<DatasetRecord[]>;
}

function createRecords(app: App): Records {
  const records = new Map<number, CachedRecord>();
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

  function pending(ids: readonly number[]): Promise<DatasetRecord>[] {
    if (records.size + ids.length > MAX_CACHED) records.clear();
    const now = app.clock.elapsed();
    const missing = ids.filter((id) => {
      const stored = records.get(id);
      return !stored || !isFresh(app, stored.sinceMs);
    });
    const loading = missing.length > 0 ? readDatasets(app, missing) : undefined;
    for (const id of missing) {
      const value = (async () => {
        const found = (await loading)?.get(id);
        if (!found) throw notFound();
        return found;
      })();
      records.set(id, { value, sinceMs: now });
      value.catch(() => records.delete(id));
    }
    return ids.flatMap((id) => records.get(id)?.value ?? []);
  }

  return {
    one: async (reference) => {
      const [record] = pending([await idOf(reference)]);
      if (!record) throw notFound();
      return record;
    },
    many: async (ids) => {
      const results = await Promise.allSettled(pending([...new Set(ids)].sort((a, b) => a - b)));
      return results.flatMap((each) => {
        if (each.status === "fulfilled") return [each.value];
        if (each.reason instanceof TesseraError && each.reason.status === 404) return [];
        throw each.reason;
      });
    },
  };
}

/** From the store, whatever is in memory. Unknown ids are left out. */
export async function readDatasets(app: App, ids: readonly number[]): Promise<Map<number, DatasetRecord>> {
  const rows = await datasetsByIds(
    app.db,
    ids.filter((id) => id > 0 && id < 2 ** 31),
  );
  if (rows.length === 0) return new Map();
  const found = rows.map((row) => row.id);
  const databases = await databasesByIds(app.db, [...new Set(rows.map((row) => row.database_id))]);
  const [columns, metrics, owners] = [
    await columnsOf(app.db, ...found),
    await metricsOf(app.db, ...found),
    await ownersOf(app.db, "dataset", found),
  ];
  const records = rows.flatMap((row): [number, DatasetRecord][] => {
    const database = databases.find(({ id }) => id === row.database_id);
    if (!database) return [];
    const parts = {
      columns: columns.filter((column) => column.dataset_id === row.id),
      metrics: metrics.filter((metric) => metric.dataset_id === row.id),
      owners: owners.get(row.id) ?? [],
    };
    return [[row.id, recordOf({ row, database, connector: connectorOf(app, database), ...parts })]];
  });
  return new Map(records);
}
