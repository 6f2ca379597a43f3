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

const SDK = readFileSync(createRequire(import.meta.url).resolve("@superset-ui/embedded-sdk"), "utf8");
const DASHBOARD = "world-development";

const url = serverUrl();
let host: Server;
let hostUrl = "";
let uuid = "";
let dashboardId = 0;
let otherId = 0;
let token = { resources: [] as object[] };
/** Lifetime of short tokens in seconds, and the expiry times of those issued, in epoch milliseconds. */
const SHORT = 15;
const ends: number[] = [];
let shortLived: Awaited<ReturnType<typeof show>>;

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
  shortLived = await show({}, `?seconds=${SHORT}`);
});
afterAll(async () => {
  await closePages();
  host.close();
  host.closeAllConnections();
});

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
  const response = await fetch(`${url}/api/v1/security/login`, { method: "POST", headers, body });
  return { ...headers, authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}` };
}

async function idOf(slug: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${url}/api/v1/dashboard/${slug}`, { headers });
  return ((await response.json()) as { result: { id: number } }).result.id;
}

async function embed(allowed_domains: string[]): Promise<string> {
  const body = JSON.stringify({ allowed_domains });
  const path = `${url}/api/v1/dashboard/${dashboardId}/embedded`;
  const response = await fetch(path, { method: "POST", headers: await bearer(), body });
  return ((await response.json()) as { result: { uuid: string } }).result.uuid;
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

test("shows a guest an accessible dashboard in both modes, without actions that require an account", async () => {
  const { page, frame, problems } = await show({ filters: { expanded: true } });
  const failed: string[] = [];
  page.on(
    "response",
    (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.request().postData()}`),
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
  if (!embedded) throw new Error("No embedded frame");
  for (const mode of ["default", "dark"]) {
    await page.evaluate((name) => (window as unknown as Host).embedded.setThemeMode(name), mode);
    await frame.locator(`html[data-theme=${mode === "dark" ? "dark" : "light"}]`).waitFor();
    await drawn(frame);
    expect(await seriousFindings(embedded), mode).toEqual([]);
  }
  expect(failed).toEqual([]);
  expect(problems).toEqual([]);
});

test("lets the host page query and observe the dashboard", async () => {
  const { page, frame } = await show({ hideTitle: true, emitDataMasks: true });
  await drawn(frame);
  expect(await frame.getByRole("heading", { name: "World development" }).count()).toBe(0);
  const queryHost = (name: "getScrollSize" | "getActiveTabs" | "getDataMask" | "getChartStates") =>
    page.evaluate((method) => (window as unknown as Host).embedded[method](), name);
  expect(await queryHost("getScrollSize")).toEqual({ width: 1200, height: expect.any(Number) });
  expect(Array.isArray(await queryHost("getActiveTabs"))).toBe(true);
  expect(await queryHost("getChartStates")).toEqual({});
  const before = JSON.stringify(await queryHost("getDataMask"));
  const refused = page.evaluate(() => (window as unknown as Host).embedded.getDashboardPermalink("x").catch(String));
  expect(await refused).toContain("getDashboardPermalink");
  await frame.getByRole("combobox").first().click();
  await frame.locator(".ant-select-item-option").first().click();
  await frame.getByRole("combobox").first().press("Escape");
  // Slow charts need Apply filters; with others the button is disabled.
  const apply = frame.getByRole("button", { name: "Apply filters", disabled: false });
  const maskCount = async () => {
    if (await apply.isVisible()) await apply.click({ timeout: 2000 }).catch(() => undefined);
    return page.evaluate(() => (window as unknown as Host).masks.length);
  };
  await expect.poll(maskCount, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(JSON.stringify(await queryHost("getDataMask"))).not.toBe(before);
  await page.evaluate(() => (window as unknown as Host).embedded.setThemeMode("dark"));
  await expect.poll(() => frame.locator("html").getAttribute("data-theme")).toBe("dark");
});

test("renews the token before it expires", async () => {
  const { page, frame } = shortLived;
  await drawn(frame);
  const statuses: number[] = [];
  const isRenewed = () => Date.now() > (ends[0] ?? 0) + 1000 && ends.length > 1;
  await expect.poll(isRenewed, { timeout: 60_000 }).toBe(true);
  page.on("response", (response) => statuses.push(response.status()));
  await frame.getByRole("button", { name: "Refresh dashboard" }).click();
  await expect.poll(() => statuses.length).toBeGreaterThan(0);
  await drawn(frame);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
});

test("denies access with a token for another dashboard", async () => {
  const original = token.resources;
  token = { ...token, resources: [{ type: "dashboard", id: String(otherId) }] };
  const { frame } = await show();
  await frame.getByText("Ask the site that embeds this dashboard for access.").waitFor();
  expect(await frame.locator("figure").count()).toBe(0);
  token = { ...token, resources: original };
});

test("only allowed domains can embed it, and it can't be opened directly", async () => {
  await embed(["https://elsewhere.example"]);
  const { page, frame } = await show();
  // The browser shows its own error page instead.
  await expect.poll(() => page.frames().some((one) => one.url().startsWith("chrome-error:"))).toBe(true);
  expect(await frame.locator("figure").count()).toBe(0);
  await embed([hostUrl]);
  const alone = await visit();
  const response = await alone.page.goto(`${url}/embedded/${uuid}`);
  expect(response?.status()).toBe(403);
});

test("ignores messages from anyone but the host page", async () => {
  await embed([]);
  const { page } = await visit();
  await page.goto(`${url}/embedded/${uuid}`);
  const stolen = await guestToken(300);
  await page.evaluate((guestToken_) => {
    const { port1, port2 } = new MessageChannel();
    window.postMessage({ type: "__embedded_comms__", handshake: "port transfer" }, "*", [port2]);
    port1.postMessage({ switchboardAction: "emit", method: "guestToken", args: { guestToken: guestToken_ } });
    // Earlier messages have been delivered by the time this one is.
    return new Promise<void>((resolve) => {
      window.addEventListener("message", ({ data }) => data === "done" && resolve());
      window.postMessage("done", "*");
    });
  }, stolen);
  await page.waitForLoadState("networkidle");
  expect(await page.locator("figure").count()).toBe(0);
  await embed([hostUrl]);
});
