import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import type { Connection, Connector } from "../connector.ts";
import { mysqlConnector } from "../mysql/mysql.ts";
import { postgresqlConnector } from "../postgresql/postgresql.ts";

const MOST = 4;
const ENGINES: readonly [string, string | undefined, Connector, { slow: string; running: string }][] = [
  [
    "PostgreSQL",
    process.env.TESSERA_TEST_POSTGRES_URL,
    postgresqlConnector(),
    {
      slow: "SELECT pg_sleep(50) AS slow",
      running:
        "SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(50) AS slow%' AND state = 'active'",
    },
  ],
  [
    "MariaDB",
    process.env.TESSERA_TEST_MARIADB_URL,
    mysqlConnector(),
    {
      slow: "SELECT SLEEP(50) AS slow",
      running: "SELECT count(*) AS n FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP(50) AS slow%'",
    },
  ],
];

describe.each(ENGINES)("the sessions of %s are shared fairly", (_, server, connector, { slow, running }) => {
  test.skipIf(!server)(
    "no user waits for another user's many statements",
    async () => {
      let person = "";
      const config = { uri: String(server), timeoutMs: 60_000, currentUserKey: () => person };
      const connection: Connection = await connector.connect(config);
      const stop = new AbortController();
      const ask = (who: string, sql: string, signal?: AbortSignal) => {
        person = who;
        return connection.run(sql, signal ? { signal } : {});
      };
      const slowNow = async (who: string) => Number((await ask(who, running)).columns[0]?.values[0]);
      try {
        const all = Array.from({ length: 3 * MOST }, () => ask("greedy", slow, stop.signal).catch(() => "stopped"));
        await expect.poll(() => slowNow("watching"), { timeout: 20_000 }).toBe(MOST);
        const started = performance.now();
        for (const who of ["one", "another", "one"]) expect((await ask(who, "SELECT 1 AS one")).rows).toBe(1);
        expect(performance.now() - started).toBeLessThan(5000);
        expect(await slowNow("watching")).toBe(MOST);
        stop.abort();
        expect(new Set(await Promise.all(all))).toEqual(new Set(["stopped"]));
        await expect.poll(() => slowNow("watching"), { timeout: 20_000 }).toBe(0);
        expect((await ask("greedy", "SELECT 1 AS one")).rows).toBe(1);
      } finally {
        stop.abort();
        await connection.close();
      }
    },
    60_000,
  );
});
