import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { drag, hold } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("explore by dragging", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    await bench.answersIn("penguins", 9);
    await bench.open("penguins", "echarts_timeseries_bar");
  });

  test.each([
    { dragged: "Sex", onto: "Dimensions", becomes: "Sex" },
    { dragged: "Island", onto: "Dimensions", becomes: "Island" },
    { dragged: "Body mass, g", onto: "Metrics", becomes: "SUM(body_mass)" },
    { dragged: "Average flipper length", onto: "Metrics", becomes: "Average flipper length" },
  ])("drops $dragged on $onto", async ({ dragged, onto, becomes }) => {
    await drag(bench.page, bench.item(dragged), bench.control(onto));
    await bench.chip(onto, becomes).waitFor();
  });

  test("a column dropped on the filters opens the filter editor", async () => {
    const { page } = bench;
    await drag(page, bench.item("Species"), bench.control("Filters"));
    const editor = bench.dialog(/^Filters: Species/);
    await editor.getByLabel("Value").focus();
    await page.keyboard.type("Gentoo");
    await page.locator(".ant-select-item-option-active", { hasText: "Gentoo" }).click();
    await page.keyboard.press("Escape");
    await editor.getByRole("button", { name: "Apply" }).click();
    await bench.chip("Filters", /Gentoo/).waitFor();
    await bench.picture(/Gentoo/).waitFor();
    await bench.data.getByText("1 row ·").waitFor();
  });

  test("an unsuitable item is rejected with a reason", async () => {
    await hold(bench.page, bench.item("Penguins"), bench.control("Dimensions"));
    await bench.control("Dimensions").getByText("Only columns can be added here").waitFor();
    await bench.page.mouse.up();
    expect(await bench.control("Dimensions").getByTitle("Penguins").count()).toBe(0);
  });

  test("chips are reordered by dragging", async () => {
    const { page } = bench;
    const chips = bench.control("Dimensions").locator("button[title]");
    const titles = () => chips.evaluateAll((all) => all.map((one) => one.getAttribute("title")));
    expect(await titles()).toEqual(["Sex", "Island"]);
    const place = await chips.first().boundingBox();
    if (!place) throw new Error("no chip");
    await chips.last().hover();
    await page.mouse.down();
    await page.mouse.move(place.x + 20, place.y + 8, { steps: 3 });
    await page.mouse.move(place.x + 20, place.y + 3, { steps: 3 });
    await page.mouse.up();
    await expect.poll(titles).toEqual(["Island", "Sex"]);
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});
