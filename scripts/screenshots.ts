import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser, signIn, startServer, visit } from "../src/testing/stage.ts";
import { freePort } from "./services.ts";

/** `npm run screenshots`: takes every page in light and dark from the running product into docs/screenshots/. */

interface Shot {
  path: string;
  ready: string;
  width?: number;
  height?: number;
  act?(page: Page): Promise<void>;
}

const GENRES = `-- Return on budget by genre, films that cost at least $1M
SELECT
  m.genre,
  count(*) AS films,
  round(median(m.production_budget) / 1e6, 1) AS med_budget_musd,
  round(median(m.worldwide_gross) / 1e6, 1) AS med_gross_musd,
  round(sum(m.worldwide_gross) / nullif(sum(m.production_budget), 0), 2) AS gross_per_usd,
  round(avg(m.imdb_rating), 2) AS avg_imdb
FROM movies AS m
WHERE m.production_budget >= 1e6
  AND m.worldwide_gross > 0
  AND m.genre IS NOT NULL
GROUP BY m.genre
ORDER BY gross_per_usd DESC`;

const LATE = `SELECT 100.0 * avg((delay >= 15)::int) FROM flights
WHERE extract(day FROM date) = extract(day FROM current_date)`;

const SHOTS: Readonly<Record<string, Shot>> = {
  home: { path: "/superset/welcome/", ready: "Recents" },
  dashboards: { path: "/dashboard/list/", ready: "US flight delays" },
  "dashboards-cards": { path: "/dashboard/list/?viewMode=card", ready: "US flight delays" },
  charts: { path: "/chart/list/", ready: "Charts" },
  datasets: { path: "/tablemodelview/list/", ready: "seattle_weather" },
  "new-chart": { path: "/chart/add", ready: "Create a new chart" },
  dashboard: { path: "/superset/dashboard/us-flight-delays/", ready: "3,000,000" },
  "dashboard-development": { path: "/superset/dashboard/world-development/", ready: "World development" },
  "dashboard-weather": { path: "/superset/dashboard/weather-and-work/", ready: "Weather and work" },
  "dashboard-edit": {
    path: "/superset/dashboard/us-flight-delays/?edit=true",
    ready: "3,000,000",
    act: (page) =>
      page
        .locator("[data-type=CHART]")
        .nth(4)
        .click({ position: { x: 300, y: 12 } }),
  },
  "dashboard-phone": { path: "/superset/dashboard/us-flight-delays/", ready: "3,000,000", width: 390, height: 844 },
  explore: { path: "CHART", ready: "Save" },
  "sql-lab": {
    path: `/sqllab/?dbid=1&autorun=true&name=Return+by+genre&sql=${encodeURIComponent(GENRES)}`,
    ready: "Succeeded",
  },
  "query-history": { path: "/sqllab/history/", ready: "Query history" },
  "saved-queries": { path: "/savedqueryview/list/", ready: "Saved queries" },
  gallery: { path: "/gallery?category=Part of a Whole", ready: "Part of a Whole" },
  databases: { path: "/databaseview/list/", ready: "examples" },
  "connect-database": { path: "/databaseview/list/?connect=1", ready: "PostgreSQL" },
  users: { path: "/users/", ready: "Last sign-in" },
  "annotation-layers": { path: "/annotationlayer/list/", ready: "No annotation layers yet" },
  alert: { path: "/alert/list/?new=1", ready: "Must return one number", act: writeAlert },
  "dataset-folders": { path: "/tablemodelview/list/", ready: "seattle_weather", act: fileColumns },
  "css-templates": { path: "/csstemplatemodelview/list/", ready: "No CSS templates yet" },
  theme: {
    path: "/theme/list/",
    ready: "Themes",
    act: (page) => page.getByRole("button", { name: "New theme" }).click(),
  },
  tags: { path: "/superset/tags/", ready: "No tags yet" },
  groups: { path: "/list_groups/", ready: "No groups yet" },
  "action-log": { path: "/actionlog/list/", ready: "Action log" },
  account: { path: "/user_info/", ready: "API keys" },
  roles: { path: "/roles/", ready: "sql_lab" },
  "row-level-security": { path: "/rowlevelsecurity/list/?new=1", ready: "Preview as" },
  trash: { path: "/trash/", ready: "Trash" },
  palette: {
    path: "/superset/welcome/",
    ready: "Recents",
    act: (page) => page.keyboard.press("Control+k"),
  },
};

