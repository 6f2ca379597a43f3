import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../src/i18n/locale.ts";
import { signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

const WEB = join(import.meta.dirname, "../dist/web");
const MOST_KB = 40;
const url = serverUrl();
let page: Page;
let problems: string[];
const scripts: string[] = [];

beforeAll(async () => {
  ({ page, problems } = await visit({ isOwn: true }));
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await signIn(page, url);
});
afterAll(async () => {
  await storeLanguage(null);
  await closePages();
});

const html = (name: string) => page.locator("html").getAttribute(name);
const texts = () => scripts.filter((path) => /\/(messages|locale)-/.test(path));

async function storeLanguage(language: string | null): Promise<void> {
  const { result: token } = await (await page.request.get(`${url}/api/v1/security/csrf_token/`)).json();
  const headers = { "x-csrftoken": token };
  const response = await page.request.put(`${url}/api/v1/me/`, { headers, data: { language } });
  expect(response.ok(), await response.text()).toBe(true);
}

async function choose(language: string | RegExp): Promise<void> {
  await page.locator("nav button[aria-haspopup=menu]").filter({ visible: true }).last().click();
  await page.getByRole("menuitem", { name: /^(Language|Sprache|اللغة)/ }).hover();
  const loaded = page.waitForEvent("load");
  await page.getByRole("menuitem", { name: language }).click();
  await loaded;
}

test("loads no message catalog for a page in English", async () => {
  await page.goto(`${url}/superset/welcome/`);
  await page.getByRole("heading", { name: "Recents" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect([await html("lang"), await html("dir")]).toEqual(["en", "ltr"]);
  expect(texts()).toEqual([]);
});

test("shows a German home page from the first paint to a user who chose German", async () => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(document.querySelector("h2")?.textContent ?? "")).observe(document, {
      subtree: true,
      childList: true,
    });
  });
  await choose("Deutsch");
  await page.getByRole("heading", { name: "Kürzlich" }).waitFor();
  await page.getByText("Diagramme in einem Raster anordnen").waitFor();
  expect(await html("lang")).toBe("de");
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen.filter((text) => text === "Recents"))).toEqual(new Set());
  expect(texts().map((path) => path.replace(/-[\w-]{8}\.js$/, "").replace(/.*\//, ""))).toEqual([
    "messages-de-app",
    "locale-de",
  ]);
});

test("shows Arabic right to left", async () => {
  await page.goto(`${url}/superset/welcome/`);
  await page.getByRole("heading", { name: "Kürzlich" }).waitFor();
  await choose("العربية");
  const heading = page.getByRole("heading", { name: "الأخيرة" });
  await heading.waitFor();
  expect([await html("lang"), await html("dir")]).toEqual(["ar", "rtl"]);
  const [rail, main] = await Promise.all([
    page.locator("nav").first().boundingBox(),
    page.locator("main").boundingBox(),
  ]);
  expect(rail?.x).toBeGreaterThan(main?.x ?? 0);
});

test("uses the browser's language for a user who hasn't chosen one", async () => {
  await choose("لغة المتصفح");
  const storageState = await page.context().storageState();
  const french = await page.context().browser()?.newContext({ locale: "fr-CA", storageState });
  const other = await french?.newPage();
  await other?.goto(`${url}/superset/welcome/`);
  await other?.getByRole("heading", { name: "Récents" }).waitFor();
  expect(await other?.locator("html").getAttribute("lang")).toBe("fr");
  await french?.close();
  expect(problems).toEqual([]);
});

test.each(Object.keys(LANGUAGES))("the navigation has room for its labels in %s", async (language) => {
  await storeLanguage(language);
  await page.goto(`${url}/superset/welcome/`);
  await page.locator("nav a").first().waitFor();
  expect(await html("lang")).toBe(language);
  const cut = await page
    .locator("nav a *, nav button *")
    .evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
});

test(`no catalog is larger than ${MOST_KB} kB`, () => {
  const manifest = JSON.parse(readFileSync(join(WEB, ".vite/manifest.json"), "utf8")) as Record<
    string,
    { file: string }
  >;
  const catalogs = Object.entries(manifest).filter(([key]) => key.startsWith("messages-"));
  const sizes = catalogs.map(([key, { file }]) => ({
    key,
    size: gzipSync(readFileSync(join(WEB, file))).length / 1000,
  }));
  expect(sizes.length).toBeGreaterThan(7);
  expect(sizes.filter(({ size }) => size > MOST_KB)).toEqual([]);
});
