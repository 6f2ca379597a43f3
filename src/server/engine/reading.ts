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
import type { KeptPlans } from "./kept-plans.ts";
import { isFixedSize } from "./vectors.ts";

/** What a statement gives: its columns, and its rows as they are computed. */
export interface Reading {
  result: DuckDBResult;
  chunks: AsyncIterable<DuckDBDataChunk> | Iterable<DuckDBDataChunk>;
}

export interface Statement {
  sql: string;
  /** Rows that it gives at most, where that is known. It is one statement then. */
  mostRows?: number | undefined;
  /** Where its plan may be kept for when it comes again. */
  plans?: KeptPlans;
  /** Nobody waits for the rest of the rows: they end. */
  isUnwanted(): boolean;
}

/**
 * What the engine may compute ahead of the reader. It counts the chunks of 2048 rows without the texts in them, so that
 * with its default of 1 MB some thousand texts of 100 kB each take gigabytes.
 */
export const LITTLE_AHEAD = "SET streaming_buffer_size = '64KB'";

/** The rows that the engine hands out at a time: so many are held at once however they are read. */
const VECTOR_ROWS = 2048;
/** So many of numbers and times are small enough to be held at once. */
const MOST_FIXED_ROWS = 50_000;

/**
 * Runs a statement. Every step on the engine's threads costs a way there and back, which for a quick query is more than
 * its work: a result that is known to be small is computed as a whole and then read without such steps.
 */
export async function read(connection: DuckDBConnection, statement: Statement): Promise<Reading> {
  const { sql, mostRows = Number.POSITIVE_INFINITY, plans } = statement;
  const isSmall = mostRows <= VECTOR_ROWS;
  if (isSmall && !plans?.comesAgain(sql)) return whole(await connection.run(sql), statement);
  const plan = plans?.take(connection, sql) ?? (await maybePrepared(connection, sql));
  if (!plan) return streamed(connection, await connection.stream(sql), statement);
  if (isSmall || (mostRows <= MOST_FIXED_ROWS && isOfFixedSize(plan)))
    return whole(await runPlanned(connection, plan, statement), statement);
  try {
    return streamed(connection, await plan.stream(), statement);
  } finally {
    plan.destroySync();
  }
}

async function runPlanned(
  connection: DuckDBConnection,
  plan: DuckDBPreparedStatement,
  { sql, plans }: Statement,
): Promise<DuckDBMaterializedResult> {
  const begun = performance.now();
  let elapsedMs = Number.POSITIVE_INFINITY;
  try {
    const result = await plan.run();
    elapsedMs = performance.now() - begun;
    return result;
  } finally {
    if (plans) plans.giveBack({ connection, sql, plan }, elapsedMs);
    else plan.destroySync();
  }
}

/** Undefined for several statements, which cannot be prepared together. */
async function maybePrepared(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement | undefined> {
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

function whole(result: DuckDBMaterializedResult, { isUnwanted }: Statement): Reading {
  const chunks = function* () {
    const count = result.chunkCount;
    for (let i = 0; i < count && !isUnwanted(); i++) yield result.getChunk(i);
  };
  return { result, chunks: chunks() };
}

/**
 * The driver ends a stream whose query fails on the way as if it were complete; but then the result no longer calls
 * itself a stream. What went wrong only a second run tells.
 */
function streamed(connection: DuckDBConnection, result: DuckDBResult, { sql, isUnwanted }: Statement): Reading {
  const chunks = async function* () {
    for await (const chunk of result) {
      if (isUnwanted()) return;
      yield chunk;
    }
    if (result.isStreaming || isUnwanted()) return;
    await connection.run(sql);
    throw new Error("The query failed while its rows were read.");
  };
  return { result, chunks: chunks() };
}

/** Of the columns of a statement, which must be one and a query: none otherwise. */
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

/** All the rows. */
export async function columnsOf(connection: DuckDBConnection, statement: Statement) {
  const { result, chunks } = await read(connection, statement);
  const builder = columnsBuilder(result);
  for await (const chunk of chunks) builder.append(chunk);
  return builder.take();
}
