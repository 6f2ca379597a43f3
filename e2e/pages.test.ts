import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL_SIZE, isSampled, REPEATED_BY } from "../src/testing/full-size.ts";
import { signIn } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { visit } from "./browser.ts";
import { DESKTOP_PAGES, PAGES } from "./page-list.ts";
import { makeRowOfCharts } from "./row-of-charts.ts";
import { serverUrl } from "./server-url.ts";

/**
 * Checks every page for accessibility in both themes and at three widths, CSP violations and its script size budget.
 * `npm test` checks a quarter of the pages, each with one theme and width, and those with budgets.
 */

/** Kilobytes of gzipped JavaScript a page may load before it is idle, see docs/architecture.md. */
const BUDGETS: Readonly<Record<string, number>> = { home: 350, dashboard: 700, explore: 815, "sql lab": 600 };

const WIDE = { width: 1440, height: 900 };
const LAPTOP = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

const ALL_PAGES = { ...PAGES, ...DESKTOP_PAGES };

/** Pages open with the first look and then switch to the others. */
const DEVICES = [
  {
    device: "in a window",
    looks: [
      { theme: "light", size: WIDE },
      { theme: "dark", size: WIDE },
      { theme: "light", size: LAPTOP },
    ],
    pages: ALL_PAGES,
  },
  { device: "on a phone", looks: [{ theme: FULL_SIZE ? "light" : "dark", size: PHONE }], pages: PAGES },
] as const;

function isOpenedOn(device: string, name: string): boolean {
  if (FULL_SIZE) return true;
  const at = Object.keys(ALL_PAGES).indexOf(name);
  if (device === "on a phone") return !(name in BUDGETS) && isSampled(at, 8);
  return name in BUDGETS || isSampled(at + 4, 8);
}

describe("pages", () => {
  const url = serverUrl();

  async function untilReady(page: Page, ready: string | RegExp): Promise<void> {
    await page.getByText(ready).filter({ visible: true }).first().waitFor();
    await page.waitForLoadState("networkidle");
  }

  describe.each(DEVICES)("$device", ({ device, looks, pages }) => {
    let page: Page;
    let problems: string[];
    const loaded = new Set<string>();
    beforeAll(async () => {
      const session = await visit(looks[0].size);
      ({ page, problems } = session);
      page.on("response", (response) => loaded.add(response.url()));
      await bringAxe(session.context);
      await signIn(page, url);
    });

    async function checkPage(path: string, ready: string | RegExp): Promise<void> {
      problems.length = 0;
      loaded.clear();
      for (const [turn, { theme, size }] of (FULL_SIZE ? looks : looks.slice(0, 1)).entries()) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize(size);
        if (turn === 0) await page.goto(url + path);
        await untilReady(page, ready);
        await checkLook(theme, `${theme}, ${size.width} px`);
      }
      expect(problems).toEqual([]);
    }

    async function checkLook(theme: string, look: string): Promise<void> {
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      const sideways = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(sideways, { message: `scrolls sideways: ${look}` }).toBeLessThanOrEqual(0);
      expect(await seriousFindings(page), `${look} ${REPEATED_BY}`).toEqual([]);
    }

    async function scriptSize(): Promise<number> {
      const scripts = [...loaded].filter((address) => /\.js($|\?)/.test(address));
      const bodies = await Promise.all(scripts.map(async (script) => (await page.request.get(script)).body()));
      return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
    }

    const opened = Object.entries(pages).filter(([name]) => isOpenedOn(device, name));
    test.each(opened)("%s", async (name, { path, ready }) => {
      await checkPage(path, ready);
      const budget = BUDGETS[name];
      if (budget === undefined) return;
      const size = await scriptSize();
      console.log(`${name}: ${Math.round(size)} kB of JavaScript (gzip), budget ${budget} kB`);
      expect(size).toBeLessThanOrEqual(budget);
    });

    test("the tag page and the tagged list pass the page checks", async () => {
      const id = await tagFirstDashboard(page, url);
      await checkPage(`/superset/all_entities/?id=${id}`, "US flight delays");
      await checkPage("/dashboard/list/", "US flight delays");
    });

    const inWindow = device === "in a window" ? test : () => undefined;
    inWindow("dashboards keep rows of narrow tiles at 1500 px and 1024 px with the filter bar open", async () => {
      const id = await makeRowOfCharts(page, url, { title: "Narrow tiles", count: 6, width: 2 });
      await page.goto(`${url}/superset/dashboard/${id}/`);
      await page.locator("[data-status=ready]").first().waitFor();
      const opener = page.getByRole("button", { name: "Open filters" });
      const closer = page.getByRole("button", { name: "Collapse filters" });
      for (const size of [{ width: 1500, height: 900 }, LAPTOP]) {
        await page.setViewportSize(size);
        // Narrowing the window closes the filter bar.
        if (size === LAPTOP) await opener.click();
        await closer.waitFor();
        const tops = () =>
          page
            .locator("[data-layout-id=ROW-1] > *")
            .evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top)));
        await expect.poll(async () => new Set(await tops()).size, { message: `${size.width} px` }).toBe(1);
        expect(await tops()).toHaveLength(6);
      }
    });

    const onPhone = device === "on a phone" ? test : () => undefined;
    onPhone("form fields don't zoom the page", async () => {
      await page.goto(`${url}/users/?new=1`);
      const fields = page.getByRole("dialog").locator("input:not([hidden]):not([type=submit])");
      await fields.first().waitFor();
      const sizes = await fields.evaluateAll((all) => all.map((field) => getComputedStyle(field).fontSize));
      expect(new Set(sizes)).toEqual(new Set(["16px"]));
    });
  });

  test("sign-in is accessible in both modes and doesn't reveal whether a user exists", async () => {
    const { page, context } = await visit();
    await bringAxe(context);
    await page.goto(`${url}/login/`);
    const messages: string[] = [];
    for (const username of ["admin", "nobody-at-all"]) {
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill("wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
      const message = page.getByText("Incorrect username or password.");
      await message.waitFor();
      messages.push((await message.textContent()) ?? "");
    }
    expect(new Set(messages).size).toBe(1);
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      expect(await seriousFindings(page), theme).toEqual([]);
    }
  });

  test("the CSP allows no inline scripts, eval or other origins", async () => {
    const response = await fetch(`${url}/superset/welcome/`, { headers: { Accept: "text/html" } });
    const policy = response.headers.get("content-security-policy") ?? "";
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    expect(scripts).toBe("'self'");
    expect(policy).toMatch(/default-src 'self'|default-src 'none'/);
    expect(policy).toContain("frame-ancestors");
    // JSON blocks are data and don't run.
    expect(await response.text()).not.toMatch(/<script(?! type="application\/json")(?![^>]*\bsrc=)[^>]*>\s*\S/);
  });
});

async function tagFirstDashboard(page: Page, url: string): Promise<number> {
  const get = async (path: string) => (await page.request.get(url + path)).json();
  const { result: csrf } = (await get("/api/v1/security/csrf_token/")) as { result: string };
  const { result: dashboard } = (await get("/api/v1/dashboard/us-flight-delays")) as { result: { id: number } };
  const response = await page.request.post(`${url}/api/v1/tag/3/${dashboard.id}/`, {
    data: { properties: { tags: ["wings and weather"] } },
    headers: { "x-csrftoken": csrf },
  });
  expect(response.status()).toBe(201);
  const { result } = (await get("/api/v1/tag/?q=(page_size:100)")) as { result: { id: number; name: string }[] };
  return result.find(({ name }) => name === "wings and weather")?.id ?? 0;
}
