import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../src/testing/stage.ts";
import { Account, q } from "./compare-superset/account.ts";
import { startHost } from "./compare-superset/guests.ts";
import { legacyRows } from "./compare-superset/legacy.ts";
import { lookAt, openedBy, signedIn } from "./compare-superset/opened.ts";
import type { Asked } from "./compare-superset/recorder.ts";
import { type ChartLine, outcomeOf, printLine, printTable } from "./compare-superset/report.ts";
import { changesBetween, settingsOf } from "./compare-superset/settings.ts";
import { startSuperset } from "./compare-superset/superset.ts";
import { startTessera } from "./compare-superset/tessera.ts";

/**
 * `npm run compare-superset`: opens the example dashboards of a Superset 6.1 in it and here, over the same PostgreSQL,
 * and compares what the pages ask and get for each chart.
 */

const USAGE = `usage: npm run compare-superset -- [--folder DIR] [--superset URL --user NAME] [--only TEXT] [--pictures]

  --folder     where Superset is installed and what was seen is written; kept for the next run
  --superset   a Superset that already runs; the password is read from SUPERSET_PASSWORD
  --user       an administrator of it
  --only       dashboards whose title has this text in it
  --pictures   takes a picture of each tab in both`;

interface Dashboard {
  id: number;
  uuid: string;
  dashboard_title: string;
}

interface Chart {
  id: number;
  uuid: string;
  slice_name: string;
  viz_type: string;
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        folder: { type: "string", default: join(tmpdir(), "compare-superset") },
        superset: { type: "string" },
        user: { type: "string", default: "admin" },
        only: { type: "string", default: "" },
        pictures: { type: "boolean", default: false },
      },
    }).values;
  } catch {
    throw new Error(USAGE);
  }
}

const options = readOptions();

async function supersetOf() {
  if (!options.superset) return startSuperset(options.folder);
  const password = process.env.SUPERSET_PASSWORD;
  if (!password) throw new Error("Set SUPERSET_PASSWORD to the password of the administrator.");
  return { url: options.superset, user: { username: options.user, password }, stop: async () => undefined };
}

async function main(): Promise<number> {
  mkdirSync(join(options.folder, "pictures"), { recursive: true });
  const superset = await supersetOf();
  const tessera = await startTessera();
  const browser = await launchBrowser();
  try {
    const there = await Account.signIn(superset.url, superset.user);
    return await compareAll(browser, there, tessera);
  } finally {
    await browser.close();
    await tessera.stop();
    await superset.stop();
  }
}

async function compareAll(browser: Browser, there: Account, { admin, gamma }: { admin: Account; gamma: Account }) {
  const all = await there.list<Dashboard>("/api/v1/dashboard/", ["id", "uuid", "dashboard_title"]);
  const dashboards = all.filter(({ dashboard_title }) => dashboard_title.includes(options.only));
  for (const { id } of dashboards) {
    const bundle = await there.download(`/api/v1/dashboard/export/?q=${q([id])}`);
    await admin.postForm("/api/v1/dashboard/import/", { formData: bundle, overwrite: "true" });
  }
  const imported = await admin.list<Dashboard>("/api/v1/dashboard/", ["id", "uuid", "dashboard_title"]);
  const pages = {
    there: await signedIn(browser, there),
    admin: await signedIn(browser, admin),
    gamma: await signedIn(browser, gamma),
    guest: await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage(),
  };
  const host = await startHost(admin);
  const lines: ChartLine[] = [];
  const changes: string[] = [];
  const charts = { there: await chartsOf(there), here: await chartsOf(admin) };
  for (const { id, uuid, dashboard_title: title } of dashboards) {
    console.log(title);
    const here = imported.find((one) => one.uuid === uuid);
    if (!here) throw new Error(`${title} was not imported`);
    const before = await settingsOf(admin, here.id);
    const picture = (side: string) =>
      options.pictures ? join(options.folder, "pictures", `${title.replace(/\W+/g, "-")}-${side}`) : undefined;
    const seen = {
      there: await lookAt(pages.there, openedBy(there), id, picture("there")),
      admin: await lookAt(pages.admin, openedBy(admin), here.id, picture("here")),
      gamma: await lookAt(pages.gamma, openedBy(gamma), here.id),
      guest: await lookAt(pages.guest, host.open, here.id),
    };
    await legacyRows(pages.there, seen.there.asked);
    const changed = changesBetween(before, await settingsOf(admin, here.id));
    changes.push(...changed.map((place) => `${title}: ${place}`));
    const byUuid = (asked: Map<number, Asked>, of: Map<number, Chart>) =>
      new Map([...asked].map(([chart, one]) => [of.get(chart)?.uuid ?? "", one]));
    const asked = {
      there: byUuid(seen.there.asked, charts.there),
      here: byUuid(seen.admin.asked, charts.here),
    };
    for (const chart of charts.here.values()) {
      const state = seen.admin.tiles.get(chart.id);
      const one = { there: asked.there.get(chart.uuid), here: asked.here.get(chart.uuid) };
      if (state === undefined && !one.there && !one.here) continue;
      const line: ChartLine = {
        dashboard: title,
        name: chart.slice_name,
        vizType: chart.viz_type,
        ...one,
        isDrawn: state === "drawn",
        problem: state,
        gamma: seen.gamma.asked.get(chart.id)?.status === 200 && seen.gamma.tiles.get(chart.id) === state,
        guest: seen.guest.asked.get(chart.id)?.status === 200 && seen.guest.tiles.get(chart.id) === state,
      };
      lines.push(line);
      printLine(line);
    }
    for (const problem of seen.admin.problems) console.log(`  error on the page: ${problem}`);
    writeFileSync(join(options.folder, "seen.json"), JSON.stringify(lines));
  }
  host.close();
  printTable(lines, changes);
  return lines.some((line) => !line.isDrawn || outcomeOf(line).outcome === "different") || changes.length > 0 ? 1 : 0;
}

async function chartsOf(account: Account): Promise<Map<number, Chart>> {
  const all = await account.list<Chart>("/api/v1/chart/", ["id", "uuid", "slice_name", "viz_type"]);
  return new Map(all.map((chart) => [chart.id, chart]));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
