import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine } from "../server/engine/engine.ts";
import { clickhouseConnector } from "./clickhouse/clickhouse.ts";
import type { Connector } from "./connector.ts";
import { duckdbConnector } from "./duckdb/duckdb.ts";
import { mysqlConnector } from "./mysql/mysql.ts";
import { postgresqlConnector } from "./postgresql/postgresql.ts";
import { sqliteConnector } from "./sqlite/sqlite.ts";

const MOMENTS = [
  "2020-12-31T23:59:59.999Z",
  "2021-01-03T23:59:59Z",
  "2022-01-01T00:00:00Z",
  "2023-12-30T23:59:59.999Z",
  "2023-12-31T00:00:00Z",
  "2024-01-01T00:00:00Z",
  "2024-12-29T23:59:59Z",
  "2024-12-30T00:00:00Z",
  "1969-12-27T23:59:59.999Z",
  "1969-12-28T00:00:00Z",
  "2024-03-30T23:30:00Z",
  "2024-03-31T01:30:00Z",
  "2024-03-31T03:00:00Z",
  "2024-04-01T00:00:00Z",
  "2024-10-26T23:30:00Z",
  "2024-10-27T02:30:00Z",
  "2024-10-28T00:00:00Z",
].map((text) => Date.parse(text));

const DAY = 86_400_000;
const since = (weekday: number) => (ms: number) => {
  const date = new Date(ms);
  date.setUTCHours(0, 0, 0, 0);
  return date.getTime() - ((date.getUTCDay() + 7 - weekday) % 7) * DAY;
};
const [SUNDAY, MONDAY] = [0, 1];
const WEEKS: Readonly<Record<string, (ms: number) => number>> = {
  P1W: since(MONDAY),
  "1969-12-28T00:00:00Z/P1W": since(SUNDAY),
  "1969-12-29T00:00:00Z/P1W": since(MONDAY),
  "P1W/1970-01-03T00:00:00Z": (ms) => since(SUNDAY)(ms) + 6 * DAY,
  "P1W/1970-01-04T00:00:00Z": (ms) => since(MONDAY)(ms) + 6 * DAY,
};

const folder = mkdtempSync(join(tmpdir(), "tessera-weeks-"));
const engine = createEngine({ memoryLimit: "200MB", threads: 1, temporaryFolder: folder, connectionsPerFile: 1 });
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const {
  TESSERA_TEST_POSTGRES_URL: postgres,
  TESSERA_TEST_MARIADB_URL: mariadb,
  TESSERA_TEST_CLICKHOUSE_URL: clickhouse,
} = process.env;
const plain = (literal: string) => `CAST(${literal} AS TIMESTAMP)`;

const ENGINES: [name: string, Connector, uri: string | undefined, types: ((literal: string) => string)[]][] = [
  ["DuckDB", duckdbConnector(engine), "duckdb:///:memory:", [plain]],
  ["SQLite", sqliteConnector(), "sqlite://", [(literal) => literal]],
  ["PostgreSQL", postgresqlConnector(), postgres, [plain, (literal) => `CAST(${literal} AS TIMESTAMPTZ)`]],
  ["MariaDB", mysqlConnector(), mariadb, [(literal) => `CAST(${literal} AS DATETIME(6))`]],
  [
    "ClickHouse",
    clickhouseConnector,
    clickhouse,
    [(literal) => `toDateTime64(${literal}, 6)`, (literal) => `toDateTime64(${literal}, 6, 'Europe/Berlin')`],
  ],
];

describe.each(ENGINES)("%s", (_, connector, uri, types) => {
  test.skipIf(!uri)("assigns timestamps to calendar weeks", async () => {
    const connection = await connector.connect({ uri: String(uri), timeoutMs: 30_000 });
    try {
      for (const typed of types) {
        for (const [grain, weekOf] of Object.entries(WEEKS)) {
          const write = connector.dialect.timeGrains[grain];
          const cells = MOMENTS.map((ms, i) => {
            const moment = typed(connector.dialect.temporalLiteral(ms, "timestamp"));
            return `${write?.(moment)} AS c${i}`;
          });
          const { columns } = await connection.run(`SELECT ${cells.join(", ")}`);
          const found = columns.map(({ values }) => new Date(Number(values[0])).toISOString());
          expect([grain, ...found]).toEqual([grain, ...MOMENTS.map((ms) => new Date(weekOf(ms)).toISOString())]);
        }
      }
    } finally {
      await connection.close();
    }
  });
});
