import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { CHART_CARDS } from "../src/chart-types/index.ts";
import { launchBrowser, signIn, startServer, visit } from "../src/testing/stage.ts";
import { freePort } from "./services.ts";

/**
 * `npm run pictures -- pie table`: renders every gallery case of the chart types, small and large, into one picture per
 * type in light and dark. `--case 0`: one case; `--sizes 300x200,1200x600`: other sizes; `--url http://127.0.0.1:8088`:
 * a running server, whose administrator needs the tests' password; `--out FOLDER`: instead of .pictures.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: "string" },
    sizes: { type: "string" },
    url: { type: "string" },
    out: { type: "string", default: ".pictures" },
  },
});

const keys = positionals.length > 0 ? positionals : CHART_CARDS.map((card) => card.key);
const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });
const server = values.url === undefined ? await startServer({ port: await freePort() }) : undefined;
const url = values.url ?? server?.url ?? "";
const browser = await launchBrowser();
try {
  for (const theme of ["light", "dark"] as const) await takeAll(browser, theme);
} finally {
  await browser.close();
  await server?.stop();
}

async function takeAll(browser: Browser, theme: "light" | "dark"): Promise<void> {
  const { page, problems } = await visit(browser, { dark: theme === "dark", width: 1280, height: 900 });
  page.setDefaultTimeout(60_000);
  await signIn(page, url);
  for (const key of keys) {
    await show(page, key);
    const file = join(folder, `${key}-${theme}.png`);
    await page.locator("main").screenshot({ path: file });
    console.log([file, ...problems.splice(0)].join("\n  "));
  }
  await page.context().close();
}

async function show(page: Page, key: string): Promise<void> {
  const query = new URLSearchParams({ type: key });
  if (values.case !== undefined) query.set("case", values.case);
  if (values.sizes !== undefined) query.set("sizes", values.sizes);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${url}/gallery/pictures/?${query}`);
  await page.locator("main section").first().waitFor();
  const height = await page.evaluate(() => document.querySelector("main")?.scrollHeight ?? 900);
  await page.setViewportSize({ width: 1280, height: height + 40 });
  await page.waitForFunction(() => {
    const isDone = (one: Element) => !["waiting", "loading"].includes(one.getAttribute("data-status") ?? "");
    return [...document.querySelectorAll("main [data-case] > div")].every((box) => {
      const charts = [...box.querySelectorAll("[data-status]")];
      return charts.length > 0 && charts.every(isDone);
    });
  });
  await page.waitForFunction(() => document.querySelectorAll("[data-drawn=false]").length === 0);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(700);
}
