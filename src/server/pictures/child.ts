import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { DISABLED_FEATURES } from "./chromium.ts";
import { PictureError, type PictureOrder, type PictureReply, type PictureView } from "./protocol.ts";

/**
 * The screenshot process: one browser, one page at a time. It exits with its server. Pages can load only from the
 * server.
 */

const ARGUMENTS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  DISABLED_FEATURES,
];
/** POST requests that only read. All others are blocked, because taking a screenshot must not change anything. */
const READ_PATHS = /^\/(api\/v1\/chart\/data|superset\/explore_json|datasource\/samples)/;
const POLL_MS = 100;
const SETTLE_MS = 400;
const EMPTY_MS = 2000;
const HIDE_MENUS = "header button[aria-label^='Menu for '] { visibility: hidden }";
/** They ask to hover or to scroll, or can't be read at this size. */
const HIDE_NOTES = "[data-chart-note] { visibility: hidden }";
const MAX_HEIGHT = 8000;
/** Browser limit, for screenshots sent to users. */
const MAX_BROWSER_HEIGHT = 16_000;
const MAX_CHART_HEIGHT = 3000;

let browser: { host: string; opened: Promise<Browser> } | undefined;
let queue: Promise<unknown> = Promise.resolve();

process.on("message", (order: PictureOrder) => {
  queue = queue.then(() => handle(order));
});
process.on("disconnect", () => void end());

