import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import type { PictureOrder, PictureReply, PictureView } from "./protocol.ts";

/**
 * The process that takes pictures: one browser, one page at a time. It ends when its server lets it go, and the browser
 * with it. Pages get their files and data from the server alone; whatever else they name is not asked for.
 */

const ARGUMENTS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** What asks for data by POST. Nothing else is sent: a picture is no visit, and changes nothing. */
const READING = /^\/(api\/v1\/chart\/data|superset\/explore_json|datasource\/samples)/;
const POLL_MS = 100;
/** Charts that have just got their data draw once more when their fonts and sizes are settled. */
const SETTLE_MS = 400;
/** How long a dashboard may have no chart before it counts as having none. */
const EMPTY_MS = 2000;
const MAX_HEIGHT = 8000;

let browser: { host: string; opened: Promise<Browser> } | undefined;
let line: Promise<unknown> = Promise.resolve();

process.on("message", (order: PictureOrder) => {
  line = line.then(() => answer(order));
});
process.on("disconnect", () => void end());

async function answer(order: PictureOrder): Promise<void> {
  let reply: PictureReply;
  try {
    reply = { id: order.id, bytes: await withinTime(order) };
  } catch (error) {
    // The driver's messages go on with pages of its log.
    const [text = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    reply = { id: order.id, error: text };
  }
  process.send?.(reply);
}

async function end(): Promise<void> {
  await closeBrowser();
  process.exit(0);
}

async function closeBrowser(): Promise<void> {
  const opened = await browser?.opened.catch(() => undefined);
  browser = undefined;
  await opened?.close().catch(() => undefined);
}

/** A browser that finds one host and no other. */
async function browserFor({ browser: executablePath, origin, timeoutMs }: PictureOrder): Promise<Browser> {
  const host = new URL(origin).hostname;
  if (browser?.host !== host) await closeBrowser();
  const isRoot = process.getuid?.() === 0;
  const rules = `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${host}`;
  const args = [...ARGUMENTS, rules, ...(isRoot ? ["--no-sandbox"] : [])];
  browser ??= { host, opened: chromium.launch({ executablePath, args, timeout: timeoutMs }) };
  try {
    return await browser.opened;
  } catch (error) {
    browser = undefined;
    throw error;
  }
}

async function withinTime(order: PictureOrder): Promise<Buffer> {
  const opened = await browserFor(order);
  const { width, height, scale } = order.view;
  const context = await opened.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
    colorScheme: "light",
    serviceWorkers: "block",
  });
  try {
    context.setDefaultTimeout(order.timeoutMs);
    await context.route("**/*", (route) => {
      const request = route.request();
      const { origin, pathname } = new URL(request.url());
      const isRead = request.method() === "GET" || READING.test(pathname);
      return origin === order.origin && isRead ? route.continue() : route.abort();
    });
    if (order.cookie) await context.addCookies([{ ...order.cookie, url: order.origin, httpOnly: true }]);
    const page = await context.newPage();
    return await (order.taken ? documentOf(page, order.taken) : take(page, order));
  } finally {
    await context.close().catch(() => undefined);
  }
}

async function take(page: Page, { origin, path, view, timeoutMs }: PictureOrder): Promise<Buffer> {
  const until = performance.now() + timeoutMs;
  await page.goto(origin + path, { waitUntil: "domcontentloaded" });
  await drawn(page, view, until);
  if (view.noun === "chart") await page.evaluate(ALONE);
  if (view.isWhole) await unfold(page, view, until);
  await pause(POLL_MS);
  await drawn(page, view, until);
  await pause(SETTLE_MS);
  return page.screenshot({ type: "png" });
}

/** Makes the window as high as what is on the page; grids of charts grow, and others come into sight by that. */
async function unfold(page: Page, view: PictureView, until: number): Promise<void> {
  await page.evaluate(WHOLE_GRIDS);
  for (let height = view.height; ; ) {
    await pause(POLL_MS);
    await drawn(page, view, until);
    const whole = Math.min(Math.ceil(Number(await page.evaluate(WHOLE_HEIGHT))), MAX_HEIGHT);
    if (whole <= height) return;
    height = whole;
    await page.setViewportSize({ width: view.width, height });
  }
}

/** A PDF document of one page that is as large as the picture. */
async function documentOf(page: Page, taken: Uint8Array): Promise<Buffer> {
  const address = `data:image/png;base64,${Buffer.from(taken).toString("base64")}`;
  await page.setContent(
    `<title>Dashboard</title><style>body{margin:0}img{display:block}</style><img src="${address}">`,
  );
  const [width, height] = (await page.evaluate(SIZE)) as [number, number];
  return page.pdf({ width: `${width}px`, height: `${height}px`, printBackground: true, pageRanges: "1" });
}

const SIZE = `document.images[0].decode().then(() => [document.images[0].naturalWidth, document.images[0].naturalHeight])`;

/** Waits until every chart in sight is drawn, or says why it is not. */
async function drawn(page: Page, { noun }: PictureView, until: number): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const state = String(await page.evaluate(STATE));
    if (state === "drawn") return;
    const isEmpty = state === "empty" && noun === "dashboard" && performance.now() - begun > EMPTY_MS;
    if (isEmpty) return;
    if (performance.now() > until) throw new Error(`the page was not drawn in time (${state})`);
    await pause(POLL_MS);
  }
}

/** Scripts as texts: what they name is of the page, not of this process. */
const STATE = `(() => {
  if (!document.querySelector("[data-dashboard-canvas], #explore-picture")) return "loading";
  const isInSight = (one) => {
    const box = one.getBoundingClientRect();
    return box.height > 0 && box.top < innerHeight && box.bottom > 0;
  };
  const charts = [...document.querySelectorAll("[data-status]")].filter(isInSight);
  if (charts.length === 0) return "empty";
  const isDone = (one) => !["waiting", "loading"].includes(one.getAttribute("data-status"));
  const hasBusyGrid = document.querySelector('[data-grid-of-charts="busy"]') !== null;
  return charts.every(isDone) && !hasBusyGrid ? "drawn" : "loading";
})()`;

/** The chart fills the page. */
const ALONE = `(() => {
  const { style } = document.getElementById("explore-picture");
  Object.assign(style, { position: "fixed", inset: "0", zIndex: "9999", width: "100vw", height: "100vh" });
  Object.assign(style, { background: "var(--tessera-color-bg-container)", padding: "8px", margin: "0", minHeight: "0" });
})()`;

/** Has all cells of grids of charts drawn, in a page or chart that grows with them. */
const WHOLE_GRIDS = `(() => {
  document.querySelector("[data-dashboard-canvas], #explore-picture").setAttribute("data-whole-grids", "");
  dispatchEvent(new Event("tessera-whole-grids"));
})()`;

const WHOLE_HEIGHT = `(() => {
  const canvas = document.querySelector("[data-dashboard-canvas]");
  if (canvas) return canvas.getBoundingClientRect().top + canvas.scrollHeight;
  return document.getElementById("explore-picture")?.offsetHeight ?? 0;
})()`;
