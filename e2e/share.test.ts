import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
const DASHBOARD = "/superset/dashboard/weather-and-work/";
let page: Page;
let problems: string[];
let dashboard: number;
let folder: number;

beforeAll(async () => {
  const visited = await visit();
  ({ page, problems } = visited);
  await bringAxe(visited.context);
  await signIn(page, url);
  dashboard = (await send<{ result: { id: number } }>("GET", "dashboard/weather-and-work")).result.id;
  folder = (await send<{ id: number }>("POST", "folder/", { name: "Shared" })).id;
  const owners = [(await send<{ result: { id: number } }>("GET", "me/")).result.id];
  await send("PUT", `dashboard/${dashboard}`, { owners, roles: [await roleId("Gamma")], published: true });
  await send("PUT", `folder/${folder}`, { viewer_roles: [await roleId("Alpha")] });
  await send("POST", `folder/${folder}/objects`, { objects: [{ type: "dashboard", id: dashboard }] });
  await send("PUT", "public_link/settings", { enabled: true, max_days: 30 });
});
afterAll(async () => {
  await send("PUT", "public_link/settings", { enabled: false, max_days: 30 });
  await send("PUT", `dashboard/${dashboard}`, { roles: [] });
  await send("DELETE", `folder/${folder}`);
  await closePages();
});

async function send<T>(method: string, path: string, data?: object): Promise<T> {
  const { result } = await (await page.request.get(`${url}/api/v1/security/csrf_token/`)).json();
  const headers = { "x-csrftoken": result };
  const answer = await page.request.fetch(`${url}/api/v1/${path}`, { method, headers, ...(data && { data }) });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function roleId(name: string): Promise<number> {
  const q = encodeURIComponent(`(filters:!((col:name,opr:eq,value:${name})))`);
  const [role] = (await send<{ result: { id: number }[] }>("GET", `security/roles/?q=${q}`)).result;
  if (!role) throw new Error(`No role ${name}`);
  return role.id;
}

test("Share names owners and roles, copies a link and makes a public link until it's revoked", async () => {
  await page.goto(url + DASHBOARD);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share dashboard “Weather and work”" });
  const who = dialog.getByRole("region", { name: "Who can see it" });
  await who.getByText(/^Users with one of these roles, .*: Gamma, Alpha$/).waitFor();
  await who.getByText("Owners: Admin User", { exact: true }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await dialog.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link Copied!").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url + DASHBOARD);

  await dialog.getByLabel("Name", { exact: true }).fill("Partners");
  await dialog.getByRole("button", { name: "Create public link" }).click();
  const address = await dialog.getByRole("textbox", { name: "Public link" }).inputValue();
  const { page: stranger } = await visit({ isOwn: true });
  await stranger.goto(address);
  await stranger.getByRole("heading", { name: "Weather and work" }).waitFor();
  await stranger.locator("[data-status=ready] figure").first().waitFor();

  const link = dialog.getByRole("list", { name: "Active public links" }).getByRole("listitem");
  await link.filter({ hasText: "Partners" }).getByRole("button", { name: "Revoke" }).click();
  const revoke = page.getByRole("dialog", { name: /^Revoke public link/ });
  await revoke.getByRole("button", { name: "Revoke" }).click();
  await link.filter({ hasText: "Partners" }).waitFor({ state: "detached" });
  await stranger.goto(address);
  await stranger.getByRole("heading", { name: "This link doesn't work anymore" }).waitFor();
  expect(problems).toEqual([]);
});
