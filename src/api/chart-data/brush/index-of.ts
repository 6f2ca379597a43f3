import type { ColumnarBatch } from "../../../connectors/connector.ts";
import { TesseraError } from "../../../model/errors.ts";
import { buildIndex, isTooLarge } from "../../../query/brush/build.ts";
import { streamsOf } from "../../../query/brush/parts.ts";
import type { NotCovered } from "../../../query/brush/query-index.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import type { FrameColumn } from "../../../query/frame.ts";
import { yieldToEventLoop } from "../../../server/event-loop.ts";
import { namedFrame, runChecked } from "../run/execute.ts";
import type { PreparedContext } from "../run/prepared.ts";
import { covered, uncovered } from "./part.ts";
import type { Plan } from "./plan.ts";

const TIMEOUT_MS = 5000;

interface Outcome {
  body: Buffer;
  /** False if the same statements may have another outcome later. */
  isLasting: boolean;
}

/** Runs the statements of an index, within a time that a brush is worth. */
export async function indexOf(prepared: PreparedContext, plan: Plan, signal: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await built(prepared, plan, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || !(timeout.aborted || error instanceof TesseraError)) throw error;
    return { body: uncovered(timeout.aborted ? "time" : "failed"), isLasting: false };
  }
}

async function built(prepared: PreparedContext, plan: Plan, signal: AbortSignal): Promise<Outcome> {
  const { query, statements, totals } = plan;
  const { brush } = prepared.connector.dialect;
  if (!brush) return lasting("engine");
  const run = (sql: string) => runChecked(prepared, withSql(query.compiled, sql), { signal, microseconds: true });
  const cells = await run(statements.cells);
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
