import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL_SIZE } from "../src/testing/full-size.ts";
import { type Bench, openBench } from "./bench.ts";
import { type DeviceKind, handsOf, KEYS, MOUSE } from "./hands.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

describe("chart actions", () => {
  let bench: Bench;
  let page: Page;
  let chart: number;
  let line: number;
  const hands = (kind: DeviceKind) => handsOf(page, kind);

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    ({ page } = bench);
    page.setDefaultTimeout(30_000);
    // Drop drafts of other tests.
    await page.context().addInitScript(() => localStorage.removeItem("tessera.explore.draft"));
    ({ chart, line } = await createFixtures(bench));
    for (const quick of ["penguins", "walked", "endless"]) await bench.answersIn(quick, 9);
  });

  const openSaved = (id: number) => bench.openAt(`/explore/?slice_id=${id}`);
  const openChart = () => openSaved(chart);
  const opened = async (name: string | RegExp) => {
    await bench.dialog(name).waitFor();
    await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]"));
  };
  const chartArea = () => page.getByRole("region", { name: "Chart", exact: true });
  const dataset = (name: string) => page.getByRole("button", { name: `Menu for dataset ${name}` });

  test.each(MOUSE)(
    "by %s: a dataset's columns are synced, and metrics and columns are validated and saved",
    async (kind) => {
      const { press, write, take, turnTo } = hands(kind);
      await bench.open("walked", "table");
      await take(/^Menu for dataset walked/, /^Edit dataset/);
      const editor = bench.dialog(/^Edit Dataset/);
      await opened(/^Edit Dataset/);
      await turnTo(/^Source/);
      await press(/^Unlock to edit/);
      await press(/^Load columns/);
      // The mouse runs first, so only it finds the new column.
      await editor.getByText(`Query OK. Columns: ${kind === "mouse" ? 1 : 0} new`).waitFor();
      await turnTo(/^Metrics/);
      await press(/^Add metric/);
      await write(/^Name for the new metric/, `mass_${kind}`);
      await write(/^SQL expression/, "AVG(nope)");
      await editor.getByText(/^Line 1, column \d+: .*nope/).waitFor();
      await write(/^SQL expression/, "AVG(body_mass)");
      await editor.getByText(/^Line 1, column/).waitFor({ state: "detached" });
      await turnTo(/^Calculated columns/);
      await press(/^Add calculated column/);
      await write(/^Name for the new column/, `kilos_${kind}`);
      await write(/^SQL expression/, "body_mass / 1000");
      await press(/^Save dataset/);
      await page.getByRole("dialog", { name: "Save dataset?" }).waitFor();
      await press(/^Save$/);
      await page.getByText("The dataset has been saved").waitFor();
      const panel = page.getByRole("region", { name: "Dataset", exact: true });
      for (const createdName of [`mass_${kind}`, `kilos_${kind}`]) await panel.getByText(createdName).waitFor();
    },
  );

  test.each(KEYS)("by %s: a missing dataset is swapped", async (kind) => {
    const { press, write } = hands(kind);
    const missingId = await bench.makeDataset(`missing for ${kind}`, "SELECT * FROM penguins");
    const { id } = await bench.send("POST", "/api/v1/chart/", chartOf(missingId, { metrics: ["count"] }));
    await bench.send("DELETE", `/api/v1/dataset/${missingId}`);
    await navigate(page, `/explore/?slice_id=${id}`);
    await page.getByText("The dataset is missing").waitFor();
    await press(/^Swap dataset/);
    await opened("Swap dataset");
    await write(/Search datasets/, "walked");
    await bench.dialog("Swap dataset").getByText("1 dataset", { exact: true }).waitFor();
    await press(/^walked$/);
    await press(/^Proceed$/);
    await dataset("walked").waitFor();
  });

  test.each(KEYS)("by %s: it is shared by link, email and embed code", async (kind) => {
    const { press, write } = hands(kind);
    await openChart();
    await press(/^Share$/);
    await opened(/^Share chart/);
    await press(/^With the current settings/);
    await page.locator("[value*='/explore/p/']").waitFor();
    await press(/^Copy link/);
    await page.getByText("Link Copied!").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const client = await page.context().newCDPSession(page);
    await client.send("Page.enable");
    const message = new Promise<string>((resolve) =>
      client.on("Page.frameRequestedNavigation", ({ url }) => resolve(url)),
    );
    await press(/^Send link by email/);
    const mail = new URL(await message);
    expect([mail.protocol, mail.searchParams.get("subject")]).toEqual(["mailto:", "Walked penguins"]);
    expect(mail.searchParams.get("body")).toMatch(/\/superset\/explore\/p\/\w+/);
    await press(/^Embed code/);
    await opened("Embed code");
    await write(/^Width/, "640");
    await press(/^Copy code/);
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/<iframe[\s\S]*width="640"/);
    const frame = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(/src="([^"]+)"/.exec(frame)?.[1] ?? "");
    await bench.picture(/Biscoe/).waitFor();
    expect(await page.getByRole("region", { name: "Chart controls" }).count()).toBe(0);
    await navigate(page, new URL(link).pathname);
    await bench.picture(/Biscoe/).waitFor();
    await page.getByRole("region", { name: "Chart controls" }).waitFor();
  });

  test.each(MOUSE)("by %s: its data and image are downloaded", async (kind) => {
    const { take } = hands(kind);
    await openChart();
    for (const [entry, begins] of FILES) {
      const file = page.waitForEvent("download");
      await take(/^Chart menu/, /^Download/, entry);
      expect((await readFile(await (await file).path())).toString("latin1")).toMatch(begins);
    }
  });

  test.each(MOUSE)("by %s: annotation layers are added to a line chart", async (kind) => {
    const { press, write, choose } = hands(kind);
    await openSaved(line);
    await press(/^Annotations/);
    for (const { type, source, title } of LAYERS) {
      await press(/^(Annotation layers: Add|Add to Annotation layers)/);
      await opened("Add to Annotation layers");
      await bench.dialog("Add to Annotation layers").getByLabel("Name").waitFor();
      await write(/^Name/, `${type} by ${kind}`);
      await choose(/^Annotation layer type/, type);
      if (source) await choose(source.field, source.name, source.name);
      else await write(/^Formula/, "2x + 1");
      await press(/^Apply$/);
      await bench.chip("Annotation layers", new RegExp(`${type} by ${kind}`)).waitFor();
      if (title) await bench.picture(title).waitFor();
    }
    await chartArea().locator('[data-status="ready"]').waitFor();
  });

  test.each(MOUSE)("by %s: a table column is renamed and gets conditional formatting", async (kind) => {
    const { press, write, turnTo, choose } = hands(kind);
    await bench.open("walked", "table");
    await turnTo(/^Customize/);
    await press(/^(?!Profile of ).*species$/);
    await opened("Column settings: species");
    await write(/^Display name/, `Kind by ${kind}`);
    await page.keyboard.press("Escape");
    await chartArea().getByText(`Kind by ${kind}`, { exact: true }).waitFor();
    await press(/^Custom conditional formatting: Add/);
    await opened("Add to Custom conditional formatting");
    await choose(/^Condition/, "≤ x ≤");
    await write(/^From/, "60");
    await write(/^To/, "130");
    await press(/^Apply$/);
    await bench.chip("Custom conditional formatting", /60.*130/).waitFor();
    await expect
      .poll(() => chartArea().locator("td[style*=background], [role=gridcell][style*=background]").count())
      .toBe(2);
  });

  test("cancels superseded queries on the server", async () => {
    const { choose, press } = hands("mouse");
    const nextRequest = () => page.waitForRequest("**/api/v1/chart/data**");
    const first = nextRequest();
    await page.goto(
      `${serverUrl()}/explore/?viz_type=table&datasource_type=table&datasource_id=${bench.idOf("endless")}`,
    );
    await first;
    // More than the database runs concurrently.
    for (let limit = 11; limit < 16; limit++) {
      const next = nextRequest();
      await choose(/^Row limit/, String(limit), String(limit));
      await next;
    }
    await openChart();
    await press(/^Refresh \(ignore cache\)/);
    await bench.picture(/Biscoe/).waitFor();
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});

