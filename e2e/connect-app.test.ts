import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, type RunningServer } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { startOwnServer } from "./server-url.ts";

let server: RunningServer;
let listener: Server;
let page: Page;
let problems: string[];
/** The page of the app on this machine that the browser returns to. */
let returned: URL | undefined;
let opened: URL | undefined;
let callback: string;

beforeAll(async () => {
  server = await startOwnServer({ TESSERA_MCP: "oauth" });
  listener = createServer(({ url }, response) => {
    if (url?.startsWith("/callback")) returned = new URL(url, "http://127.0.0.1");
    response.setHeader("content-type", "text/html").end("<title>Connected</title>Back in the app");
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  callback = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
  const visited = await visit({ isOwn: true });
  ({ page, problems } = visited);
  await bringAxe(visited.context);
});
afterAll(async () => {
  await closePages();
  listener.close();
  await server.stop();
});

/** Keeps what the official client gets, and notes the page that it would open. */
function providerOf(): OAuthClientProvider {
  const kept: Record<string, unknown> = {};
  return {
    redirectUrl: callback,
    clientMetadata: { client_name: "An agent", redirect_uris: [callback], scope: "read sql" },
    state: () => "a state",
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      opened = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => String(kept.verifier),
  };
}

const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider });

test("an agent is connected in the browser, uses a tool, and is disconnected under Your account", async () => {
  const provider = providerOf();
  const first = transportOf(provider);
  const connecting = new Client({ name: "test", version: "1" }).connect(first as never);
  await expect(connecting).rejects.toThrow("Unauthorized");
  expect(opened?.pathname).toBe("/oauth/authorize");

  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(String(opened));
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Connect An agent?" }).waitFor();
  await page.getByText(new URL(callback).host).waitFor();
  expect(await page.getByRole("checkbox").count()).toBe(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const button = await page.getByRole("button", { name: "Connect", exact: true }).boundingBox();
  expect(button && button.y + button.height).toBeLessThan(800);
  expect(await seriousFindings(page)).toEqual([]);
  for (const name of ["Run SQL", "Make changes"]) await page.getByLabel(name).uncheck();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText("Back in the app").waitFor();
  expect([returned?.searchParams.get("state"), returned?.searchParams.get("iss")]).toEqual(["a state", server.url]);

  await first.finishAuth(returned?.searchParams.get("code") ?? "");
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transportOf(provider) as never);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("lineage");
  expect(names).not.toContain("run_sql");
  expect(names).not.toContain("confirm_change");
  const found = await client.callTool({
    name: "search",
    arguments: { text: "US flight delays", types: ["dashboard"] },
  });
  expect(JSON.stringify(found.structuredContent)).toContain("US flight delays");

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${server.url}/user_info/`);
  const apps = page.getByRole("region", { name: "Connected apps" });
  await apps.getByText("An agent").waitFor();
  await apps.getByRole("button", { name: "Disconnect An agent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await apps.waitFor({ state: "detached" });
  await expect(client.callTool({ name: "search", arguments: {} })).rejects.toThrow();
  expect(problems).toEqual([]);
});

test("a page with another address is refused, and Cancel goes back to the app", async () => {
  const wrong = new URL(String(opened));
  wrong.searchParams.set("redirect_uri", "https://other.example/callback");
  await page.goto(wrong.href);
  await page.getByText("This app can't be connected").waitFor();
  expect(await page.getByRole("button", { name: "Connect", exact: true }).count()).toBe(0);
  await page.goto(String(opened));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Back in the app").waitFor();
  expect(returned?.searchParams.get("error")).toBe("access_denied");
});
