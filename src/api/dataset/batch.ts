import { t } from "../../i18n/translate.ts";
import { TesseraError, wireErrorsOf } from "../../model/errors.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { DatasetBatch, DatasetBatchResult } from "./contract.ts";
import { createDataset, duplicateTable } from "./save.ts";

const CONCURRENT = 4;

/** A failed table doesn't stop the others. In the order of `tables`, duplicates once. */
export async function createDatasets(
  { app, user }: Actor,
  { tables, database, schema = null, catalog = null }: DatasetBatch,
): Promise<DatasetBatchResult[]> {
  const names = [...new Set(tables)];
  const results: DatasetBatchResult[] = [];
  const createOne = async (table_name: string): Promise<DatasetBatchResult> => {
    const id = await createDataset(app, user, { database, schema, catalog, table_name });
    return { table_name, status: "created", id };
  };
  const next = names.entries();
  const worker = async () => {
    for (const [i, table_name] of next) {
      results[i] = await createOne(table_name).catch((error: unknown) => {
        if (!(error instanceof TesseraError)) {
          app.log.error("a dataset of a batch failed", { database, table: table_name, error });
          return { table_name, status: "failed", message: t("An unexpected error occurred") };
        }
        const message = messageOf(error);
        const isDuplicate = message === messageOf(duplicateTable(table_name));
        return { table_name, status: isDuplicate ? "exists" : "failed", message };
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return results;
}

function messageOf(error: TesseraError): string {
  const [first] = wireErrorsOf(error);
  if (first) return first.message;
  const { message } = error.body as { message?: string | Record<string, readonly string[]> };
  return typeof message === "string"
    ? message
    : Object.values(message ?? {})
        .flat()
        .join(" ");
}
