import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startPostgres } from "../scripts/services.ts";
import { type Bench, openBench, quickDatasets } from "./bench.ts";
import { handsOf, KEYS, MOUSE } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

/** A table that is locked holds up whatever is asked of it: the database itself says which queries go on. */
describe("a query that nobody wants any more", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-held-"));
  let bench: Bench;
  let page: Page;
  let holder: pg.Client;
  let watcher: pg.Client;
  let stopDatabase = async () => {};
  let chart: number;

  beforeAll(async () => {
    let url = process.env.TESSERA_TEST_POSTGRES_URL;
    if (!url) {
      const database = await startPostgres(folder);
      if (typeof database === "string") throw new Error(database);
      ({ url, stop: stopDatabase } = database);
    }
    [holder, watcher] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query(`CREATE TABLE IF NOT EXISTS held_birds AS SELECT kind, place, n
      FROM unnest(ARRAY['Owl', 'Owl', 'Wren'], ARRAY['Field', 'Wood', 'Wood'], ARRAY[1, 2, 3]) AS b (kind, place, n)`);
    bench = await openBench(serverUrl());
    ({ page } = bench);
    await quickDatasets(page);
    // What one test leaves unsaved is no business of the next.
    await page.context().addInitScript(() => localStorage.removeItem("tessera.explore.draft"));
    chart = await chartOf(bench, url);
  });
  afterAll(async () => {
    await holder?.query("DROP TABLE held_birds");
    await Promise.all([holder?.end(), watcher?.end()]);
    await stopDatabase();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await bench.openAt(`/explore/?slice_id=${chart}`);
    await holder.query("BEGIN; LOCK TABLE held_birds IN ACCESS EXCLUSIVE MODE");
  });
  afterEach(() => holder.query("ROLLBACK"));

  const area = () => page.getByRole("region", { name: "Chart", exact: true });
  /** By how many columns the chart's queries group that the database has not ended. */
  async function going(): Promise<number[]> {
    const { rows } = await watcher.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = 'active'
         AND query LIKE '%COUNT(*)%GROUP BY "kind"%'`,
    );
    return rows.map(({ query }) => (/GROUP BY (.*)/i.exec(query)?.[1] ?? "").split(",").length);
  }
  const goes = (...columns: number[]) => expect.poll(going).toEqual(columns);

  test.each(MOUSE)("by %s: Stop ends it in the database, and the chart can be asked for again", async (kind) => {
    const { press } = handsOf(page, kind);
    await press(/^Refresh (ignore cache)/);
    await goes(1);
    await press(/^Stop$/);
    await area().getByText("Updating chart was stopped").waitFor();
    await goes();
    await holder.query("ROLLBACK");
    await page.keyboard.press("Control+Enter");
    await area().getByText("Updating chart was stopped").waitFor({ state: "detached" });
    await area().getByText("Wren").first().waitFor();
  });

  // In another order it is another query: none is answered by what is kept of the other's.
  const CHANGES = [
    ["mouse", "place", "n"],
    ["keyboard", "n", "place"],
  ] as const;
  const changes = CHANGES.filter(([kind]) => KEYS.includes(kind));
  test.each(changes)(
    "by %s: the next change of a control ends it, and only the last is drawn",
    async (kind, first, last) => {
      const { take } = handsOf(page, kind);
      const add = (column: string) => take(new RegExp(`^Add ${column} to…`), /^Add to Dimensions$/);
      await add(first);
      await goes(2);
      await add(last);
      await goes(3);
      await holder.query("ROLLBACK");
      await area().getByRole("columnheader", { name: last, exact: true }).waitFor();
      await goes();
    },
  );

  test("leaving the page ends it", async () => {
    await page.getByRole("button", { name: "Refresh (ignore cache)" }).click();
    await goes(1);
    await page.goto(`${serverUrl()}/chart/list/`);
    await goes();
  });

  test("no error was logged", () => expect(bench.problems).toEqual([]));
});

/** A chart of the table; answers its id. */
async function chartOf({ send }: Bench, url: string): Promise<number> {
  const uri = url.replace("postgres:", "postgresql+psycopg2:");
  const database = await send("POST", "/api/v1/database/", {
    database_name: `Held ${process.pid}`,
    sqlalchemy_uri: uri,
  });
  const place = { database: database.id, schema: "public", table_name: "held_birds" };
  const dataset = await send("POST", "/api/v1/dataset/", place);
  const form = { viz_type: "table", query_mode: "aggregate", groupby: ["kind"], metrics: ["count"] };
  const chart = await send("POST", "/api/v1/chart/", {
    slice_name: "Held birds",
    viz_type: "table",
    datasource_id: dataset.id,
    datasource_type: "table",
    params: JSON.stringify({ ...form, datasource: `${dataset.id}__table` }),
  });
  return chart.id;
}
