import type { ColumnarBatch, ResultColumn } from "../../../connectors/connector.ts";
import { TesseraError } from "../../../model/errors.ts";
import { buildIndex, isTooLarge } from "../../../query/brush/build.ts";
import { streamsOf } from "../../../query/brush/parts.ts";
import type { NotCovered } from "../../../query/brush/query-index.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { Aggregates } from "../../../query/decompose.ts";
import type { FrameColumn } from "../../../query/frame.ts";
import { yieldToEventLoop } from "../../../server/event-loop.ts";
import { checkSql, namedFrame, runChecked } from "../run/execute.ts";
import type { PreparedContext } from "../run/prepared.ts";
import { covered, uncovered } from "./part.ts";
import { type Plan, placesIn } from "./plan.ts";

const TIMEOUT_MS = 5000;

interface Outcome {
  body: Buffer;
  /** False if the same statements may have another outcome later. */
  isLasting: boolean;
}

export interface Planned {
  prepared: PreparedContext;
  plan: Plan;
}

/** The cells of one of several queries that are read together. */
export type CellsOf = (plan: Plan) => ColumnarBatch;

/**
 * Reads the cells of queries with the same `groups` on one connection. Undefined if they are too many; rejects if they
 * don't come within the time of one index.
 */
export async function cellsOfAll(all: readonly Planned[], signal: AbortSignal): Promise<CellsOf | undefined> {
  const union = new Aggregates();
  for (const { plan } of all) for (const aggregate of plan.statements.aggregates) union.add(aggregate);
  for (const { prepared, plan } of all) await checkSql(prepared.connection, plan.query.compiled);
  const [first] = all as [Planned];
  const until = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const cells = await runSql(first, first.plan.statements.cells(union.list), until);
  if (isTooLarge([cells])) return undefined;
  return ({ statements: { sizes, keys, aggregates } }) => {
    const from = sizes.length + keys.length;
    const own = placesIn(union.list, aggregates).map((at) => cells.columns[from + at] as ResultColumn);
    const columns = [...cells.columns.slice(0, from), ...own, ...cells.columns.slice(from + union.list.length)];
    return { ...cells, columns };
  };
}

/** Runs the statements of an index, within a time that a brush is worth. */
export async function indexOf(one: Planned, cells: ColumnarBatch | undefined, signal: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await built(one, cells, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || !(timeout.aborted || error instanceof TesseraError)) throw error;
    return { body: uncovered(timeout.aborted ? "time" : "failed"), isLasting: false };
  }
}

async function built(one: Planned, read: ColumnarBatch | undefined, signal: AbortSignal): Promise<Outcome> {
  const { prepared, plan } = one;
  const { query, statements, totals } = plan;
  const { brush } = prepared.connector.dialect;
  if (!brush) return lasting("engine");
  const run = (sql: string) => runSql(one, sql, signal);
  const cells = read ?? (await run(statements.cells(statements.aggregates)));
  const distinct = new Map<number, ColumnarBatch>();
  for (const [at, sql] of statements.distinct) {
    if (isTooLarge([cells, ...distinct.values()])) break;
    distinct.set(at, await run(sql));
  }
  const outcome = await buildIndex({
    statements,
    brush,
    query: query.compiled.query,
    items: query.compiled.items,
    cells,
    distinct,
    totals,
    shown: (rows) => shownKeys(prepared, plan, { cells, rows }),
    pause: yieldToEventLoop,
  });
  if (!outcome.isCovered) return lasting(outcome.reason);
  const infinite = outcome.unsure.length > 0 ? statements.infinite(outcome.unsure) : null;
  if (infinite && (await run(infinite)).rows > 0) return lasting("values");
  const { index } = outcome;
  return { body: covered(index.shape, await streamsOf(index)), isLasting: true };
}

const runSql = ({ prepared, plan }: Planned, sql: string, signal: AbortSignal) =>
  runChecked(prepared, withSql(plan.query.compiled, sql), { signal, microseconds: true });

const lasting = (reason: NotCovered): Outcome => ({ body: uncovered(reason), isLasting: true });

const withSql = (compiled: CompiledQuery, sql: string): CompiledQuery => ({
  ...compiled,
  sql,
  prequery: null,
  typeProbe: null,
  grouped: null,
  mostRows: null,
});

function shownKeys(
  { dataset }: PreparedContext,
  { query, statements: { keys, sizes } }: Plan,
  { cells, rows }: { cells: ColumnarBatch; rows: readonly number[] },
): readonly FrameColumn[] {
  const columns = cells.columns.slice(sizes.length, sizes.length + keys.length).map((column) => ({
    ...column,
    values: rows.map((row) => column.values[row]),
  }));
  const { unshift } = query.compiled;
  const moved = { offsetHours: dataset.offset ?? 0, microseconds: true };
  return namedFrame({ columns, rows: rows.length }, { items: [...keys], unshift }, moved).columns;
}
