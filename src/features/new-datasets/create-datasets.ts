import { createMany, type DatasetBatchResult } from "../../api/dataset/contract.ts";
import { call } from "../../web/client/client.ts";

/** Limit of the server. */
const BATCH = 50;

export interface NewTables {
  database: number;
  catalog: string | null;
  schema: string | null;
  tables: readonly string[];
}

export async function createDatasets({ tables, catalog, ...own }: NewTables): Promise<DatasetBatchResult[]> {
  const place = { ...own, ...(catalog === null ? {} : { catalog }) };
  const results: DatasetBatchResult[] = [];
  for (let at = 0; at < tables.length; at += BATCH) {
    const { result } = await call(createMany, { body: { ...place, tables: tables.slice(at, at + BATCH) } });
    results.push(...result);
  }
  return results;
}
