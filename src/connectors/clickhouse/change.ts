import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { assertOwnTables } from "../../query/sql/own-tables.ts";
import type { ChangeOptions } from "../connector.ts";
import type { EngineFailure } from "../failure.ts";
import { beginRun } from "../sessions/statement-run.ts";

interface ChangeContext {
  open(): Promise<ClickHouseClient>;
  settings: ClickHouseSettings;
  timeoutMs: number;
  failureOf(error: unknown, sql: string): EngineFailure;
}

const WAITING: ClickHouseSettings = { mutations_sync: "1", lightweight_deletes_sync: "1" };

/** Without transactions: completed statements stay when a later one fails. */
export async function changeClickHouse(
  { open, settings, timeoutMs, failureOf }: ChangeContext,
  statements: readonly string[],
  { onStatement, ...options }: ChangeOptions,
): Promise<void> {
  for (const sql of statements) assertOwnTables(sql, "clickhouse");
  const client = await open();
  try {
    for (const [i, sql] of statements.entries()) {
      await onStatement?.(i);
      const run = beginRun({ engine: "ClickHouse", sql }, options, timeoutMs);
      const limits = { max_execution_time: Math.ceil(run.timeoutMs / 1000), ...WAITING };
      try {
        await client.command({ query: sql, abort_signal: run.signal, clickhouse_settings: { ...settings, ...limits } });
      } catch (error) {
        throw run.errorOf(error, () => failureOf(error, sql));
      } finally {
        run.stopTimer();
      }
    }
  } finally {
    await client.close();
  }
}
