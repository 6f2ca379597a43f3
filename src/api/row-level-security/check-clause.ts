import { TesseraError, type WireError } from "../../model/errors.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { connectionOf } from "../database/index.ts";
import { datasetForQuery, withTrialSql } from "../dataset/index.ts";

/**
 * Throws a typed 422, with line and column where the parser tells them, unless the clause is one condition without
 * sub-queries in the SQL of every dataset's database. Templates in it are rendered first.
 */
export async function assertClause(actor: Actor, clause: string, datasetIds: readonly number[]): Promise<void> {
  const datasets = await Promise.all([...new Set(datasetIds)].map((id) => datasetForQuery(actor.app, id)));
  const ofDatabases = new Map(datasets.map((dataset) => [dataset.databaseId, dataset]));
  for (const dataset of ofDatabases.values()) {
    const { connection, connector } = await connectionOf(actor.app, dataset.databaseId);
    try {
      await withTrialSql(actor, { text: clause, dataset, dialect: connector.dialect }, (sql) =>
        connection.sql.checkExpression(sql, "where"),
      );
    } catch (error) {
      throw asRefusal(error, dataset.database?.backend ?? connector.engine);
    }
  }
}

function asRefusal(error: unknown, engine: string): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const errors = error.body.errors.map(
    (entry): WireError => ({
      ...entry,
      message: `The clause is no condition: ${entry.message}`,
      extra: { ...entry.extra, engine_name: engine },
    }),
  );
  return new TesseraError(422, { errors }, { cause: error });
}
