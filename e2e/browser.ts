import type { Browser } from "playwright-core";
import { FULL_SIZE } from "../src/testing/full-size.ts";
import { launchBrowser, noteProblems, type Visit, type VisitOptions, visit as visitIn } from "../src/testing/stage.ts";

/** Pages of tests are left before optimized code pays off, see docs/decisions/0011-test-duration.md. */
const SHORT_LIVED = FULL_SIZE
  ? []
  : ["--js-flags=--no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=64"];

let running: Browser | undefined;

async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launchBrowser(SHORT_LIVED);
  return running;
}

/** A page reused by the worker's test files: a warm process opens the app in half the time of a new one. */
let passedOn: PassedOn | undefined;

interface PassedOn {
  visit: Visit;
  isTaken: boolean;
  added: { dispose(): Promise<void> }[];
  origins: Set<string>;
}

export interface PageOptions extends VisitOptions {
  /** For tests that leave state behind that can't be cleared. */
  isOwn?: boolean;
}

/** An anonymous browser profile. A file's first call reuses the previous file's page, cleaned. */
export async function visit(options: PageOptions = {}): Promise<Visit> {
  const { isOwn, ...looks } = options;
  const isAlive = passedOn?.visit.context.browser()?.isConnected() && !passedOn.visit.page.isClosed();
  if (isOwn || (isAlive && passedOn?.isTaken)) return visitIn(await sharedBrowser(), looks);
  if (!isAlive || !passedOn) passedOn = trackAdditions(await visitIn(await sharedBrowser(), looks));
  else await applyLooks(passedOn.visit, looks);
  passedOn.isTaken = true;
  return passedOn.visit;
}

async function applyLooks({ page }: Visit, { width = 1440, height = 900, dark = false }: VisitOptions): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
}

function trackAdditions(visited: Visit): PassedOn {
  const added: PassedOn["added"] = [];
  const tracked = <A extends unknown[], R extends { dispose(): Promise<void> }>(add: (...args: A) => Promise<R>) => {
    return async (...args: A) => {
      const handle = await add(...args);
      added.push(handle);
      return handle;
    };
  };
  for (const owner of [visited.context, visited.page]) {
    owner.addInitScript = tracked(owner.addInitScript.bind(owner)) as typeof owner.addInitScript;
    owner.exposeFunction = tracked(owner.exposeFunction.bind(owner));
  }
  const origins = new Set<string>();
  trackOrigins(visited, origins);
  return { visit: visited, isTaken: false, added, origins };
}

function trackOrigins({ page }: Visit, origins: Set<string>): void {
  page.on("framenavigated", (frame) => {
    const { protocol, origin } = new URL(frame.url());
    if (protocol === "http:") origins.add(origin);
  });
}

export async function closePages(): Promise<void> {
  const contexts = running?.contexts().filter((context) => context !== passedOn?.visit.context) ?? [];
  await Promise.all(contexts.map((context) => context.close()));
  if (!passedOn?.isTaken || passedOn.visit.page.isClosed()) return;
  const { context } = passedOn.visit;
  await clean(passedOn).catch(async () => {
    passedOn = undefined;
    await context.close();
  });
}

const TEST_EVENTS = [
  ...["request", "requestfinished", "requestfailed", "response", "websocket"],
  ...["popup", "dialog", "download", "console", "pageerror", "framenavigated"],
];

async function clean(passed: PassedOn): Promise<void> {
  const { context, page, problems } = passed.visit;
  for (const event of TEST_EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await Promise.all(passed.added.splice(0).map((one) => one.dispose()));
  await Promise.all(context.pages().map((one) => one !== page && one.close()));
  await context.setOffline(false);
  const client = await context.newCDPSession(page);
  for (const origin of passed.origins) {
    // A page without scripts on the same site keeps the process.
    await page.goto(`${origin}/health`);
    await page.evaluate(() => sessionStorage.clear());
    await client.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
  passed.origins.clear();
  await client.detach();
  await context.clearCookies();
  page.setDefaultTimeout(20_000);
  noteProblems(page, problems);
  trackOrigins(passed.visit, passed.origins);
  problems.length = 0;
  passed.isTaken = false;
}
