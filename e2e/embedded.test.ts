import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";
import { GUEST_SECRET } from "./setup.ts";

/** A page of another site shows a dashboard to its visitors, with the SDK that such sites use. */

const SDK = readFileSync(createRequire(import.meta.url).resolve("@superset-ui/embedded-sdk"), "utf8");
const DASHBOARD = "world-development";

const url = serverUrl();
let host: Server;
let hostUrl = "";
let uuid = "";
let dashboardId = 0;
let otherId = 0;
/** Of the next tokens that the host's server gives out. */
let token = { resources: [] as object[] };
/** Seconds that short tokens last, and when those that were given out end, in milliseconds of the epoch. */
const SHORT = 15;
const ends: number[] = [];
/** The page of a guest with short tokens. They come to their end while others are tested. */
let renewed: Awaited<ReturnType<typeof show>>;

beforeAll(async () => {
  host = createServer(async (request, response) => {
    if (request.url === "/sdk.js") return response.setHeader("content-type", "text/javascript").end(SDK);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/token") return response.end(await guestToken(Number(searchParams.get("seconds") ?? 300)));
    response.setHeader("content-type", "text/html").end(HOST_PAGE);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const admin = await bearer();
  dashboardId = await idOf(DASHBOARD, admin);
  otherId = await idOf("weather-and-work", admin);
  uuid = await embed([hostUrl]);
  token.resources = [{ type: "dashboard", id: uuid }];
  renewed = await show({}, `?seconds=${SHORT}`);
});
afterAll(async () => {
  await closePages();
  host.close();
  host.closeAllConnections();
});

/** What a site writes to embed a dashboard. */
const HOST_PAGE = `<!doctype html><title>Host</title><style>iframe { width: 1200px; height: 760px; border: 0 }</style>
<div id="place"></div><script src="/sdk.js"></script><script>
  const { searchParams } = new URL(location.href);
  window.masks = [];
  window.show = (id, supersetDomain, dashboardUiConfig) =>
    supersetEmbeddedSdk.embedDashboard({
      id, supersetDomain, dashboardUiConfig, mountPoint: document.getElementById("place"),
      fetchGuestToken: async () => (await fetch("/token" + location.search)).text(),
    }).then((embedded) => {
      window.embedded = embedded;
      embedded.observeDataMask((mask) => window.masks.push(mask));
    });
</script>`;

async function guestToken(seconds: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  if (seconds === SHORT) ends.push((now + seconds) * 1000);
  const claims = { type: "guest", user: { username: "visitor" }, resources: token.resources, rls_rules: [] };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(new TextEncoder().encode(GUEST_SECRET));
}

async function bearer(): Promise<Record<string, string>> {
  const body = JSON.stringify({ username: "admin", password: PASSWORD, provider: "db" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/v1/security/login`, { method: "POST", headers, body });
  return { ...headers, authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
}

async function idOf(slug: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${url}/api/v1/dashboard/${slug}`, { headers });
  return ((await answer.json()) as { result: { id: number } }).result.id;
}

async function embed(allowed_domains: string[]): Promise<string> {
  const body = JSON.stringify({ allowed_domains });
  const path = `${url}/api/v1/dashboard/${dashboardId}/embedded`;
  const answer = await fetch(path, { method: "POST", headers: await bearer(), body });
  return ((await answer.json()) as { result: { uuid: string } }).result.uuid;
}

async function show(
  config: object = {},
  search = "",
): Promise<{ page: Page; frame: FrameLocator; problems: string[] }> {
  const { context, page, problems } = await visit({ isOwn: true });
  await bringAxe(context);
  await page.goto(`${hostUrl}/${search}`);
  await page.evaluate(([id, domain, ui]) => (window as unknown as Host).show(id, domain, ui), [
    uuid,
    url,
    config,
  ] as const);
  return { page, frame: page.frameLocator("iframe"), problems };
}

interface Host {
  show(id: string, domain: string, config: object): Promise<void>;
  masks: Record<string, unknown>[];
  embedded: Record<"getScrollSize" | "getActiveTabs" | "getDataMask" | "getChartStates" | "unmount", () => unknown> & {
    getDashboardPermalink(anchor: string): Promise<string>;
    setThemeMode(mode: string): void;
  };
}

async function drawn(frame: FrameLocator): Promise<void> {
  await frame.locator("figure").first().waitFor();
  await expect.poll(() => frame.getByRole("status", { name: "Loading" }).count()).toBe(0);
  expect(await frame.locator("figure canvas, figure svg, figure table").count()).toBeGreaterThan(2);
}

test("a guest sees the dashboard, accessible in both modes, without what only people with an account can do", async () => {
  const { page, frame, problems } = await show({ filters: { expanded: true } });
  const asked: string[] = [];
  page.on(
    "response",
    (response) => response.status() >= 400 && asked.push(`${response.status()} ${response.request().postData()}`),
  );
  await drawn(frame);
  await frame.getByText("World development").first().waitFor();
  for (const name of ["Share", "Edit", "Add to favorites"]) {
    expect(await frame.getByRole("button", { name, exact: true }).count()).toBe(0);
  }
  await frame.locator("figure").first().hover();
  await frame
    .getByRole("button", { name: /^Menu for / })
    .first()
    .click();
  await frame.getByRole("menuitem", { name: /View as table/ }).waitFor();
  for (const name of [/View query/, /Edit chart/]) expect(await frame.getByRole("menuitem", { name }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await frame.getByRole("menuitem").first().waitFor({ state: "hidden" });
  const embedded = page.frames().find((one) => one.url().includes("/embedded/"));
  if (!embedded) throw new Error("no frame");
  for (const mode of ["default", "dark"]) {
    await page.evaluate((name) => (window as unknown as Host).embedded.setThemeMode(name), mode);
    await frame.locator(`html[data-theme=${mode === "dark" ? "dark" : "light"}]`).waitFor();
    await drawn(frame);
    expect(await seriousFindings(embedded), mode).toEqual([]);
  }
  expect(asked).toEqual([]);
  expect(problems).toEqual([]);
});

test("the page around asks and hears what is shown", async () => {
  const { page, frame } = await show({ hideTitle: true, emitDataMasks: true });
  await drawn(frame);
  expect(await frame.getByRole("heading", { name: "World development" }).count()).toBe(0);
  const asked = (name: "getScrollSize" | "getActiveTabs" | "getDataMask" | "getChartStates") =>
    page.evaluate((method) => (window as unknown as Host).embedded[method](), name);
  expect(await asked("getScrollSize")).toEqual({ width: 1200, height: expect.any(Number) });
  expect(Array.isArray(await asked("getActiveTabs"))).toBe(true);
  expect(await asked("getChartStates")).toEqual({});
  const before = JSON.stringify(await asked("getDataMask"));
  const refused = page.evaluate(() => (window as unknown as Host).embedded.getDashboardPermalink("x").catch(String));
  expect(await refused).toContain("getDashboardPermalink");
  await frame.getByRole("combobox").first().click();
  await frame.locator(".ant-select-item-option").first().click();
  await frame.getByRole("combobox").first().press("Escape");
  // Charts that took long wait for the button; others are asked at once, and the button is off.
  const apply = frame.getByRole("button", { name: "Apply filters", disabled: false });
  const heard = async () => {
    if (await apply.isVisible()) await apply.click({ timeout: 2000 }).catch(() => undefined);
    return page.evaluate(() => (window as unknown as Host).masks.length);
  };
  await expect.poll(heard, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(JSON.stringify(await asked("getDataMask"))).not.toBe(before);
  await page.evaluate(() => (window as unknown as Host).embedded.setThemeMode("dark"));
  await expect.poll(() => frame.locator("html").getAttribute("data-theme")).toBe("dark");
});

test("the token is renewed before it ends, and the guest goes on", async () => {
  const { page, frame } = renewed;
  await drawn(frame);
  const statuses: number[] = [];
  const isOver = () => Date.now() > (ends[0] ?? 0) + 1000 && ends.length > 1;
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  page.on("response", (response) => statuses.push(response.status()));
  await frame.getByRole("button", { name: "Refresh dashboard" }).click();
  await expect.poll(() => statuses.length).toBeGreaterThan(0);
  await drawn(frame);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
});

test("a token for something else opens nothing, and says so in one line", async () => {
  const right = token.resources;
  token = { ...token, resources: [{ type: "dashboard", id: String(otherId) }] };
  const { frame } = await show();
  await frame.getByText("Ask for access where you opened this page.").waitFor();
  expect(await frame.locator("figure").count()).toBe(0);
  token = { ...token, resources: right };
});

test("pages of other domains cannot show it, and it does not open on its own", async () => {
  await embed(["https://elsewhere.example"]);
  const { page, frame } = await show();
  // The browser shows a page of its own instead.
  await expect.poll(() => page.frames().some((one) => one.url().startsWith("chrome-error:"))).toBe(true);
  expect(await frame.locator("figure").count()).toBe(0);
  await embed([hostUrl]);
  const alone = await visit();
  const answer = await alone.page.goto(`${url}/embedded/${uuid}`);
  expect(answer?.status()).toBe(403);
});

test("a page in between gets no say: only the page around is listened to", async () => {
  await embed([]);
  const { page } = await visit();
  await page.goto(`${url}/embedded/${uuid}`);
  const stolen = await guestToken(300);
  await page.evaluate((guestToken_) => {
    const { port1, port2 } = new MessageChannel();
    window.postMessage({ type: "__embedded_comms__", handshake: "port transfer" }, "*", [port2]);
    port1.postMessage({ switchboardAction: "emit", method: "guestToken", args: { guestToken: guestToken_ } });
    // What was posted before has come when this comes.
    return new Promise<void>((resolve) => {
      window.addEventListener("message", ({ data }) => data === "after it" && resolve());
      window.postMessage("after it", "*");
    });
  }, stolen);
  await page.waitForLoadState("networkidle");
  expect(await page.locator("figure").count()).toBe(0);
  await embed([hostUrl]);
});
