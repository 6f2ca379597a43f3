import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  StatementType,
} from "@duckdb/node-api";
import { columnsBuilder } from "./columns.ts";
import type { PlanCache } from "./plan-cache.ts";
import { EngineError } from "./protocol.ts";
import { isFixedSize } from "./vectors.ts";

export interface Reading {
  result: DuckDBResult;
  chunks: AsyncIterable<DuckDBDataChunk> | Iterable<DuckDBDataChunk>;
}

export interface Statement {
  sql: string;
  mostRows?: number | undefined;
  plans?: PlanCache;
  isUnwanted(): boolean;
}

/**
 * DuckDB's read-ahead counts chunks of 2048 rows without their texts, so with the default of 1 MB thousands of long
 * texts take gigabytes.
 */
export const LIMIT_READ_AHEAD = "SET streaming_buffer_size = '64KB'";

const VECTOR_ROWS = 2048;
const MAX_FIXED_ROWS = 50_000;

/**
 * Every step on the engine's threads costs a round trip that exceeds a fast query's work, so results known to be small
 * are computed as a whole.
 */
export async function read(connection: DuckDBConnection, statement: Statement): Promise<Reading> {
  const { sql, mostRows = Number.POSITIVE_INFINITY, plans } = statement;
  const isSmall = mostRows <= VECTOR_ROWS;
  if (isSmall && !plans?.isRepeated(sql)) return readAll(await connection.run(sql), statement);
  const plan = plans?.take(connection, sql) ?? (await tryPrepare(connection, sql));
  if (!plan) return readStream(connection, await connection.stream(sql), statement);
  if (isSmall || (mostRows <= MAX_FIXED_ROWS && isOfFixedSize(plan)))
    return readAll(await runPlanned(connection, plan, statement), statement);
  try {
    return readStream(connection, await plan.stream(), statement);
  } finally {
    plan.destroySync();
  }
}

async function runPlanned(
  connection: DuckDBConnection,
  plan: DuckDBPreparedStatement,
  { sql, plans }: Statement,
): Promise<DuckDBMaterializedResult> {
  const startedMs = performance.now();
  let elapsedMs = Number.POSITIVE_INFINITY;
  try {
    const result = await plan.run();
    elapsedMs = performance.now() - startedMs;
    return result;
  } finally {
    if (plans) plans.release({ connection, sql, plan }, elapsedMs);
    else plan.destroySync();
  }
}

async function tryPrepare(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement | undefined> {
  try {
    return await connection.prepare(sql);
  } catch (error) {
    if (error instanceof Error && error.message.includes("Cannot prepare multiple statements")) return undefined;
    throw error;
  }
}

function isOfFixedSize(prepared: DuckDBPreparedStatement): boolean {
  for (let i = 0; i < prepared.columnCount; i++) if (!isFixedSize(prepared.columnTypeId(i))) return false;
  return true;
}

function readAll(result: DuckDBMaterializedResult, { isUnwanted }: Statement): Reading {
  const chunks = function* () {
    const count = result.chunkCount;
    for (let i = 0; i < count && !isUnwanted(); i++) yield result.getChunk(i);
  };
  return { result, chunks: chunks() };
}

/**
 * The driver ends a stream that failed midway as if it were complete, but the result is no longer a stream then. Only
 * running it again gives the error.
 */
function readStream(connection: DuckDBConnection, result: DuckDBResult, { sql, isUnwanted }: Statement): Reading {
  const chunks = async function* () {
    for await (const chunk of result) {
      if (isUnwanted()) return;
      yield chunk;
    }
    if (result.isStreaming || isUnwanted()) return;
    await connection.run(sql);
    throw new EngineError("unreadableRows");
  };
  return { result, chunks: chunks() };
}

export async function typesOf(connection: DuckDBConnection, sql: string): Promise<readonly DuckDBType[]> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) return [];
  const prepared = await statements.prepare(0);
  try {
    if (prepared.statementType !== StatementType.SELECT) return [];
    return Array.from({ length: prepared.columnCount }, (_, i) => prepared.columnType(i));
  } finally {
    prepared.destroySync();
  }
}

export async function columnsOf(connection: DuckDBConnection, statement: Statement) {
  const { result, chunks } = await read(connection, statement);
  const builder = columnsBuilder(result);
  for await (const chunk of chunks) builder.append(chunk);
  return builder.take();
}
