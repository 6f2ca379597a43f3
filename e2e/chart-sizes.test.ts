/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL_SIZE, isSampled, REPEATED_BY, sampleOf } from "../src/testing/full-size.ts";
import { measurePictures, measureTables } from "../src/testing/picture-marks.ts";
import { signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { route } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

/** The most used chart types, with the gallery case that has categories or series. */
const TYPES = [
  ...["echarts_timeseries_bar:0", "echarts_timeseries_bar:2", "echarts_timeseries_line:0", "echarts_area:0"],
  ...[
    "pie:0",
    "pie:1",
    "heatmap_v2:0",
    "heatmap_v2:2",
    "treemap_v2:0",
    "bubble_v2:0",
    "histogram_v2:2",
    "mixed_timeseries:2",
  ],
  ...["funnel:0", "sankey_v2:1", "table:0", "table:1", "pivot_table_v2:0", "pivot_table_v2:1", "big_number:0"],
  ...["sunburst_v2:0", "waterfall:3", "tree_chart:1", "graph_chart:2", "cal_heatmap:0", "echarts_timeseries_scatter:2"],
];
const SIZES = ["300x200", "365x300", "600x400", "1440x800"];
const MODES = ["light", "dark"] as const;
const NAMES = [3, 8, 25, 200].flatMap((count) => [4, 40].map((letters) => `${count}x${letters}`));

function namesOf(i: number): string[] {
  const [turn = 0] = sampleOf([...NAMES.keys()], i);
  return NAMES.filter((_, at) => FULL_SIZE || [0, 3, 5].includes((at + turn) % NAMES.length));
}

/** `npm test` draws a quarter of the types, with three of the numbers and lengths of names, at two sizes. */
const CASES = TYPES.filter((_, i) => isSampled(i, 4)).map((shown, i) => ({
  shown,
  sizes: [...SIZES.slice(0, 1), ...sampleOf(SIZES.slice(1), i)],
  modes: sampleOf(MODES, i),
  names: namesOf(i),
}));

describe("charts with few and many names at usual sizes", () => {
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit({ width: 1600, height: 2600 }));
    page.setDefaultTimeout(60_000);
    await signIn(page, serverUrl(), "/gallery/pictures/?type=big_number_total&case=0&sizes=300x200");
    await page.locator("main [data-status=ready]").waitFor();
  });

  async function show(shown: string, sizes: readonly string[], names: readonly string[]): Promise<void> {
    const [type, only] = shown.split(":");
    await route(page, `/gallery/pictures/?type=${type}&case=${only}&sizes=${sizes.join()}&data=${names.join()}`);
    const expected = sizes.flatMap((size) => names.map((kind) => `${type} ${only} ${kind} ${size.split("x")[0]}px`));
    await page.waitForFunction((pictures) => {
      const boxes = [...document.querySelectorAll<HTMLElement>("main [data-case] > div")];
      const isExpected = ({ dataset, style, parentElement: section }: HTMLElement, at: number) =>
        pictures[at] ===
        `${section?.parentElement?.dataset.type} ${section?.dataset.case} ${dataset.kind} ${style.width}`;
      const isDone = (box: HTMLElement) => {
        // Large pictures are drawn when they are scrolled to.
        if (!box.querySelector("[data-status]")) box.scrollIntoView();
        return box.querySelector("[data-status=ready] figure > *") !== null;
      };
      return boxes.length === pictures.length && boxes.every(isExpected) && boxes.every(isDone);
    }, expected);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  test.each(CASES)("$shown has no overlapping or cut labels", async ({ shown, sizes, modes, names }) => {
    for (const mode of modes) {
      await page.emulateMedia({ colorScheme: mode });
      await show(shown, sizes, names);
      const pictures = sizes.flatMap((size) => names.map((name) => ({ size, name })));
      const measured = await page.evaluate(measurePictures);
      expect(measured).toHaveLength(pictures.length);
      for (const [at, { marks, clipped, overlapping }] of measured.entries()) {
        const result = { mode, ...pictures[at], isDrawn: marks > 0, clipped, overlapping };
        expect.soft(result, REPEATED_BY).toEqual({ ...result, isDrawn: true, clipped: [], overlapping: [] });
      }
    }
    expect(problems.splice(0)).toEqual([]);
  });

  const TABLES = ["table:0", "table:1", "pivot_table_v2:0", "pivot_table_v2:1"];

  test.each(TABLES)("headers and names of %s are readable, and no cell covers another", async (shown) => {
    const sizes = FULL_SIZE ? SIZES : SIZES.slice(0, 2);
    await show(shown, sizes, ["8x4", "8x40"]);
    const measured = await page.evaluate(measureTables);
    expect(measured).toHaveLength(2 * sizes.length);
    for (const [at, table] of measured.entries()) {
      const result = { size: sizes[Math.floor(at / 2)], at, ...table };
      expect.soft(result).toEqual({ ...result, unreadable: [], overlapping: [] });
      expect(table.headers).toBeGreaterThan(1);
    }
    expect(problems.splice(0)).toEqual([]);
  });

  // More arcs would be drawn on a canvas, whose texts can't be read.
  test.each([
    ["treemap_v2:1", "300x200", 200, /G143/],
    ["sunburst_v2:0", "300x200", 25, /\p{L}{3}.*\+ \d+ more/u],
  ] as const)("a crowded %s names its largest parts at %s", async (shown, size, count, largest) => {
    for (const letters of [4, 40]) {
      await show(shown, [size], [`${count}x${letters}`]);
      expect(await page.locator("main").textContent(), `${letters} letters`).toMatch(largest);
    }
    expect(problems.splice(0)).toEqual([]);
  });

  test("the number of hidden names opens the whole legend, where names are switched off", async () => {
    await page.goto(`${serverUrl()}/gallery/pictures/?type=pie&case=0&sizes=365x300&data=25x4`);
    const hidden = page.locator("svg text", { hasText: "more" });
    await hidden.click();
    const legend = page.getByRole("dialog", { name: "Legend" });
    await legend.getByRole("checkbox").last().waitFor();
    const slices = () => page.locator("figure svg path[stroke-linejoin]").count();
    const before = await slices();
    await legend.getByRole("checkbox", { name: "Deda" }).click();
    await page.keyboard.press("Escape");
    await legend.waitFor({ state: "detached" });
    expect(await slices()).toBeLessThan(before);
    await page.getByRole("button", { name: "Show the whole legend" }).press("Enter");
    expect(await legend.getByRole("checkbox", { name: "Deda" }).isChecked()).toBe(false);
    // Twelve slices have colors of their own, and the others are one.
    expect(await legend.getByRole("checkbox").count()).toBe(13);
    expect(problems.splice(0)).toEqual([]);
  });
});
