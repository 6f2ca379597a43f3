/// <reference lib="dom" />
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { CHART_CARDS } from "../src/chart-types/index.ts";
import { launchBrowser, signIn, startServer, visit } from "../src/testing/stage.ts";
import { freePort } from "./services.ts";
import { thumbnailCases } from "./thumbnail-cases.ts";

/**
 * `npm run thumbnails`: renders the first gallery case of each chart type whose case has changed or has no thumbnail,
 * in light and dark. `--all`: every type; `--url`: a running server, whose administrator needs the tests' password.
 */
const { values } = parseArgs({ options: { all: { type: "boolean", default: false }, url: { type: "string" } } });

const SIZE = { width: 320, height: 200 };
const folder = join(import.meta.dirname, "..", "src", "chart-types");
const list = join(folder, "thumbnail-cases.json");

const cases = await thumbnailCases();
const drawn = values.all ? {} : (JSON.parse(readFileSync(list, "utf8")) as Record<string, string>);
const outdated = CHART_CARDS.filter((card) => cases[card.folder] && drawn[card.folder] !== cases[card.folder]);
const server = values.url === undefined ? await startServer({ port: await freePort() }) : undefined;
const url = values.url ?? server?.url ?? "";
const browser = await launchBrowser();
const usedNames = new Set<string>();
try {
  for (const mode of ["light", "dark"] as const) {
    const { page } = await visit(browser, { dark: mode === "dark", width: 400, height: 300 });
    page.setDefaultTimeout(20_000);
    await signIn(page, url);
    for (const card of outdated) {
      const name = join(card.folder, `thumbnail-${mode}.webp`);
      try {
        writeFileSync(join(folder, name), await picture(page, card.key));
        if (mode === "dark") usedNames.add(card.folder);
        console.log(name);
      } catch (error) {
        process.exitCode = 1;
        console.error(`${name}: ${(error as Error).message}`);
      }
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  await server?.stop();
}
const unchanged = Object.fromEntries(
  CHART_CARDS.flatMap(({ folder: name }) => {
    const hash = usedNames.has(name) ? cases[name] : drawn[name];
    return hash ? [[name, hash] as const] : [];
  }),
);
writeFileSync(list, `${JSON.stringify(unchanged, null, 2)}\n`);

async function picture(page: Page, key: string): Promise<Buffer> {
  await page.goto(`${url}/gallery/pictures/?type=${key}&case=0&sizes=${SIZE.width}x${SIZE.height}`);
  await page.locator('[data-case] [data-status="ready"]').waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(400);
  const png = await page.locator("[data-case] > div").screenshot({ animations: "disabled" });
  const webp = await page.evaluate(toWebp, `data:image/png;base64,${png.toString("base64")}`);
  return Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64");
}

/** Runs in the page. A third of the bytes for the same picture. */
async function toWebp(address: string): Promise<string> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.8);
}
