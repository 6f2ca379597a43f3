import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL_SIZE, isSampled } from "../src/testing/full-size.ts";
import { bringAxe } from "./axe.ts";
import { type Bench, openBench } from "./bench.ts";
import { serverUrl } from "./server-url.ts";

const more = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
};
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
const dataset = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name: /^Menu for dataset / }).click();
  await page.getByRole("menuitem", { name }).click();
};

const CHARTS = "/api/v1/chart/?q=(page_size:1,order_column:slice_name,order_direction:asc)";

interface Surface {
  name: string;
  dialogName: string | RegExp;
  open(page: Page): Promise<void>;
  tabs?: readonly (string | RegExp)[];
}

const SURFACES: readonly Surface[] = [
  { name: "metric", dialogName: "Add to Metrics", open: press("Add to Metrics"), tabs: ["Simple", "Custom SQL"] },
  {
    name: "column",
    dialogName: /^(Add to )?Dimensions/,
    open: press(/^(Add to Dimensions|Dimensions: Drop)/),
    tabs: ["Custom SQL"],
  },
  { name: "filter", dialogName: "Add to Filters", open: press(/^Filters: Drop/), tabs: ["Custom SQL"] },
  {
    name: "time range",
    dialogName: /^Filters: .*date/i,
    open: async (page) => page.getByRole("group", { name: "Filters" }).locator("button[title]").first().click(),
  },
  { name: "gallery", dialogName: "Choose a chart type", open: press(/^All \d+/) },
  { name: "save", dialogName: "Save chart", open: (page) => page.keyboard.press("Control+s") },
  { name: "query", dialogName: "View query", open: more("View query") },
  { name: "swap", dialogName: "Swap dataset", open: dataset("Swap dataset") },
  {
    name: "dataset",
    dialogName: /^Edit Dataset/,
    open: dataset("Edit dataset"),
    tabs: [/^Source/, /^Metrics/, /^Calculated/, /^Folders/, /^Settings/, /^Usage/],
  },
];
const OF_CHARTS: readonly Surface[] = [
  {
    name: "changes",
    dialogName: "Chart changes",
    open: async (page) => {
      await press("Bar")(page);
      await more("Show changes")(page);
    },
  },
  { name: "properties", dialogName: "Chart properties", open: more("Edit chart properties") },
  { name: "versions", dialogName: /^Versions of/, open: more("Versions") },
  { name: "delete", dialogName: /^Delete/, open: more("Delete chart") },
];

describe("Explore's dialogs are accessible", () => {
  let bench: Bench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    ({ page } = bench);
    await bringAxe(page.context());
    await bench.open("seattle_weather", "echarts_timeseries_line");
  });

  async function checkSurface({ dialogName, open, tabs = [] }: Surface): Promise<void> {
    if (!FULL_SIZE) await toggleMode();
    await open(page);
    const surface = page.getByRole("dialog", { name: dialogName }).filter({ visible: true }).last();
    await surface.waitFor();
    await expectNoViolations();
    for (const tab of tabs) {
      await surface.getByRole("tab", { name: tab }).click();
      await expectNoViolations();
    }
    for (let step = 0; step < 3 && (await surface.isVisible()); step++) {
      await page.keyboard.press("Escape");
      await surface.waitFor({ state: "hidden", timeout: 400 }).catch(() => undefined);
    }
    await surface.waitFor({ state: "hidden" });
  }

  let mode: "light" | "dark" = "light";
  async function toggleMode(): Promise<void> {
    mode = mode === "light" ? "dark" : "light";
    await page.emulateMedia({ colorScheme: mode });
    await page.locator(`html[data-theme=${mode}]`).waitFor();
  }

  async function expectNoViolations(): Promise<void> {
    expect(await violationsOf(page), mode).toEqual([]);
    if (!FULL_SIZE) return;
    await toggleMode();
    expect(await violationsOf(page, ["color-contrast"]), mode).toEqual([]);
  }

  test.each(SURFACES.filter((_, i) => isSampled(i, 2)))("$name", checkSurface);

  test("dialogs of a saved chart", async () => {
    const { result } = await bench.get<{ result: { id: number }[] }>(CHARTS);
    await bench.openAt(`/explore/?slice_id=${result[0]?.id}`);
    for (const surface of OF_CHARTS) await checkSurface(surface);
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});

function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    interface Finding {
      id: string;
      impact: string;
      nodes: { target: string[]; failureSummary?: string }[];
    }
    const { axe } = window as unknown as {
      axe: { run(within: Element[], options?: object): Promise<{ violations: Finding[] }> };
    };
    const open = [...document.querySelectorAll("[role=dialog]")].filter((one) => one.getClientRects().length > 0);
    const { violations } = await axe.run(open, {
      preload: false,
      resultTypes: ["violations"],
      ...(runOnly ? { runOnly } : {}),
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map((node) => `${node.target.join(" ")} ${node.failureSummary}`)
            .slice(0, 2)
            .join(" | ")}`,
      );
  }, rules);
}
