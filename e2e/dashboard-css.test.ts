import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { isSampled, REPEATED_BY } from "../src/testing/full-size.ts";
import { signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { makeRowOfCharts } from "./row-of-charts.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
const WINDOW = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
let page: Page;
let dashboardId: number;

beforeAll(async () => {
  ({ page } = await visit(WINDOW));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await signIn(page, url);
  dashboardId = await makeRowOfCharts(page, url, { title: "Styled", count: 1, width: 6 });
});

async function open(css: string, size = WINDOW): Promise<void> {
  const { result: token } = await (await page.request.get(`${url}/api/v1/security/csrf_token/`)).json();
  const headers = { "x-csrftoken": token };
  const response = await page.request.put(`${url}/api/v1/dashboard/${dashboardId}`, { headers, data: { css } });
  expect(response.ok(), await response.text()).toBe(true);
  await page.setViewportSize(size);
  await page.goto(`${url}/superset/dashboard/${dashboardId}/`);
  await page.locator("[data-status=ready]").first().waitFor();
}

const partAt = (x: number, y: number) =>
  page.evaluate(
    ([left, top]) => {
      const found = document.elementFromPoint(left ?? 0, top ?? 0);
      return found?.closest("[data-dashboard-frame]") ? "dashboard" : (found?.closest("nav, aside")?.tagName ?? "page");
    },
    [x, y],
  );

const COVERS = "content: ''; z-index: 2147483647 !important; background: red !important;";
const OVERLAYS: Record<string, string> = {
  "a fixed box": `:scope::after { ${COVERS} position: fixed !important; inset: 0 }`,
  "a fixed box without containment": `:scope { contain: none !important; transform: none !important } :scope::after { ${COVERS} position: fixed; inset: 0 }`,
  "an absolute box": `:scope { position: static !important } :scope::before { ${COVERS} position: absolute; inset: -5000px }`,
  "an enlarged root":
    ":scope { position: fixed !important; inset: -500px !important; z-index: 99999 !important; background: red !important }",
  margins: ":scope { margin: -500px !important; width: 5000px !important; height: 5000px !important; background: red }",
  "a shadow and an outline": ":scope { box-shadow: 0 0 0 999px red !important; outline: 999px solid red !important }",
  "a transform": "[data-dashboard-canvas] { transform: scale(9) !important; z-index: 99999; position: fixed }",
  "rules for html and body":
    "html, body, :root, #app { display: none !important } @layer a { body { display: none !important } }",
  "a registered property": "@property --tessera-rail { syntax: '<color>'; inherits: false; initial-value: red }",
  "a nested scope":
    "@scope (html) { :scope { display: none !important } } @scope { :scope { display: none !important } }",
  "the ancestor page":
    ":root:has([data-dashboard]) { display: none !important } :scope:has(*) { position: fixed; inset: 0 }",
  "an anchor":
    "[data-dashboard-canvas] { position: fixed !important; position-anchor: auto; inset: 0; width: 100vw; height: 100vh }",
};

test.each(Object.entries(OVERLAYS).filter((_, i) => isSampled(i, 6)))(
  "%s covers nothing around the dashboard",
  async (_, css) => {
    await open(css);
    const nav = await page.locator("nav[aria-label=Main]").first().boundingBox();
    if (!nav) throw new Error("No navigation");
    for (const y of [20, 300, 700, 890]) expect(await partAt(nav.x + nav.width / 2, y), REPEATED_BY).toBe("NAV");
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--tessera-rail")),
    ).not.toBe("red");
    await page.setViewportSize(PHONE);
    await expect.poll(() => partAt(195, PHONE.height - 20)).toBe("NAV");
  },
);

test("keyframes named like the app's own don't affect the app", async () => {
  await open("");
  const name = await page.evaluate(() => {
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules) if (rule instanceof CSSKeyframesRule) return rule.name;
    return "";
  });
  expect(name).not.toBe("");
  const css = `@keyframes ${name} { from, to { letter-spacing: 77px } } @keyframes own { from, to { letter-spacing: 5px } }`;
  await open(`${css} :scope { animation: own 9s infinite }`);
  const spacing = await page.evaluate((selector) => {
    const box = document.createElement("div");
    box.style.animation = `${selector} 9s infinite`;
    document.body.append(box);
    const own = document.querySelector("[data-dashboard]") as Element;
    return [getComputedStyle(box).letterSpacing, getComputedStyle(own).letterSpacing];
  }, name);
  expect(spacing).toEqual(["normal", "5px"]);
});

test("a fullscreen tile covers the window, and the phone filter button sits above the navigation bar", async () => {
  await open("");
  const tile = page
    .locator("section, article")
    .filter({ has: page.locator("[data-status=ready]") })
    .first();
  await tile.hover();
  await tile
    .getByRole("button", { name: /^More|menu|options/i })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Enter fullscreen" }).click();
  const box = await page.locator("[data-fullscreen]").boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  await open("", PHONE);
  const button = await page
    .getByRole("button", { name: /^Filters/ })
    .last()
    .boundingBox();
  const bar = await page.locator("nav[aria-label=Main]").last().boundingBox();
  if (!button || !bar) throw new Error("No filter button or navigation bar");
  expect(bar.y - (button.y + button.height)).toBe(16);
});
