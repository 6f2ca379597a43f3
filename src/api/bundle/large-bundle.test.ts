import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { casesOf } from "../../testing/full-size.ts";
import { longestStretch } from "../../testing/longest-stretch.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { pass } from "../../testing/waits.ts";
import { readArchive } from "./archive.ts";

const COUNT = casesOf(60, 500);
const NOW = "2026-01-01T00:00:00.000000";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let chartId = 0;
beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false, onDisk: true });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  await addObjects();
});
afterAll(() => server.stop());

async function addObjects(): Promise<void> {
  const { db } = server.app;
  const stamp = { created_on: NOW, changed_on: NOW };
  const params = JSON.stringify({
    viz_type: "table",
    adhoc_filters: Array.from({ length: 20 }, (_, i) => ({
      clause: "WHERE",
      subject: `c${i}`,
      operator: "IN",
      comparator: ["a", "b"],
    })),
  });
  const layout = (i: number) =>
    JSON.stringify(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [
          `CHART-${n}`,
          { type: "CHART", id: `CHART-${n}`, children: [], meta: { chartId: i, width: 4 } },
        ]),
      ),
    );
  const original = await db.selectFrom("datasets").selectAll().where("id", "=", data.carsId).executeTakeFirstOrThrow();
  const columns = await db.selectFrom("dataset_columns").selectAll().where("dataset_id", "=", data.carsId).execute();
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < COUNT; i++) {
      const { id: _, ...dataset } = original;
      const { id } = await trx
        .insertInto("datasets")
        .values({ ...dataset, uuid: randomUUID(), table_name: `cars ${i}` })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const { id: __, ...column } of columns)
        await trx
          .insertInto("dataset_columns")
          .values({ ...column, uuid: randomUUID(), dataset_id: id })
          .execute();
      const chart = {
        slice_name: `chart ${i}`,
        viz_type: "table",
        datasource_id: id,
        datasource_type: "table",
        params,
      };
      const created = await trx
        .insertInto("charts")
        .values({ ...chart, uuid: randomUUID(), ...stamp })
        .returning("id")
        .executeTakeFirstOrThrow();
      chartId = created.id;
      const dashboard = await trx
        .insertInto("dashboards")
        .values({
          dashboard_title: `dashboard ${i}`,
          uuid: randomUUID(),
          position_json: layout(created.id),
          json_metadata: "{}",
          ...stamp,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx.insertInto("dashboard_charts").values({ dashboard_id: dashboard.id, chart_id: created.id }).execute();
    }
  });
}

async function download(path: string): Promise<Uint8Array> {
  const answer = await admin.fetch(path);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

async function longestWait(isGoingOn: () => boolean): Promise<number> {
  const reader = await server.as("reader", ["Admin"]);
  let longest = 0;
  while (isGoingOn()) {
    const startMs = performance.now();
    expect((await reader.get(`/api/v1/chart/${chartId}`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - startMs);
    await pass(50, "a slow peer");
  }
  return longest;
}

test("exporting and importing everything doesn't block other requests", async () => {
  let bytes: Uint8Array = new Uint8Array();
  const exported = await longestStretch(async () => {
    bytes = await download("/api/v1/assets/export/");
  });
  expect((await readArchive(bytes)).size).toBeGreaterThan(COUNT * 3);
  const form = new FormData();
  form.set("bundle", new Blob([bytes as BlobPart]), "assets.zip");
  let isImporting = true;
  const imported = await longestStretch(async () => {
    const importing = admin.fetch("/api/v1/assets/import/", { method: "POST", body: form });
    const waits = longestWait(() => isImporting);
    expect(await (await importing).json()).toMatchObject({ message: "OK" });
    isImporting = false;
    expect(await waits).toBeLessThan(1000);
  });
  expect([exported, imported].map((ms) => ms < 100)).toEqual([true, true]);
}, 120_000);
