import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { type DeviceKind, handsOf, keysOf, MOUSE } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("map controls", () => {
  let bench: Bench;
  let page: Page;

  beforeAll(async () => {
    // Small, because every map point is computed.
    bench = await openBench(serverUrl(), { width: 1100, height: 700 });
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

  const openMap = async (viz_type: string, form: object) => {
    const datasource_id = bench.idOf("places");
    const params = JSON.stringify({ viz_type, ...form, datasource: `${datasource_id}__table` });
    const body = { slice_name: `A ${viz_type}`, viz_type, datasource_id, datasource_type: "table", params };
    const { id } = await bench.send("POST", "/api/v1/chart/", body);
    await bench.openAt(`/explore/?slice_id=${id}`);
    return id;
  };
  const LATLONG = { spatial: { type: "latlong", latCol: "latitude", lonCol: "longitude" } };
  const saved = async (id: number) => {
    await page.locator('[data-status="ready"]').first().waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(/^Chart \[.*\] has been overwritten$/).waitFor();
    const { result } = await bench.get<{ result: { params: string } }>(`/api/v1/chart/${id}`);
    return JSON.parse(result.params) as object;
  };
  const closed = (dialog: string) => bench.dialog(dialog).waitFor({ state: "detached" });
  const pickColor = async (kind: DeviceKind, field: string) => {
    await handsOf(page, kind).press(new RegExp(`^${field}: `));
    const dialog = bench.dialog(field);
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    if (kind === "mouse") await dialog.locator(".ant-color-picker-palette").click({ position: { x: 100, y: 8 } });
    else {
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("FF0000");
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(keysOf(page).focused).toMatch(new RegExp(`^${field}: `));
  };

  test.each(MOUSE)("by %s: locations in one column, sized by a saved metric, with a tooltip template", async (kind) => {
    const { press, choose, write, takeOne } = handsOf(page, kind);
    const id = await openMap("deck_scatter", LATLONG);
    await takeOne(/^One column/);
    await choose(/^Coordinates/, "lat_lon", "lat_");
    await press(/^Swap longitude and latitude/);
    // The editor adds closing tags.
    await write(/^Tooltip template/, "<b>{{name}}");
    await press(/^Map/);
    await press(/^Fit to data/);
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

  test.each(MOUSE)("by %s: value ranges with colors, and a color for other values", async (kind) => {
    const { press, choose, write, turnTo } = handsOf(page, kind);
    const point_radius_fixed = { type: "metric", value: "mean_lat" };
    const points = await openMap("deck_scatter", { ...LATLONG, point_radius_fixed });
    await turnTo(/^Customize/);
    await choose(/^Color by/, "By value range");
    await press(/^(Ranges: Add|Add to Ranges)/);
    await bench.dialog("Add to Ranges").waitFor();
    await write(/^From/, "30");
    await write(/^To/, "20");
    await bench.dialog("Add to Ranges").getByText("From can't be greater than To").waitFor();
    await write(/^From/, "10");
    await press(/^Apply$/);
    await closed("Add to Ranges");
    await bench.chip("Ranges", /10 to 20/).waitFor();
    await pickColor(kind, "Other values");
    expect(await saved(points)).toMatchObject({
      color_scheme_type: "color_breakpoints",
      color_breakpoints: [{ minValue: 10, maxValue: 20 }],
      default_breakpoint_color: kind === "mouse" ? { r: expect.any(Number) } : { r: 255, g: 0, b: 0, a: 1 },
    });
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});
