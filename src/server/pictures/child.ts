import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { FEATURES_LEFT_OUT } from "./chromium.ts";
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
  FEATURES_LEFT_OUT,
];
/** What asks for data by POST. Nothing else is sent: a picture is no visit, and changes nothing. */
const READING = /^\/(api\/v1\/chart\/data|superset\/explore_json|datasource\/samples)/;
const POLL_MS = 100;
/** Charts that have just got their data draw once more when their fonts and sizes are settled. */
const SETTLE_MS = 400;
/** How long a dashboard may have no chart before it counts as having none. */
const EMPTY_MS = 2000;
/** Nobody can open the menu of a tile in a picture. */
const NO_HANDS = "header button[aria-label^='Menu for '] { visibility: hidden }";
const MAX_HEIGHT = 8000;
/** Of pictures for people. Browsers draw none that are higher. */
const MOST_HEIGHT = 16_000;
/** Of a chart for people: a table is whole up to that, and its beginning beyond. */
const MOST_CHART_HEIGHT = 3000;

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
    // What a page sends when it is left passes by no route.
    await context.addInitScript(() => {
      navigator.sendBeacon = () => true;
    });
    const page = await context.newPage();
    return await (order.taken ? documentOf(page, order.taken) : take(page, order));
  } finally {
    await context.close().catch(() => undefined);
  }
}

async function take(page: Page, { origin, path, view, timeoutMs, isForPeople = false }: PictureOrder): Promise<Buffer> {
  const until = performance.now() + timeoutMs;
  await page.goto(origin + path, { waitUntil: "domcontentloaded" });
  const seen = { view, until, isForPeople };
  await drawn(page, seen);
  if (view.noun === "chart") await page.evaluate(ALONE);
  if (view.isWhole) await unfold(page, seen);
  await pause(POLL_MS);
  await drawn(page, seen);
  await pause(SETTLE_MS);
  const picture = await page.screenshot({ type: "png", style: NO_HANDS });
  if (isForPeople) await assertShowsSomething(page, picture);
  return picture;
}

interface Seen {
  view: PictureView;
  until: number;
  isForPeople: boolean;
}

/** Makes the window as high as what is on the page; grids of charts grow, and others come into sight by that. */
async function unfold(page: Page, seen: Seen): Promise<void> {
  const { view, isForPeople } = seen;
  await page.evaluate(WHOLE_GRIDS);
  for (let height = view.height; ; ) {
    await pause(POLL_MS);
    await drawn(page, seen);
    const scrolled = isForPeople && view.noun === "chart" ? Number(await page.evaluate(SCROLLED_HEIGHT)) : 0;
    const whole = Math.ceil(Number(await page.evaluate(WHOLE_HEIGHT)) + scrolled);
    const next = isForPeople ? heightForPeople(whole, view) : Math.min(whole, MAX_HEIGHT);
    if (next <= height) return;
    height = next;
    await page.setViewportSize({ width: view.width, height });
  }
}

function heightForPeople(whole: number, { noun, scale }: PictureView): number {
  if (noun === "chart") return Math.min(whole, MOST_CHART_HEIGHT);
  const most = MOST_HEIGHT / scale;
  if (whole > most) throw new Error(`the dashboard is ${whole} pixels high, of which a picture can show ${most}`);
  return whole;
}

/** Looks at the picture itself: the page may have lost what was on it. */
async function assertShowsSomething(page: Page, picture: Uint8Array): Promise<void> {
  const viewer = await page.context().newPage();
  try {
    await viewer.setContent(`<img src="${addressOf(picture)}">`);
    if (await viewer.evaluate(IS_BLANK)) throw new Error("the picture shows nothing");
  } finally {
    await viewer.close();
  }
}

const addressOf = (picture: Uint8Array) => `data:image/png;base64,${Buffer.from(picture).toString("base64")}`;

/** A PDF document with a page for each picture, as large as that. */
async function documentOf(page: Page, taken: readonly Uint8Array[]): Promise<Buffer> {
  const images = taken.map((picture) => `<img src="${addressOf(picture)}">`).join("");
  const style = "<style>body{margin:0}img{display:block}@page{margin:0}</style>";
  await page.setContent(`<title>Dashboard</title>${style}${images}`);
  await page.evaluate(PAGE_SIZES);
  return page.pdf({ preferCSSPageSize: true, printBackground: true, pageRanges: `1-${taken.length}` });
}

/** Gives each picture a page of its size. */
const PAGE_SIZES = `Promise.all([...document.images].map(async (image, i) => {
  await image.decode();
  image.style.page = "p" + i;
  const size = image.naturalWidth + "px " + image.naturalHeight + "px";
  document.styleSheets[0].insertRule("@page p" + i + " { size: " + size + "; margin: 0 }");
}))`;

/** Whether all of it has one colour. */
const IS_BLANK = `document.images[0].decode().then(() => {
  const [image] = document.images;
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer);
  return pixels.every((pixel) => pixel === pixels[0]);
})`;

/** Waits until every chart in sight is drawn, or says why it is not. */
async function drawn(page: Page, { view: { noun }, until, isForPeople }: Seen): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const state = String(await page.evaluate(STATE));
    if (state === "drawn") break;
    const isEmpty = state === "empty" && noun === "dashboard" && performance.now() - begun > EMPTY_MS;
    if (isEmpty) return;
    if (performance.now() > until) throw new Error(`the page was not drawn in time (${state})`);
    await pause(POLL_MS);
  }
  const failure = isForPeople ? await page.evaluate(FAILURE) : null;
  if (failure) throw new Error(`a chart could not be drawn: ${String(failure)}`);
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

/** What a chart in sight says that has failed; null where none has. */
const FAILURE = `(() => {
  const failed = [...document.querySelectorAll("[data-status]")].find((one) => {
    const isFine = one.getAttribute("data-status") === "ready" && !one.querySelector('[data-problem]:not([data-problem="empty"])');
    const box = one.getBoundingClientRect();
    return !isFine && box.height > 0 && box.top < innerHeight && box.bottom > 0;
  });
  if (!failed) return null;
  const words = [...failed.querySelectorAll("[data-problem] p")].map((one) => one.innerText);
  return words.join(" ").replace(/\\s+/g, " ").trim().slice(0, 300) || failed.getAttribute("data-status");
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

/** What of a chart is seen by scrolling within it only. */
const SCROLLED_HEIGHT = `(() => {
  const parts = [...document.getElementById("explore-picture").querySelectorAll("*")];
  const hidden = parts
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
    .map((one) => one.scrollHeight - one.clientHeight);
  return Math.max(0, ...hidden);
})()`;
