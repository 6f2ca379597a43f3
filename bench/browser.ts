/// <reference lib="dom" />
import { gzipSync } from "node:zlib";
import { launchBrowser, signIn, visit } from "../src/testing/stage.ts";
import { DASHBOARD, painted } from "./dashboard.ts";

/** Kilobytes (1000 bytes), gzip: docs/architecture.md. */
const PAGES = [
  { page: "home", path: "/superset/welcome/", budget: 350 },
  { page: "dashboard", path: DASHBOARD, budget: 650 },
  { page: "explore", path: "/explore/?datasource_type=table&datasource_id=1", budget: 765 },
  { page: "sql lab", path: "/sqllab/", budget: 600 },
] as const;

export async function measureJavaScript(url: string): Promise<{ page: string; kilobytes: number; budget: number }[]> {
  const browser = await launchBrowser();
  const session = await visit(browser);
  await signIn(session.page, url, "/dashboard/list/");
  const measured: { page: string; kilobytes: number; budget: number }[] = [];
  for (const { page, path, budget } of PAGES) {
    const tab = await session.context.newPage();
    const bodies: Promise<Buffer>[] = [];
    tab.on("response", (response) => {
      if (/\.js($|\?)/.test(response.url())) bodies.push(response.body());
    });
    await tab.goto(url + path, { waitUntil: "networkidle" });
    if (page === "dashboard" || page === "explore") await painted(tab);
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    measured.push({ page, kilobytes: bytes / 1000, budget });
    await tab.close();
  }
  await browser.close();
  return measured;
}
