import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../src/testing/stage.ts";
import { type Bench, openBench } from "./bench.ts";
import { handsOf } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

/** What only maps ask for: places, views, sizes by a metric, what is told of a mark. */
describe("controls of maps", () => {
  let browser: Browser;
  let bench: Bench;
  let page: Page;
  const HANDS = ["mouse", "keyboard"] as const;

  beforeAll(async () => {
    browser = await launchBrowser();
    bench = await openBench(browser, serverUrl());
    ({ page } = bench);
    page.setDefaultTimeout(15_000);
    await page.context().addInitScript(() => localStorage.removeItem("tessera.explore.draft"));
    const places = await bench.makeDataset(
      "places",
      "SELECT name, latitude, longitude, latitude || ',' || longitude AS lat_lon FROM airports WHERE state = 'HI'",
    );
    const mean = { metric_name: "mean_lat", verbose_name: "Mean latitude", expression: "AVG(latitude)" };
    await bench.send("PUT", `/api/v1/dataset/${places}`, { metrics: [mean] });
    await bench.answersIn("places", 9);
  });
  afterAll(() => browser.close());

  const openMap = async (viz_type: string, form: object) => {
    const datasource_id = bench.idOf("places");
    const params = JSON.stringify({ viz_type, ...form, datasource: `${datasource_id}__table` });
    const body = { slice_name: `A ${viz_type}`, viz_type, datasource_id, datasource_type: "table", params };
    const { id } = await bench.send("POST", "/api/v1/chart/", body);
    await bench.openAt(`/explore/?slice_id=${id}`);
    return id;
  };
  const LATLONG = { spatial: { type: "latlong", latCol: "latitude", lonCol: "longitude" } };
  /** Saves over the chart; answers the form that is kept of it. */
  const saved = async (id: number) => {
    await page.locator('[data-status="ready"]').first().waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(/^Chart \[.*\] has been overwritten$/).waitFor();
    const { result } = await bench.get<{ result: { params: string } }>(`/api/v1/chart/${id}`);
    return JSON.parse(result.params) as object;
  };
  test.each(HANDS)("by %s: places of one column, sized by a saved metric, told of in a template", async (kind) => {
    const { press, choose, write, takeOne } = handsOf(page, kind);
    const id = await openMap("deck_scatter", LATLONG);
    await takeOne(/^One column/);
    await choose(/^Coordinates/, "lat_lon", "lat_");
    await press(/^Reverse latitude and longitude/);
    // The editor closes what is opened.
    await write(/^Tooltip template/, "<b>{{name}}");
    await press(/^Map/);
    await press(/^Fit to the data/);
    await press(/^View: /);
    await bench.dialog("View").waitFor();
    for (const [part, value] of [
      ["Longitude", "-157"],
      ["Latitude", "21"],
      ["Zoom", "5"],
    ] as const)
      await write(new RegExp(`^${part}`), value);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "View: 21.00, -157.00, zoom 5" }).waitFor();
    await takeOne(/^By metric/);
    await press(/^Point size: Drop/);
    await bench.dialog("Add to Point size").waitFor();
    await choose(/^Saved metric/, "Mean latitude", "Mean");
    await bench.picture(/sized by Mean latitude/).waitFor();
    expect(await saved(id)).toMatchObject({
      spatial: { type: "delimited", lonlatCol: "lat_lon", delimiter: ",", reverseCheckbox: true },
      tooltip_template: "<b>{{name}}</b>",
      autozoom: false,
      viewport: { longitude: -157, latitude: 21, zoom: 5 },
      point_radius_fixed: { type: "metric", value: "mean_lat" },
    });
  });

  test("no error was logged", () => expect(bench.problems).toEqual([]));
});
