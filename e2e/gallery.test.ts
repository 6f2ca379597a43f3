/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CHART_CARDS } from "../src/chart-types/index.ts";
import { chartAnswers } from "../src/testing/chart-answers.ts";
import { FULL_SIZE, isSampled, REPEATED_BY, sampleOf } from "../src/testing/full-size.ts";
import { measurePictures } from "../src/testing/picture-marks.ts";
import { signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { navigate, route } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

const SIZES = FULL_SIZE ? "300x200,800x450" : "300x200";
const MAP_SIZE = "240x160";
const TALL = { width: 1280, height: 4400 };
/** Fits all maps at once, as the browser repaints the whole view for each of their frames. */
const MAPS_VIEW = { width: 1280, height: 1400 };
const MAPS = new Set(CHART_CARDS.filter((card) => card.category === "Map").map((card) => card.key));

/**
 * Draws every gallery case of every chart type with example data from the built product, small and large, in light and
 * dark mode. `npm test` draws a quarter of the types, each in one case, small, in one of the modes.
 */
describe("gallery", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit(TALL));
    page.setDefaultTimeout(30_000);
    await signIn(page, url, "/gallery/pictures/?type=big_number_total");
    await page.locator("main [data-case]").first().waitFor();
  });

  async function show(key: string, only: string): Promise<void> {
    await route(page, `/gallery/pictures/?type=${key}&sizes=${MAPS.has(key) ? MAP_SIZE : SIZES}${only}`);
    await page.locator(`main[data-type="${key}"]`).waitFor();
    await untilDrawn();
  }

  async function untilDrawn(): Promise<void> {
    await page.waitForFunction(() => {
      const boxes = [...document.querySelectorAll("main [data-case] > div")];
      const isDone = (box: Element) => {
        const status = box.querySelector("[data-status]")?.getAttribute("data-status");
        return status === "failed" || (status === "ready" && box.querySelector("figure > *"));
      };
      return boxes.length > 0 && boxes.every(isDone);
    });
    // Commits are painted in the next frame, canvases in the one after.
    await page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
    );
  }

  const MODES = ["light", "dark"] as const;
  const TYPES = CHART_CARDS.flatMap(({ key }, i) => {
    const [only] = sampleOf([0, 1, 2], i);
    return isSampled(i, 4) ? [{ key, modes: sampleOf(MODES, i), only: FULL_SIZE ? "" : `&case=${only}` }] : [];
  });

  test.each(TYPES)("$key", async ({ key, modes, only }) => {
    for (const [turn, mode] of modes.entries()) {
      await page.emulateMedia({ colorScheme: mode });
      if (turn === 0) {
        await page.setViewportSize(MAPS.has(key) ? MAPS_VIEW : TALL);
        await show(key, only);
        expect(await page.locator("main [data-status=failed]").count(), REPEATED_BY).toBe(0);
        // Each needs an accessible name or a table.
        expect(await page.locator("main [data-status] :is([role=img], table, figure)").count()).toBeGreaterThan(0);
      }
      if (MAPS.has(key)) break;
      await untilDrawn();
      expectGood(await page.evaluate(measurePictures), mode);
    }
    expect(problems.splice(0)).toEqual([]);
  });

  function expectGood(pictures: Awaited<ReturnType<typeof measurePictures>>, mode: string): void {
    for (const { name, ink, clipped, overlapping, summary } of pictures) {
      const result = { name, mode, hasInk: ink > 0, clipped, overlapping, isSummed: summary.length > 10 };
      expect
        .soft(result, REPEATED_BY)
        .toEqual({ name, mode, hasInk: true, clipped: [], overlapping: [], isSummed: true });
    }
  }

  test("shows a chart's data as a table", async () => {
    const results: { data: Record<string, unknown>[]; colnames: string[] }[] = [];
    page.on("response", async (response) => {
      if (!response.url().includes("chart/data")) return;
      for (const { body } of await chartAnswers(response)) results.push(...(body as { result: typeof results }).result);
    });
    await page.emulateMedia({ colorScheme: "light" });
    await navigate(page, "/gallery/pictures/?type=pie&case=1&sizes=600x400");
    await page.locator('main [data-status="ready"] figure').waitFor();
    const summary = page.getByText("Show data as a table");
    await summary.focus();
    await page.keyboard.press("Enter");
    const grid = page.getByRole("grid");
    await grid.waitFor();
    const [result] = results;
    expect(await grid.getAttribute("aria-rowcount")).toBe(String((result?.data.length ?? 0) + 1));
    const first = result?.data[0]?.[result.colnames[0] ?? ""];
    expect(await grid.locator("tbody td").first().textContent()).toBe(String(first));
    expect(await grid.getByRole("columnheader").count()).toBe(result?.colnames.length);
  });
});