const FILES = [
  [/^CSV$/, /^ï»¿Species,/],
  [/^Excel$/, /^PK/],
  [/^JSON$/, /^\{\s*"result"/],
  [/^Image$/, /^\xff\xd8/],
] as const;

interface Layer {
  type: string;
  source?: { field: RegExp; name: string };
  title?: RegExp;
}

const ALL_LAYERS: readonly Layer[] = [
  { type: "Event", source: { field: /^Annotation layer$/, name: "Walked crises" }, title: /Annotations: .*Recession/ },
  {
    type: "Interval",
    source: { field: /^Annotation layer$/, name: "Walked crises" },
    title: /Annotations: .*Recession/,
  },
  { type: "Formula" },
  { type: "Time series", source: { field: /^Chart$/, name: "Walked index" } },
];
const LAYERS = ALL_LAYERS.filter(({ type }) => FULL_SIZE || type === "Time series");

const chartOf = (dataset: number, form: object, more: object = {}) => ({
  slice_name: "Walked",
  viz_type: "table",
  datasource_id: dataset,
  datasource_type: "table",
  params: JSON.stringify({ viz_type: "table", ...form, datasource: `${dataset}__table` }),
  ...more,
});

async function createFixtures({ send, idOf, makeDataset }: Bench): Promise<{ chart: number; line: number }> {
  const walked = await makeDataset("walked", "SELECT species, island FROM penguins");
  await send("PUT", `/api/v1/dataset/${walked}`, { sql: "SELECT species, island, body_mass FROM penguins" });
  await makeDataset(
    "endless",
    "SELECT a.delay FROM flights a, flights b, flights c WHERE a.delay * b.delay - c.delay = 7",
  );
  const dashboard = await send("POST", "/api/v1/dashboard/", { dashboard_title: "Walks" });
  const bars = { viz_type: "echarts_timeseries_bar", x_axis: "species", groupby: ["island"], metrics: ["avg_flipper"] };
  const chart = await send(
    "POST",
    "/api/v1/chart/",
    chartOf(idOf("penguins"), bars, {
      slice_name: "Walked penguins",
      viz_type: bars.viz_type,
      description: "How far they walk",
      dashboards: [dashboard.id],
    }),
  );
  const lines = { viz_type: "echarts_timeseries_line", x_axis: "date", time_grain_sqla: "P1Y", metrics: ["avg_price"] };
  const more = { slice_name: "Walked index", viz_type: lines.viz_type };
  const line = await send("POST", "/api/v1/chart/", chartOf(idOf("sp500"), lines, more));
  const layer = await send("POST", "/api/v1/annotation_layer/", { name: "Walked crises" });
  await send("POST", `/api/v1/annotation_layer/${layer.id}/annotation/`, {
    short_descr: "Recession",
    start_dttm: "2007-12-01",
    end_dttm: "2009-06-01",
  });
  return { chart: chart.id, line: line.id };
}