const folder = join(import.meta.dirname, "..", "docs", "screenshots");
mkdirSync(folder, { recursive: true });
const server = await startServer({ port: await freePort() });
const browser = await launchBrowser();
try {
  for (const theme of ["light", "dark"] as const) {
    const { page } = await visit(browser, { dark: theme === "dark" });
    await page.goto(`${server.url}/login/`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.screenshot({ path: join(folder, `sign-in-${theme}.png`) });
    await signIn(page, server.url);
    for (const path of ["/superset/dashboard/us-flight-delays/", "/superset/dashboard/world-development/"]) {
      await page.goto(server.url + path, { waitUntil: "networkidle" });
    }
    await picturesOfCards(page);
    for (const [name, shot] of Object.entries(SHOTS)) await take(page, `${name}-${theme}`, shot);
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
}

async function writeAlert(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Late share above 22 %");
  await dialog.getByRole("combobox", { name: "Database" }).click();
  await page.locator(".ant-select-dropdown:visible").getByText("examples", { exact: true }).last().click();
  await dialog.getByRole("textbox", { name: "SQL" }).click();
  await page.keyboard.insertText(LATE);
  await dialog.getByRole("spinbutton", { name: "Threshold" }).fill("22");
  await dialog.getByText(/^Would have fired/).waitFor();
  await dialog.getByRole("button", { name: "Test now" }).click();
  await dialog.getByText("Nothing was sent.").filter({ visible: true }).waitFor();
}

async function fileColumns(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Actions for flights" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("tab", { name: /^Folders/ }).click();
  const dialog = page.getByRole("dialog");
  for (const [name, items] of [
    ["Punctuality", ["Delay, minutes", "Average delay", "Late flights"]],
    ["Places", ["Origin", "Destination", "Route"]],
  ] as const) {
    await dialog.getByRole("button", { name: "Add folder" }).click();
    await page.keyboard.type(name);
    for (const item of items) await dialog.getByRole("checkbox", { name: `Select ${item}`, exact: true }).check();
    await dialog.getByRole("button", { name: "Move to" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  }
  await dialog.getByRole("checkbox", { name: "Select Distance, miles", exact: true }).check();
  await dialog.getByRole("textbox", { name: "Name for Punctuality" }).scrollIntoViewIfNeeded();
}

/** The server takes them one by one, on demand; until they are ready, cards show icons. */
async function picturesOfCards(page: Page): Promise<void> {
  for (const path of ["/dashboard/list/?viewMode=card", "/superset/welcome/"]) {
    await page.goto(server.url + path);
    const pictures = page.locator("main img[src^='blob:']");
    await pictures.first().waitFor({ timeout: 60_000 });
    const icons = page.locator("main [class*=plate]:not([data-small])");
    await icons.first().waitFor({ state: "detached", timeout: 60_000 });
  }
}

async function take(page: Page, name: string, shot: Shot): Promise<void> {
  await page.setViewportSize({ width: shot.width ?? 1440, height: shot.height ?? 900 });
  const path = shot.path === "CHART" ? await chartPath(page) : shot.path;
  await page.goto(server.url + path);
  await page.getByText(shot.ready).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await shot.act?.(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`docs/screenshots/${name}.png`);
}

async function chartPath(page: Page): Promise<string> {
  const q = "(filters:!((col:viz_type,opr:eq,value:echarts_timeseries_line)),order_column:slice_name,page_size:100)";
  const answer = await page.request.get(`${server.url}/api/v1/chart/?q=${encodeURIComponent(q)}`);
  const { result } = (await answer.json()) as { result: { id: number; datasource_name_text: string }[] };
  const chart = result.find((one) => /unemployment/.test(one.datasource_name_text)) ?? result[0];
  return `/explore/?slice_id=${chart?.id ?? 0}`;
}
