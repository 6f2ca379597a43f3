import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, signIn, visit } from "../src/testing/stage.ts";
import { serverUrl } from "./server-url.ts";

/** Every page: accessible, in both themes, at three widths, under the content security policy, within its budget. */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PAGES = {
  home: { path: "/superset/welcome/", ready: "Recents" },
  dashboards: { path: "/dashboard/list/", ready: "US flight delays" },
  charts: { path: "/chart/list/", ready: "Charts" },
  datasets: { path: "/tablemodelview/list/", ready: "seattle_weather" },
  explore: { path: "/explore/?datasource_type=table&datasource_id=1", ready: "Save" },
  dashboard: { path: "/superset/dashboard/us-flight-delays/", ready: "3,000,000" },
  editor: { path: "/superset/dashboard/us-flight-delays/?edit=true", ready: "3,000,000" },
  "sql lab": { path: "/sqllab/", ready: "Limit" },
  gallery: { path: "/gallery/?type=pie", ready: "Pie Chart" },
  "saved queries": { path: "/savedqueryview/list/", ready: "Saved queries" },
  "query history": { path: "/sqllab/history/", ready: "Query history" },
  trash: { path: "/trash/", ready: "Trash" },
  databases: { path: "/databaseview/list/", ready: "examples" },
  "connect a database": { path: "/databaseview/list/?connect=1", ready: "PostgreSQL" },
  "edit a database": { path: "/databaseview/list/?edit=1", ready: "Test connection" },
  "new chart": { path: "/chart/add", ready: "Create a new chart" },
} as const;

/** Kilobytes of JavaScript, gzip, that a page loads before it is idle: docs/architecture.md, budgets. */
const BUDGETS: Readonly<Record<string, number>> = { home: 350, dashboard: 600, explore: 750, "sql lab": 600 };

describe("pages", () => {
  const url = serverUrl();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function settled(page: Page, ready: string): Promise<void> {
    await page.getByText(ready).filter({ visible: true }).first().waitFor();
    await page.waitForLoadState("networkidle");
  }

  async function seriousFindings(page: Page): Promise<string[]> {
    return page.evaluate(async (source) => {
      // The page's policy forbids evaluated scripts, so axe is handed over through the debugger, as a script of its own.
      if (!("axe" in window)) throw new Error(`axe is not there: ${source}`);
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: AxeFinding[] }> } };
      interface AxeFinding {
        id: string;
        impact: string;
        nodes: { target: string[]; failureSummary?: string }[];
      }
      const { violations } = await axe.run();
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .map((node) => node.target.join(" "))
              .slice(0, 3)
              .join(" | ")}`,
        );
    }, "axe-core");
  }

  describe.each([
    { theme: "light", width: 1440, height: 900 },
    { theme: "dark", width: 1440, height: 900 },
    { theme: "light", width: 1024, height: 768 },
    { theme: "light", width: 390, height: 844 },
  ] as const)("$theme, $width px", ({ theme, width, height }) => {
    let page: Page;
    let problems: string[];
    beforeAll(async () => {
      const session = await visit(browser, { dark: theme === "dark", width, height });
      ({ page, problems } = session);
      await session.context.addInitScript(AXE);
      await signIn(page, url);
    });

    test.each(Object.entries(PAGES))("%s", async (_name, { path, ready }) => {
      problems.length = 0;
      await page.goto(url + path);
      await settled(page, ready);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways, "scrolls sideways").toBeLessThanOrEqual(0);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      expect(problems).toEqual([]);
    });
  });

  test("sign-in is accessible and says nothing about who exists", async () => {
    const { page, context } = await visit(browser);
    await context.addInitScript(AXE);
    await page.goto(`${url}/login/`);
    const messages: string[] = [];
    for (const username of ["admin", "nobody-at-all"]) {
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill("wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
      const message = page.getByText("The username or the password is not right.");
      await message.waitFor();
      messages.push((await message.textContent()) ?? "");
    }
    expect(new Set(messages).size).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("no inline script, no eval, nothing from elsewhere", async () => {
    const response = await fetch(`${url}/superset/welcome/`, { headers: { Accept: "text/html" } });
    const policy = response.headers.get("content-security-policy") ?? "";
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    expect(scripts).toBe("'self'");
    expect(policy).toMatch(/default-src 'self'|default-src 'none'/);
    expect(policy).toContain("frame-ancestors");
    // Blocks of JSON are data, which no browser runs.
    expect(await response.text()).not.toMatch(/<script(?! type="application\/json")(?![^>]*\bsrc=)[^>]*>\s*\S/);
  });

  test.each(Object.entries(BUDGETS))("%s loads at most %i kB of JavaScript", async (name, budget) => {
    const { page, context } = await visit(browser);
    await signIn(page, url, "/dashboard/list/");
    const bodies: Promise<Buffer>[] = [];
    const fresh = await context.newPage();
    fresh.on("response", (response) => {
      if (/\.js($|\?)/.test(response.url())) bodies.push(response.body());
    });
    const { path, ready } = PAGES[name as keyof typeof PAGES];
    await fresh.goto(url + path);
    await settled(fresh, ready);
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    console.log(`${name}: ${Math.round(bytes / 1000)} kB of JavaScript (gzip), budget ${budget} kB`);
    expect(bytes / 1000).toBeLessThanOrEqual(budget);
  });
});
