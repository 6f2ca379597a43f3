import type { Browser, BrowserContext, Page } from "playwright-core";
import { visit } from "../../src/testing/stage.ts";
import type { Account } from "./account.ts";
import { type ChartRequest, Recorder } from "./recorder.ts";
import { picture, type Walked, walk } from "./walk.ts";

export interface Opened {
  requests: Map<number, ChartRequest>;
  tiles: Map<number, string>;
  problems: string[];
}

export type Open = (page: Page, dashboard: number) => Promise<Walked>;

export async function signedIn(browser: Browser, account: Account): Promise<BrowserContext> {
  const { context, page } = await visit(browser);
  context.setDefaultTimeout(60_000);
  await page.goto(`${account.url}/login/`);
  await page.locator("input:not([type=hidden], [type=password])").first().fill(account.username);
  await page.locator("input[type=password]").first().fill(account.password);
  await page.locator("button[type=submit], input[type=submit]").first().click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.close();
  return context;
}

export const openedBy =
  (account: Account): Open =>
  async (page, dashboard) => {
    const recorder = new Recorder(page);
    await page.goto(`${account.url}/superset/dashboard/${dashboard}/`);
    await page.locator("[data-tile], .dashboard-grid, .grid-container").first().waitFor();
    return { page, frame: page.mainFrame(), recorder };
  };

/** `pictures`: path prefix for a screenshot of each tab; none are taken without it. */
export async function lookAt(page: Page, open: (page: Page) => Promise<Walked>, pictures?: string): Promise<Opened> {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  const walked = await open(page);
  const tiles = new Map<number, string>();
  let views = 0;
  await walk(walked, async (visibleTiles) => {
    for (const [chart, state] of visibleTiles) if (tiles.get(chart) !== "drawn") tiles.set(chart, state);
    views += 1;
    if (pictures) await picture(walked, `${pictures}-${views}.png`);
  });
  return { requests: walked.recorder.requests, tiles, problems };
}
