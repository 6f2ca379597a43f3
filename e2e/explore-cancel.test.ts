import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startPostgres } from "../scripts/services.ts";
import { type Bench, openBench, quickDatasets } from "./bench.ts";
import { handsOf, KEYS, MOUSE } from "./hands.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

/** Queries on a locked table hang, and the database shows which are still running. */
describe("an obsolete query", () => {
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
    // Drop drafts of other tests.
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
  async function runningQueries(): Promise<number[]> {
    const { rows } = await watcher.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = 'active'
         AND query LIKE '%COUNT(*)%GROUP BY "kind"%'`,
    );
    return rows.map(({ query }) => (/GROUP BY (.*)/i.exec(query)?.[1] ?? "").split(",").length);
  }
  const expectRunning = (...columns: number[]) => expect.poll(runningQueries).toEqual(columns);

  test.each(MOUSE)("by %s: Stop cancels it in the database, and the chart can run again", async (kind) => {
    const { press } = handsOf(page, kind);
    await press(/^Refresh \(ignore cache\)/);
    await expectRunning(1);
    await press(/^Stop$/);
    await area().getByText("Updating chart was stopped").waitFor();
    await expectRunning();
    await holder.query("ROLLBACK");
    await page.keyboard.press("Control+Enter");
    await area().getByText("Updating chart was stopped").waitFor({ state: "detached" });
    await area().getByText("Wren").first().waitFor();
  });

  // A different order, so that the other test's cached results don't apply.
  const CHANGES = [
    ["mouse", "place", "n"],
    ["keyboard", "n", "place"],
  ] as const;
  const changes = CHANGES.filter(([kind]) => KEYS.includes(kind));
  test.each(changes)("by %s: the next change cancels it, and only the last one is drawn", async (kind, first, last) => {
    const { take } = handsOf(page, kind);
    const add = (column: string) => take(new RegExp(`^Add ${column} to…`), /^Add to Dimensions$/);
    await add(first);
    await expectRunning(2);
    await add(last);
    await expectRunning(3);
    await holder.query("ROLLBACK");
    await area().getByRole("columnheader", { name: last, exact: true }).waitFor();
    await expectRunning();
  });

  test("is canceled when the user leaves the page", async () => {
    await page.getByRole("button", { name: "Refresh (ignore cache)" }).click();
    await expectRunning(1);
    await navigate(page, "/chart/list/");
    await expectRunning();
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});

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
