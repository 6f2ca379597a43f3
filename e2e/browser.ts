import type { Browser } from "playwright-core";
import { launchBrowser, noteProblems, type Visit, type VisitOptions, visit as visitIn } from "../src/testing/stage.ts";

let running: Browser | undefined;

/** The browser that the files of a worker share, launched again if it crashed. It ends with the worker. */
async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launchBrowser();
  return running;
}

/**
 * The page that the files of a worker have one after the other. One that has shown the interface before opens it in half
 * of the time that a new one takes, whose process has everything to load and to compile.
 */
let passedOn: PassedOn | undefined;

interface PassedOn {
  visit: Visit;
  isTaken: boolean;
  /** What the file that has it has added to it. */
  added: { dispose(): Promise<void> }[];
  /** Where it has been. */
  origins: Set<string>;
}

export interface PageOptions extends VisitOptions {
  /** For what no other file can take over. */
  isOwn?: boolean;
}

/** A browser profile that knows nobody: the first one of a file is taken over from the file before, without its traces. */
export async function visit(options: PageOptions = {}): Promise<Visit> {
  const { isOwn, ...looks } = options;
  const isThere = passedOn?.visit.context.browser()?.isConnected() && !passedOn.visit.page.isClosed();
  if (isOwn || (isThere && passedOn?.isTaken)) return visitIn(await sharedBrowser(), looks);
  if (!isThere || !passedOn) passedOn = noting(await visitIn(await sharedBrowser(), looks));
  else await look(passedOn.visit, looks);
  passedOn.isTaken = true;
  return passedOn.visit;
}

async function look({ page }: Visit, { width = 1440, height = 900, dark = false }: VisitOptions): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
}

/** Notes what is added to a profile and its page, so that it can be taken away again. */
function noting(visited: Visit): PassedOn {
  const added: PassedOn["added"] = [];
  const noted = <A extends unknown[], R extends { dispose(): Promise<void> }>(add: (...args: A) => Promise<R>) => {
    return async (...args: A) => {
      const one = await add(...args);
      added.push(one);
      return one;
    };
  };
  for (const owner of [visited.context, visited.page]) {
    owner.addInitScript = noted(owner.addInitScript.bind(owner)) as typeof owner.addInitScript;
    owner.exposeFunction = noted(owner.exposeFunction.bind(owner));
  }
  const origins = new Set<string>();
  noteOrigins(visited, origins);
  return { visit: visited, isTaken: false, added, origins };
}

function noteOrigins({ page }: Visit, origins: Set<string>): void {
  page.on("framenavigated", (frame) => {
    const { protocol, origin } = new URL(frame.url());
    if (protocol === "http:") origins.add(origin);
  });
}

/** Closes what a file has opened, and takes its traces from the page that the next one has. */
export async function closePages(): Promise<void> {
  const contexts = running?.contexts().filter((context) => context !== passedOn?.visit.context) ?? [];
  await Promise.all(contexts.map((context) => context.close()));
  if (!passedOn?.isTaken || passedOn.visit.page.isClosed()) return;
  const { context } = passedOn.visit;
  await forget(passedOn).catch(async () => {
    passedOn = undefined;
    await context.close();
  });
}

/** What tests listen to. Playwright itself listens to other events. */
const HEARD = [
  ...["request", "requestfinished", "requestfailed", "response", "websocket"],
  ...["popup", "dialog", "download", "console", "pageerror", "framenavigated"],
];

async function forget(passed: PassedOn): Promise<void> {
  const { context, page, problems } = passed.visit;
  for (const event of HEARD) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await Promise.all(passed.added.splice(0).map((one) => one.dispose()));
  await Promise.all(context.pages().map((one) => one !== page && one.close()));
  await context.setOffline(false);
  const client = await context.newCDPSession(page);
  for (const origin of passed.origins) {
    // A page of the same site, which keeps the process: it has no script.
    await page.goto(`${origin}/health`);
    await page.evaluate(() => sessionStorage.clear());
    await client.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
  passed.origins.clear();
  await client.detach();
  await context.clearCookies();
  page.setDefaultTimeout(20_000);
  noteProblems(page, problems);
  noteOrigins(passed.visit, passed.origins);
  problems.length = 0;
  passed.isTaken = false;
}
