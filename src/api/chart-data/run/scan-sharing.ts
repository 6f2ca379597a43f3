import { AsyncLocalStorage } from "node:async_hooks";
import type { ColumnarResult, Connection, RunOptions } from "../../../connectors/connector.ts";
import { inMilliseconds } from "../../../model/moment.ts";
import { columnGroups } from "../../../query/column-groups.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { fuse, fusionKey, type GroupedRead } from "../../../query/fusion.ts";
import { sharedFilter } from "../../../query/shared-filter.ts";
import { newTimeline, onTimeline, type Timeline } from "../../../server/timeline.ts";
import { currentWork } from "../../../server/work-context.ts";

export interface RunSettings {
  signal: AbortSignal;
  labels?: readonly string[];
  mostJsonRows?: number;
  microseconds?: boolean;
}

/** Expects checked SQL. Rejects like the connection. */
export type RunStatement = (
  connection: Connection,
  compiled: CompiledQuery,
  settings: RunSettings,
) => Promise<ColumnarResult>;

export const runSeparately: RunStatement = async (connection, compiled, settings) => {
  const { prequery, sql, mostRows } = compiled;
  const text = prequery ? await statementToRun(connection, compiled, settings.signal) : sql;
  return connection.run(text, mostRows === null ? settings : { ...settings, mostRows });
};

export async function statementToRun(
  connection: Connection,
  { sql, prequery }: Pick<CompiledQuery, "sql" | "prequery">,
  signal: AbortSignal,
): Promise<string> {
  return prequery ? prequery.complete((await connection.run(prequery.sql, { signal })).columns) : sql;
}

interface Waiting {
  read: GroupedRead;
  signal: AbortSignal;
  microseconds: boolean;
  timeline: Timeline | undefined;
  separately(): Promise<ColumnarResult>;
  resolve(result: ColumnarResult | Promise<ColumnarResult>): void;
}

/**
 * Statements of one turn of the event loop with the same conditions run over rows that are stored once, if that is
 * faster. The others over the same rows and groups share one scan. The rest, and everything after a failed shared run,
 * runs separately.
 */
export function scanSharing(): RunStatement {
  const waiting = new Map<Connection, Waiting[]>();
  const flush = () => {
    const gathered = [...waiting];
    waiting.clear();
    for (const [connection, all] of gathered) runAll(connection, all).catch(() => answerAll(all, []));
  };
  return (connection, compiled, settings) => {
    const { grouped: read } = compiled;
    const { signal, microseconds = false } = settings;
    const { timeline } = currentWork();
    // Another request's turn may run it.
    const separately = AsyncLocalStorage.bind(() => runSeparately(connection, compiled, settings));
    if (!read || !connection.runShared) return separately();
    return new Promise((resolve) => {
      if (waiting.size === 0) setImmediate(flush);
      const list = waiting.get(connection) ?? [];
      list.push({ read, signal, microseconds, timeline, separately, resolve });
      waiting.set(connection, list);
    });
  };
}

async function runAll(connection: Connection, all: readonly Waiting[]): Promise<void> {
  const filter = connection.runSelected && sharedFilter(all.map(({ read }) => read));
  const selected = filter?.groups.flat().flatMap((at) => all[at] ?? []) ?? [];
  runByColumns(
    connection,
    all.filter((one) => !selected.includes(one)),
  );
  if (!filter) return;
  const results = await forAll(selected, (options) => connection.runSelected?.(filter.selected, options));
  if (results) answerAll(selected, results);
  else runGroups(connection, selected);
}

function runByColumns(connection: Connection, all: readonly Waiting[]): void {
  const families = connection.runByColumns ? columnGroups(all.map(({ read }) => read)) : [];
  const members = families.map(({ reads }) => reads.flatMap((at) => all[at] ?? []));
  families.forEach(async ({ statements }, i) => {
    const family = members[i] ?? [];
    const results = await forAll(family, (options) => connection.runByColumns?.(statements, options));
    if (results) answerAll(family, results);
    else runGroups(connection, family);
  });
  const gathered = new Set(members.flat());
  runGroups(
    connection,
    all.filter((one) => !gathered.has(one)),
  );
}

function runGroups(connection: Connection, all: readonly Waiting[]): void {
  for (const group of Map.groupBy(all, ({ read }) => fusionKey(read)).values()) void runGroup(connection, group);
}

async function runGroup(connection: Connection, group: readonly Waiting[]): Promise<void> {
  const statements = group.length > 1 ? fuse(group.map(({ read }) => read)) : undefined;
  const results = statements && (await forAll(group, (options) => connection.runShared?.(statements, options)));
  answerAll(group, results ?? []);
}

function answerAll(all: readonly Waiting[], results: readonly ColumnarResult[]): void {
  all.forEach(({ microseconds, separately, resolve }, i) => {
    const result = results[i];
    if (result) resolve(microseconds ? result : { ...result, columns: result.columns.map(inMilliseconds) });
    else resolve(separately());
  });
}

/** Canceled once nobody is waiting. Undefined if it failed. */
async function forAll<Result>(
  group: readonly Waiting[],
  run: (options: RunOptions) => Promise<Result> | undefined,
): Promise<Result | undefined> {
  const allAborted = new AbortController();
  const onAbort = () => {
    if (group.every(({ signal }) => signal.aborted)) allAborted.abort();
  };
  for (const { signal } of group) signal.addEventListener("abort", onAbort, { once: true });
  onAbort();
  const own = newTimeline();
  try {
    return await onTimeline(own, () =>
      run({ signal: allAborted.signal, microseconds: group.some(({ microseconds }) => microseconds) }),
    );
  } catch {
    return undefined;
  } finally {
    const shared = own.statements.map((run) => ({ ...run, isShared: true }));
    for (const { signal, timeline } of group) {
      timeline?.statements.push(...shared);
      signal.removeEventListener("abort", onAbort);
    }
  }
}
