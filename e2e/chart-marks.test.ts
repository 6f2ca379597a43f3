/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CHART_CARDS } from "../src/chart-types/index.ts";
import { parsePictures } from "../src/pages/gallery/pictures.ts";
import { FULL_SIZE, isSampled, REPEATED_BY } from "../src/testing/full-size.ts";
import { measurePictures } from "../src/testing/picture-marks.ts";
import { signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { route } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

describe("charts in a browser", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];
  const fetched: string[] = [];

  beforeAll(async () => {
    ({ page, problems } = await visit({ width: 1320, height: 2600 }));
    page.setDefaultTimeout(30_000);
    page.on("request", (request) => {
      if (request.url().includes("/probe/")) fetched.push(request.url());
    });
    await signIn(page, url, "/gallery/pictures/?type=big_number_total&case=0&sizes=300x200");
    await page.locator("main [data-status=ready]").waitFor();
  });

  async function show(query: string): Promise<void> {
    await route(page, `/gallery/pictures/?${query}`);
    const { type, only, sizes, data } = parsePictures(new URLSearchParams(query));
    const expectedBoxes = sizes.flatMap(({ width }) => data.map((kind) => `${type} ${only} ${kind ?? ""} ${width}px`));
    await page.waitForFunction((names) => {
      const boxes = [...document.querySelectorAll<HTMLElement>("main [data-case] > div")];
      // The previous page may have the same chart type.
      const shown = boxes.map(
        ({ dataset, style, parentElement: section }) =>
          `${section?.parentElement?.dataset.type} ${section?.dataset.case} ${dataset.kind ?? ""} ${style.width}`,
      );
      if (shown.join() !== names.join()) return false;
      const isDone = (box: Element) => {
        const status = box.querySelector("[data-status]")?.getAttribute("data-status");
        return (
          status === "failed" ||
          (status === "ready" && box.querySelector("figure > *, [data-status] h3, [data-status] p"))
        );
      };
      return boxes.every(isDone);
    }, expectedBoxes);
    await drawn();
  }

  const drawn = () =>
    page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
    );

  function largestMark(prefersLines: boolean): { x: number; y: number } | null {
    const hasColor = (color: string) => {
      const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return /^rgb/.test(color) && alpha > 0.1 && Math.max(r, g, b) - Math.min(r, g, b) > 24;
    };
    const svgs = [...document.querySelectorAll("main figure svg")].filter((svg) => svg.clientWidth > 100);
    const shapes = svgs.flatMap((svg) => [...svg.querySelectorAll<SVGGeometryElement>("path,rect,circle")]);
    const inside = (shape: SVGGeometryElement, isFilled: boolean) => {
      const matrix = shape.getScreenCTM();
      if (!matrix) return null;
      const box = shape.getBBox();
      const length = shape.getTotalLength();
      for (let i = 1; i < 60; i++) {
        const at = isFilled
          ? new DOMPoint(box.x + (box.width * ((i * 7) % 60)) / 60, box.y + (box.height * ((i * 11) % 60)) / 60)
          : shape.getPointAtLength((length * ((i * 7) % 60)) / 60);
        if (isFilled && !shape.isPointInFill(at)) continue;
        const onScreen = new DOMPoint(at.x, at.y).matrixTransform(matrix);
        if (document.elementFromPoint(onScreen.x, onScreen.y) === shape) return { x: onScreen.x, y: onScreen.y };
      }
      return null;
    };
    // Dots are data points or line markers of the legend.
    const rankOf = (isFilled: boolean, area: number) =>
      isFilled && area > 144 ? (prefersLines ? 0 : 1e6) + area : isFilled ? 0 : 1e5 + area;
    const marks = shapes.flatMap((shape) => {
      const style = getComputedStyle(shape);
      const isFilled = hasColor(style.fill) && Number(style.fillOpacity) > 0.25;
      const isDrawn = isFilled || (hasColor(style.stroke) && Number.parseFloat(style.strokeWidth) > 0);
      const { width, height, top } = shape.getBoundingClientRect();
      // A click on a legend dot would hide its series.
      const isLegend = height < 12 && top - (shape.ownerSVGElement?.getBoundingClientRect().top ?? 0) < 24;
      return isDrawn && !isLegend ? [{ shape, isFilled, rank: rankOf(isFilled, width * height) }] : [];
    });
    for (const { shape, isFilled } of marks.sort((a, b) => b.rank - a.rank)) {
      const point = inside(shape, isFilled);
      if (point) return point;
    }
    return null;
  }

  const filtersAt = async (name: "filters" | "drill") => {
    const text = await page
      .locator(`[data-case] [data-${name}]`)
      .first()
      .getAttribute(`data-${name}`, { timeout: 3000 });
    return JSON.parse(text ?? "[]") as { col: unknown; op: string; val?: unknown[]; grain?: string }[];
  };

  const IN = { op: "IN", val: [expect.anything()] };
  const NOTHING = { op: "IS NULL" };
  /** Chart type, gallery case, and the filters that a click on its largest mark sends. */
  const MARKS: [string, string, Record<string, unknown>[]][] = [
    ["funnel", "case=0", [{ col: "lateness", ...IN }]],
    ["funnel", "case=1&data=blank", [{ col: "phase_of_flight", ...NOTHING }]],
    ["gauge_chart", "case=2", [{ col: "origin", ...IN }]],
    ["pie", "case=0", [{ col: "weather", ...IN }]],
    ["pie", "case=3&data=blank", [{ col: "time_of_day", ...NOTHING }]],
    ["treemap_v2", "case=0", [{ col: "region", ...IN }]],
    ["treemap_v2", "case=1&data=blank", [{ col: "genre", ...NOTHING }]],
    ["sunburst_v2", "case=1", [{ col: "origin", ...IN }]],
    ["box_plot", "case=1", [{ col: "genre", ...IN }]],
    ["radar", "case=0", [{ col: "species", ...IN }]],
    ["graph_chart", "case=1", [{ col: "damage", ...IN }]],
    ["gantt_chart", "case=2", [{ col: "place", ...IN }]],
    ["mixed_timeseries", "case=2", [{ col: "industry", ...IN }]],
    ["echarts_timeseries_line", "case=5", [{ col: "country", ...IN }]],
    ["echarts_timeseries_bar", "case=5", [{ col: "kind", ...IN }]],
    ["echarts_area", "case=0", [{ col: "industry", ...IN }]],
    ["echarts_timeseries_scatter", "case=2", [{ col: "origin", ...IN }]],
    [
      "heatmap_v2",
      "case=0",
      [
        { col: "hour", ...IN },
        { col: "weekday", ...IN },
      ],
    ],
    [
      "heatmap_v2",
      "case=2",
      [
        { col: "date", ...IN, grain: "P1Y" },
        { col: "industry", ...IN },
      ],
    ],
    ["horizon", "case=0", [{ col: "industry", ...IN }]],
    ["compare", "case=2", [{ col: "region", ...IN }]],
  ];

  test.each(MARKS.filter((_, i) => isSampled(i, 4)))(
    "a click on a mark of %s (%s) filters, a right-click drills, and a second click clears the filter",
    async (key, shown, expected) => {
      await show(`type=${key}&${shown}&sizes=700x420`);
      const at = await page.evaluate(largestMark, key === "mixed_timeseries");
      if (!at) throw new Error("No visible mark");
      // Users rest on a mark before they click, so its hover state is visible by then.
      await page.mouse.move(at.x, at.y);
      await drawn();
      await page.mouse.click(at.x, at.y);
      const filters = await filtersAt("filters");
      expect(filters, REPEATED_BY).toEqual(expected.map((filter) => expect.objectContaining(filter)));
      await page.mouse.click(at.x, at.y, { button: "right" });
      expect(await filtersAt("drill")).toEqual(filters);
      await page.mouse.click(at.x, at.y);
      expect(await page.locator("[data-case] [data-filters]").count()).toBe(0);
      expect(problems.splice(0)).toEqual([]);
    },
  );

  async function markOnMap(): Promise<{ x: number; y: number }> {
    await page.locator("main [data-drawn=true]").waitFor();
    const box = await page.locator("main [data-drawn=true]").boundingBox();
    if (!box) throw new Error("No map");
    for (let y = 0.6; y > 0.2; y -= 0.06) {
      for (let x = 0.2; x < 0.8; x += 0.03) {
        const at = { x: box.x + box.width * x, y: box.y + box.height * y };
        await page.mouse.move(at.x, at.y);
        await drawn();
        if ((await page.locator("[class*=tooltip]:visible").count()) > 0) return at;
      }
    }
    throw new Error("No mark with a tooltip");
  }

  test.each(FULL_SIZE ? ["deck_hex", "deck_scatter", "deck_contour"] : ["deck_hex"])(
    "a click on a mark of %s filters, a second click clears the filter, and the tooltip follows the pointer",
    async (key) => {
      await show(`type=${key}&case=0&sizes=700x420`);
      const at = await markOnMap();
      // Slow clicks count too, and a slow machine finds the mark late.
      await page.mouse.click(at.x, at.y, { delay: 400 });
      expect(await filtersAt("filters")).toEqual([
        { col: "longitude", op: "IN", val: expect.arrayContaining([expect.any(Number)]) },
        { col: "latitude", op: "IN", val: expect.arrayContaining([expect.any(Number)]) },
      ]);
      await page.mouse.click(at.x, at.y, { delay: 400 });
      await expect.poll(() => page.locator("[data-case] [data-filters]").count()).toBe(0);
      await page.mouse.move(at.x, 2000);
      await drawn();
      await expect.poll(() => page.locator("[class*=tooltip]:visible").count()).toBe(0);
      expect(problems.splice(0)).toEqual([]);
    },
  );

  test.each(["funnel", "echarts_timeseries_scatter"])(
    "hovering dims other marks of %s, and a click ends it",
    async (key) => {
      await show(`type=${key}&case=${key === "funnel" ? 0 : 2}&sizes=700x420`);
      const at = await page.evaluate(largestMark, false);
      if (!at) throw new Error("No visible mark");
      const opacities = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("main figure svg path[fill^='#']")].map((mark) =>
            Number(mark.getAttribute("fill-opacity") ?? 1),
          ),
        );
      const least = async () => Math.min(...(await opacities()));
      const before = await least();
      await page.mouse.move(at.x, at.y);
      await expect.poll(least).toBeLessThan(before);
      await page.mouse.click(at.x, at.y);
      await filtersAt("filters");
      await expect.poll(least).toBeGreaterThanOrEqual(before);
      expect(problems.splice(0)).toEqual([]);
    },
  );

  test("pages and toggles a legend of 50 series, and sorts and shortens the tooltip and keeps it in view", async () => {
    await show("type=echarts_timeseries_line&case=0&sizes=900x420&data=many");
    const box = await page.locator("main figure").first().boundingBox();
    if (!box) throw new Error("No chart");
    const tooltip = async () => {
      await page.mouse.move(box.x + box.width / 2, box.y + 60);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const tooltip = page.locator("[class*=tooltip]", { hasText: /Series \d/ }).last();
      await tooltip.waitFor();
      const place = await tooltip.boundingBox();
      expect(place && place.x >= 0 && place.x + place.width <= 1320 && place.y >= 0).toBe(true);
      const values = (await tooltip.locator("[class*=value]").allTextContents()).map(Number.parseFloat);
      return { text: (await tooltip.textContent()) ?? "", values };
    };
    const press = async (x: number) => {
      const strip = { x: box.x, y: box.y, width: box.width, height: 20 };
      await page.mouse.click(box.x + (x < 0 ? box.width : 0) + x, box.y + 9);
      await page.mouse.move(box.x + 5, box.y + box.height - 5);
      for (let last = ""; ; ) {
        const now = (await page.screenshot({ clip: strip })).toString("base64");
        if (now === last) return;
        last = now;
      }
    };
    const [FIRST, NEXT_PAGE, ALL, INVERSE] = [36, -82, -57, -24];

    const whole = await tooltip();
    const rows = whole.values.slice(0, -1);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows).toEqual(rows.toSorted((a, b) => b - a));
    expect(whole.text).toContain("Series 50");
    expect(whole.text).toContain(`+ ${50 - rows.length} more`);

    await press(FIRST);
    const without = await tooltip();
    expect(without.text).not.toContain("Series 50");
    expect(without.text).toContain(`+ ${49 - rows.length} more`);
    await press(INVERSE);
    const alone = await tooltip();
    expect([alone.text.includes("Series 50"), alone.values]).toEqual([true, [expect.any(Number)]]);
    await press(ALL);
    expect((await tooltip()).text).toBe(whole.text);

    await press(NEXT_PAGE);
    await press(FIRST);
    const paged = await tooltip();
    expect(paged.text).toContain("Series 50");
    expect(paged.text).toContain(`+ ${49 - rows.length} more`);
    expect(problems.splice(0)).toEqual([]);
  });

  const DRAWN = CHART_CARDS.filter((card) => card.category !== "Map" && card.category !== "Table").map(
    (card) => card.key,
  );
  const SMALL = "empty,one,three,null,zero,equal,negative,outlier,lopsided,blank,long,rtl,hostile,crowd";
  const LARGE = FULL_SIZE ? [["1200x700", "long,rtl"]] : [];
  function kindsOf(key: string): string {
    if (FULL_SIZE) return SMALL;
    const others = SMALL.split(",").filter((kind) => kind !== "empty" && kind !== "hostile");
    const turn = 2 * DRAWN.indexOf(key);
    return ["empty", others[turn % others.length], others[(turn + 1) % others.length], "hostile"].join();
  }

  test.each(DRAWN.filter((_, i) => isSampled(i, 4)))(
    "%s draws unusual data correctly or says why it can't",
    async (key) => {
      for (const [sizes, kinds] of [["300x200", kindsOf(key)], ...LARGE]) {
        await show(`type=${key}&case=0&sizes=${sizes}&data=${kinds}`);
        const boxes = await page.evaluate(() =>
          [...document.querySelectorAll("main [data-case] > div")].map((box) => ({
            kind: box.getAttribute("data-kind"),
            text: box.textContent?.slice(0, 200) ?? "",
            hasFigure: box.querySelector("figure") !== null,
          })),
        );
        for (const { kind, text, hasFigure } of boxes) {
          expect.soft({ kind, sizes, isSaid: hasFigure || text.length > 10 }).toEqual({ kind, sizes, isSaid: true });
          expect.soft(text, kind ?? "").not.toMatch(/could not be drawn|NaN|Infinity|undefined|\[object/);
        }
        const pictures = await page.evaluate(measurePictures);
        const wrong = pictures.flatMap(({ name, clipped, overlapping }, at) =>
          clipped.length + overlapping.length > 0 ? [{ name, kind: boxes[at]?.kind, clipped, overlapping }] : [],
        );
        expect.soft(wrong, REPEATED_BY).toEqual([]);
        if (kinds?.includes("hostile")) await expectHarmless();
        const empty = boxes.find((box) => box.kind === "empty");
        if (empty) expect.soft(empty.hasFigure, "an empty chart").toBe(false);
      }
      expect(problems.splice(0)).toEqual([]);
    },
  );

  /** Browsers report inline handlers in markup that is only parsed and then sanitized. */
  const BLOCKED_HANDLER = /^The policy was violated: script-src-attr by inline/;
  /** Map layers share their text rendering, so `npm test` checks one of them. */
  const isRedundant = (key: string) => key.startsWith("deck_") && key !== "deck_scatter";
  const OTHERS = CHART_CARDS.map((card) => card.key).filter(
    (key) => !DRAWN.includes(key) && (FULL_SIZE || !isRedundant(key)),
  );

  test.each(OTHERS.filter((_, i) => isSampled(i, 2)))(
    "%s doesn't run or fetch anything from hostile names and values",
    async (key) => {
      await show(`type=${key}&case=0&sizes=300x200&data=hostile`);
      await expectHarmless();
      expect(problems.splice(0).filter((problem) => !BLOCKED_HANDLER.test(problem))).toEqual([]);
    },
  );

  async function expectHarmless(): Promise<void> {
    const marks = page.locator("[data-kind=hostile] figure [tabindex]").first();
    if ((await marks.count()) > 0) {
      await marks.focus();
      await page.keyboard.press("ArrowRight");
      await drawn();
    }
    const unsafe = await page.evaluate(() => {
      const scriptRan: unknown = Reflect.get(window, "ranHere");
      const found = document.querySelectorAll(
        "body :is(script, iframe, [onerror], [onload], [*|href^='javascript' i], [*|href*='probe/'], [src*='probe/'], [style*='probe/'])",
      );
      // Labels must not pollute Object.prototype.
      const keys = Object.keys(Object.prototype);
      return [...(scriptRan ? [scriptRan] : []), ...keys, ...[...found].map((element) => element.outerHTML)];
    });
    expect.soft(unsafe).toEqual([]);
    expect.soft(fetched.splice(0)).toEqual([]);
    // The parser reports each handler it removes from cell markup.
    const others = problems.splice(0).filter((text) => !text.startsWith("Executing inline event handler violates"));
    problems.push(...others);
  }
});
