import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { visit } from "../../src/testing/stage.ts";
import { type Account, q } from "./account.ts";
import { startHost } from "./guests.ts";
import { legacyRows, unpivoted } from "./legacy.ts";
import { lookAt, type Open, type Opened, openedBy, signedIn } from "./opened.ts";
import type { ChartRequest } from "./recorder.ts";
import { type ChartLine, printLine } from "./report.ts";
import { changesBetween, settingsOf } from "./settings.ts";
import { printTimes, type TimedDashboard, timeDashboard } from "./times.ts";

/** Opens each dashboard in Superset, and in Tessera as an owner, a Gamma and a guest. */

export interface Accounts {
  there: Account;
  admin: Account;
  gamma: Account;
}

export interface Wanted {
  only: string;
  folder: string;
  pictures: boolean;
  times: boolean;
}

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
  params: string | null;
}

interface Pair {
  title: string;
  there: number;
  here: number;
}

const READERS = ["there", "admin", "gamma", "guest"] as const;
type Reader = (typeof READERS)[number];
type Readers = Record<Reader, { context: BrowserContext; open: Open }>;

export async function compareDashboards(browser: Browser, accounts: Accounts, options: Wanted) {
  const pairs = await importAll(accounts, options.only);
  const charts = { there: await chartsOf(accounts.there), here: await chartsOf(accounts.admin) };
  const host = await startHost(accounts.admin);
  const readers: Readers = {
    there: { context: await signedIn(browser, accounts.there), open: openedBy(accounts.there) },
    admin: { context: await signedIn(browser, accounts.admin), open: openedBy(accounts.admin) },
    gamma: { context: await signedIn(browser, accounts.gamma), open: openedBy(accounts.gamma) },
    guest: { context: (await visit(browser)).context, open: host.open },
  };
  const lines: ChartLine[] = [];
  const changes: string[] = [];
  for (const pair of pairs) {
    console.log(pair.title);
    const before = await settingsOf(accounts.admin, pair.here);
    const openedBy = await seenBy(readers, pair, options);
    const changed = changesBetween(before, await settingsOf(accounts.admin, pair.here));
    changes.push(...changed.map((place) => `${pair.title}: ${place}`));
    await readOlderCalls(accounts, openedBy, charts);
    const own = linesOf(pair, openedBy, charts);
    own.forEach(printLine);
    if (options.times) printTimes(await timeDashboard({ there: accounts.there, here: accounts.admin }, timedOf(own)));
    lines.push(...own);
    for (const problem of openedBy.admin.problems) console.log(`  error on the page: ${problem}`);
    writeFileSync(join(options.folder, "seen.json"), JSON.stringify(lines));
  }
  host.close();
  return { lines, changes };
}

async function importAll({ there, admin }: Accounts, only: string): Promise<Pair[]> {
  const columns = ["id", "uuid", "dashboard_title"];
  const all = await there.list<Dashboard>("/api/v1/dashboard/", columns);
  const selected = all.filter(({ dashboard_title }) => dashboard_title.includes(only));
  for (const { id } of selected) {
    const bundle = await there.download(`/api/v1/dashboard/export/?q=${q([id])}`);
    await admin.postForm("/api/v1/dashboard/import/", { formData: bundle, overwrite: "true" });
  }
  const imported = await admin.list<Dashboard>("/api/v1/dashboard/", columns);
  return selected.map(({ id, uuid, dashboard_title: title }) => {
    const here = imported.find((one) => one.uuid === uuid)?.id;
    if (here === undefined) throw new Error(`${title} was not imported`);
    return { title, there: id, here };
  });
}

async function chartsOf(account: Account): Promise<Map<number, Chart>> {
  const all = await account.list<Chart>("/api/v1/chart/", ["id", "uuid", "slice_name", "viz_type", "params"]);
  return new Map(all.map((chart) => [chart.id, chart]));
}

async function seenBy(readers: Readers, pair: Pair, { pictures, folder }: Wanted): Promise<Record<Reader, Opened>> {
  const openedBy = {} as Record<Reader, Opened>;
  for (const reader of READERS) {
    const { context, open } = readers[reader];
    const page = await context.newPage();
    const isShown = pictures && (reader === "there" || reader === "admin");
    const picture = join(folder, "pictures", `${pair.title.replace(/\W+/g, "-")}-${reader}`);
    const id = reader === "there" ? pair.there : pair.here;
    openedBy[reader] = await lookAt(page, (one) => open(one, id), isShown ? picture : undefined);
    if (reader === "there") await legacyRows(page, openedBy.there.requests);
    await page.close();
  }
  return openedBy;
}

interface Charts {
  there: Map<number, Chart>;
  here: Map<number, Chart>;
}

/** Superset's legacy API returns rows before pivoting, so Tessera's rows are reloaded in the same form. */
async function readOlderCalls({ admin }: Accounts, openedBy: Record<Reader, Opened>, charts: Charts): Promise<void> {
  for (const [id, request] of openedBy.there.requests) {
    const uuid = charts.there.get(id)?.uuid;
    const here = [...openedBy.admin.requests.values()].find(({ chart }) => charts.here.get(chart)?.uuid === uuid);
    if (request.legacy && here) here.results = await unpivoted(admin, here);
  }
}

/** Superset's older call has no query to send. */
function timedOf(lines: readonly ChartLine[]): TimedDashboard {
  const charts = lines.flatMap(({ there, here }) => {
    if (!there || !here || there.legacy || there.status !== 200) return [];
    const { queries } = there;
    return [{ there: { datasource: there.datasource, queries }, here: { datasource: here.datasource, queries } }];
  });
  return { title: lines[0]?.dashboard ?? "", charts };
}

function linesOf({ title }: Pair, openedBy: Record<Reader, Opened>, charts: Charts): ChartLine[] {
  const byUuid = (requests: Map<number, ChartRequest>, of: Map<number, Chart>) =>
    new Map([...requests].map(([chart, one]) => [of.get(chart)?.uuid, one]));
  const requests = {
    there: byUuid(openedBy.there.requests, charts.there),
    here: byUuid(openedBy.admin.requests, charts.here),
  };
  const problemOf = ({ requests, tiles }: Opened, id: number) => {
    const { status = "not requested", error = "" } = requests.get(id) ?? {};
    const state = tiles.get(id) ?? "no tile";
    return status === 200 && state === "drawn" ? undefined : `${status} ${error} ${state}`;
  };
  return [...charts.here.values()].flatMap(({ id, uuid, slice_name: name, viz_type: vizType }): ChartLine[] => {
    const state = openedBy.admin.tiles.get(id);
    const [there, here] = [requests.there.get(uuid), requests.here.get(uuid)];
    if (state === undefined && !there && !here) return [];
    const drawn = { isDrawn: state === "drawn", problem: state };
    const others = { gamma: problemOf(openedBy.gamma, id), guest: problemOf(openedBy.guest, id) };
    const stored = storedBy(charts.there, uuid);
    return [{ dashboard: title, name, vizType, stored, there, here, ...drawn, ...others }];
  });
}

function storedBy(charts: Map<number, Chart>, uuid: string): Record<string, unknown> {
  const params = [...charts.values()].find((chart) => chart.uuid === uuid)?.params;
  return params ? (JSON.parse(params) as Record<string, unknown>) : {};
}