async function handle(order: PictureOrder): Promise<void> {
  let reply: PictureReply;
  try {
    reply = { id: order.id, bytes: await runOrder(order) };
  } catch (error) {
    // The driver's messages continue with pages of its log.
    const [text = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    reply = { id: order.id, error: text, problem: error instanceof PictureError ? error.problem : undefined };
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

async function runOrder(order: PictureOrder): Promise<Buffer> {
  const opened = await browserFor(order);
  const { width, height, scale } = order.view;
  const context = await opened.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
    colorScheme: "light",
    // English dates as in mails.
    locale: "en-GB",
    serviceWorkers: "block",
  });
  try {
    context.setDefaultTimeout(order.timeoutMs);
    await context.route("**/*", (route) => {
      const request = route.request();
      const { origin, pathname } = new URL(request.url());
      const isRead = request.method() === "GET" || READ_PATHS.test(pathname);
      return origin === order.origin && isRead ? route.continue() : route.abort();
    });
    if (order.cookie) await context.addCookies([{ ...order.cookie, url: order.origin, httpOnly: true }]);
    // Beacons bypass routing.
    await context.addInitScript(() => {
      navigator.sendBeacon = () => true;
    });
    if (order.reportZone !== undefined)
      await context.addInitScript((reportZone) => Object.assign(globalThis, { reportZone }), order.reportZone);
    const page = await context.newPage();
    return await (order.screenshots ? documentOf(page, order.screenshots) : take(page, order));
  } finally {
    await context.close().catch(() => undefined);
  }
}

async function take(page: Page, order: PictureOrder): Promise<Buffer> {
  const { origin, path, view, timeoutMs, isForUsers = false, isThumbnail = false } = order;
  const until = performance.now() + timeoutMs;
  await page.goto(origin + path, { waitUntil: "domcontentloaded" });
  const target = { view, until, isForUsers, isThumbnail };
  await waitUntilDrawn(page, target);
  if (view.noun === "chart") await page.evaluate(FILL_PAGE);
  if (view.isWhole) await unfold(page, target);
  await pause(POLL_MS);
  await waitUntilDrawn(page, target);
  await pause(SETTLE_MS);
  const picture = await page.screenshot({ type: "png", style: isThumbnail ? HIDE_MENUS + HIDE_NOTES : HIDE_MENUS });
  if (isForUsers) await assertShowsSomething(page, picture);
  return picture;
}

interface Target {
  view: PictureView;
  until: number;
  isForUsers: boolean;
  isThumbnail: boolean;
}

async function unfold(page: Page, target: Target): Promise<void> {
  const { view, isForUsers } = target;
  await page.evaluate(WHOLE_GRIDS);
  for (let height = view.height; ; ) {
    await pause(POLL_MS);
    await waitUntilDrawn(page, target);
    const scrolled = isForUsers && view.noun === "chart" ? Number(await page.evaluate(SCROLLED_HEIGHT)) : 0;
    const whole = Math.ceil(Number(await page.evaluate(WHOLE_HEIGHT)) + scrolled);
    const next = isForUsers ? heightForUsers(whole, view) : Math.min(whole, MAX_HEIGHT);
    if (next <= height) return;
    height = next;
    await page.setViewportSize({ width: view.width, height });
  }
}

function heightForUsers(whole: number, { noun, scale }: PictureView): number {
  if (noun === "chart") return Math.min(whole, MAX_CHART_HEIGHT);
  const most = MAX_BROWSER_HEIGHT / scale;
  if (whole > most) throw new PictureError({ kind: "too-high", height: whole, limit: most });
  return whole;
}

async function assertShowsSomething(page: Page, picture: Uint8Array): Promise<void> {
  const viewer = await page.context().newPage();
  try {
    await viewer.setContent(`<img src="${addressOf(picture)}">`);
    if (await viewer.evaluate(IS_BLANK)) throw new PictureError({ kind: "blank" });
  } finally {
    await viewer.close();
  }
}

const addressOf = (picture: Uint8Array) => `data:image/png;base64,${Buffer.from(picture).toString("base64")}`;

async function documentOf(page: Page, screenshots: readonly Uint8Array[]): Promise<Buffer> {
  const images = screenshots.map((picture) => `<img src="${addressOf(picture)}">`).join("");
  const style = "<style>body{margin:0}img{display:block}@page{margin:0}</style>";
  await page.setContent(`<title>Dashboard</title>${style}${images}`);
  await page.evaluate(PAGE_SIZES);
  return page.pdf({ preferCSSPageSize: true, printBackground: true, pageRanges: `1-${screenshots.length}` });
}

const PAGE_SIZES = `Promise.all([...document.images].map(async (image, i) => {
  await image.decode();
  image.style.page = "p" + i;
  const size = image.naturalWidth + "px " + image.naturalHeight + "px";
  document.styleSheets[0].insertRule("@page p" + i + " { size: " + size + "; margin: 0 }");
}))`;

const IS_BLANK = `document.images[0].decode().then(() => {
  const [image] = document.images;
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer);
  return pixels.every((pixel) => pixel === pixels[0]);
})`;

async function waitUntilDrawn(page: Page, { view: { noun }, until, isForUsers, isThumbnail }: Target): Promise<void> {
  const started = performance.now();
  for (;;) {
    const state = String(await page.evaluate(STATE));
    if (state === "drawn") break;
    const isEmpty = state === "empty" && noun === "dashboard" && performance.now() - started > EMPTY_MS;
    if (isEmpty) return;
    if (performance.now() > until) throw new PictureError({ kind: "timeout" });
    await pause(POLL_MS);
  }
  const failure = isForUsers || isThumbnail ? await page.evaluate(isThumbnail ? ERROR : FAILURE) : null;
  if (failure) throw new PictureError({ kind: "chart", message: String(failure) });
}

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

/** Without the details below the summary, which load on their own and may not be there yet. */
const FAILURE = `(() => {
  const failed = [...document.querySelectorAll("[data-status]")].find((one) => {
    const isFine = one.getAttribute("data-status") === "ready" && !one.querySelector('[data-problem]:not([data-problem="empty"])');
    const box = one.getBoundingClientRect();
    return !isFine && box.height > 0 && box.top < innerHeight && box.bottom > 0;
  });
  if (!failed) return null;
  const words = [...failed.querySelectorAll("[data-problem] [data-summary]")].map((one) => one.innerText);
  return words.join(" ").replace(/\\s+/g, " ").trim().slice(0, 300) || failed.getAttribute("data-status");
})()`;

/** What may be over by the next time; missing access or settings are what the chart shows. */
const ERROR = `(() => {
  const failed = [...document.querySelectorAll('[data-problem="error"], [data-problem="timeout"]')].find((one) => {
    const box = one.getBoundingClientRect();
    return box.height > 0 && box.top < innerHeight && box.bottom > 0;
  });
  return failed ? failed.innerText.replace(/\\s+/g, " ").slice(0, 300) : null;
})()`;

const FILL_PAGE = `(() => {
  const { style } = document.getElementById("explore-picture");
  Object.assign(style, { position: "fixed", inset: "0", zIndex: "9999", width: "100vw", height: "100vh" });
  Object.assign(style, { background: "var(--tessera-color-bg-container)", padding: "8px", margin: "0", minHeight: "0" });
})()`;

const WHOLE_GRIDS = `(() => {
  document.querySelector("[data-dashboard-canvas], #explore-picture").setAttribute("data-whole-grids", "");
  dispatchEvent(new Event("tessera-whole-grids"));
})()`;

const WHOLE_HEIGHT = `(() => {
  const canvas = document.querySelector("[data-dashboard-canvas]");
  if (canvas) return canvas.getBoundingClientRect().top + canvas.scrollHeight;
  return document.getElementById("explore-picture")?.offsetHeight ?? 0;
})()`;

const SCROLLED_HEIGHT = `(() => {
  const parts = [...document.getElementById("explore-picture").querySelectorAll("*")];
  const hidden = parts
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
    .map((one) => one.scrollHeight - one.clientHeight);
  return Math.max(0, ...hidden);
})()`;
