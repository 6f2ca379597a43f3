import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn, type Visit } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

type Part = readonly [id: string, type: string, children: readonly string[], meta?: object];

const PARTS: readonly Part[] = [
  ["ROOT_ID", "ROOT", ["TABS-top"]],
  ["GRID_ID", "GRID", []],
  ["TABS-top", "TABS", ["TAB-a", "TAB-b"]],
  ["TAB-a", "TAB", ["ROW-full", "ROW-column", "TABS-nested", "HEADER-a"], { text: "First" }],
  ["TAB-b", "TAB", [], { text: "Second" }],
  ["ROW-full", "ROW", ["MARKDOWN-a", "MARKDOWN-b"], { background: "BACKGROUND_TRANSPARENT" }],
  ["MARKDOWN-a", "MARKDOWN", [], { width: 6, height: 12, code: "Left half" }],
  ["MARKDOWN-b", "MARKDOWN", [], { width: 6, height: 12, code: "Right half" }],
  ["ROW-column", "ROW", ["COLUMN-a"], { background: "BACKGROUND_TRANSPARENT" }],
  ["COLUMN-a", "COLUMN", ["MARKDOWN-c"], { width: 4, background: "BACKGROUND_TRANSPARENT" }],
  ["MARKDOWN-c", "MARKDOWN", [], { width: 4, height: 12, code: "In the column" }],
  ["TABS-nested", "TABS", ["TAB-c"]],
  ["TAB-c", "TAB", [], { text: "Inner" }],
  ["HEADER-a", "HEADER", [], { text: "Last words", headerSize: "MEDIUM_HEADER" }],
];

const USED_UP =
  "You have used all 50 undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.";

describe("dashboard editing limits", () => {
  const url = serverUrl();
  let session: Visit;
  let page: Page;

  async function create(title: string, positions?: object): Promise<number> {
    const login = { username: "admin", password: PASSWORD, provider: "db" };
    const { access_token } = await (await page.request.post(`${url}/api/v1/security/login`, { data: login })).json();
    const position_json = positions && JSON.stringify(positions);
    const response = await page.request.post(`${url}/api/v1/dashboard/`, {
      data: { dashboard_title: title, ...(position_json ? { position_json } : {}) },
      headers: { Authorization: `Bearer ${access_token}` },
    });
    expect(response.status()).toBe(201);
    return (await response.json()).id;
  }

  const edit = async (id: number) => {
    await page.goto(`${url}/superset/dashboard/${id}/?edit=true`);
    await page.getByRole("textbox", { name: "Dashboard title" }).waitFor();
  };
  const part = (id: string) => page.locator(`[data-dashboard-canvas] [data-layout-id="${id}"]`).first();
  const toast = (text: string | RegExp) =>
    page
      .getByRole("region", { name: "Notifications" })
      .locator("[role=alert], [role=status]")
      .filter({ hasText: text });
  const unchanged = () => page.getByText("No changes", { exact: true });

  async function drag(what: Locator, onto: Locator, [x, y]: readonly [number, number]): Promise<void> {
    const to = await onto.boundingBox();
    if (!to) throw new Error("No drop target");
    await what.hover();
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page.mouse.move(to.x + to.width * x, to.y + to.height * y, { steps: 4 });
    await page.mouse.move(to.x + to.width * x + 1, to.y + to.height * y, { steps: 2 });
    await page.mouse.up();
  }
  const newElement = (kind: string) => page.getByRole("button", { name: new RegExp(`^Add ${kind}`) });

  beforeAll(async () => {
    session = await visit();
    page = session.page;
    await signIn(page, url);
    const positions = Object.fromEntries(
      PARTS.map(([id, type, children, meta = {}]) => [id, { id, type, children: [...children], meta }]),
    );
    await edit(await create("Limits of editing", { DASHBOARD_VERSION_KEY: "v2", ...positions }));
    await page.getByText("Left half").waitFor();
  });

  test.each([
    ["Text", "MARKDOWN-b", [0.97, 0.5], /^There is not enough space for this component\. Try decreasing its width/],
    ["Heading", "MARKDOWN-b", [0.97, 0.5], /^A heading can't be placed in a row/],
    ["Tabs", "MARKDOWN-a", [0.03, 0.5], /^Tabs can't be placed in a row/],
    ["Row", "MARKDOWN-a", [0.03, 0.5], /^A row can't be placed in a row/],
    ["Column", "MARKDOWN-a", [0.03, 0.5], /^There is not enough space for this component/],
  ] as const)("rejects a new %s next to %s and says why", async (kind, target, place, reason) => {
    await drag(newElement(kind), part(target), place);
    await toast(reason).waitFor();
    await toast(reason).getByRole("button", { name: /Close/ }).click();
    await unchanged().waitFor();
  });

  test("doesn't move a top-level tab into nested tabs", async () => {
    const top = page.getByRole("tab", { name: "Second", exact: true });
    await drag(top, page.getByRole("tab", { name: "Inner", exact: true }), [0.9, 0.5]);
    await toast("Can not move top level tab into nested tabs.").waitFor();
    await unchanged().waitFor();
  });

  test("by keyboard, announces only valid drop targets, and Escape cancels", async () => {
    await part("HEADER-a").focus();
    await page.keyboard.press("Space");
    const announced = page.locator("[aria-live=assertive]");
    const places = new Set<string>();
    await page.getByText(/^Last words picked up\./).waitFor({ state: "attached" });
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("ArrowDown");
      places.add((await announced.textContent()) ?? "");
    }
    expect([...places].some((place) => /^Column/.test(place))).toBe(true);
    expect([...places].filter((place) => /^Row/.test(place))).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByText("Move canceled").waitFor({ state: "attached" });
    await unchanged().waitFor();
  });

  test("undoes the last 50 of 52 steps, after a warning", async () => {
    await edit(await create("Many steps"));
    const dividers = page.locator("[data-dashboard-canvas] [data-type=DIVIDER]");
    // Without waiting for renders.
    await newElement("Divider").evaluate((button: HTMLElement) => {
      for (let count = 1; count < 50; count++) button.click();
    });
    for (let count = 50; count <= 52; count++) {
      await newElement("Divider").click();
      await page.getByText(`Unsaved changes · ${count}`, { exact: true }).waitFor();
      if (count === 50) expect(await toast(/undo slots/).count()).toBe(0);
      // The notification covers the element library.
      if (count === 51) await toast(USED_UP).getByRole("button", { name: "Close" }).click();
    }
    const ids = () => dividers.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.layoutId));
    const all = await ids();
    expect(all).toHaveLength(52);
    for (let count = 0; count < 55; count++) await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "Nothing to undo" }).waitFor();
    expect(await ids()).toEqual(all.slice(0, 2));
    await page.getByText("Unsaved changes · 2", { exact: true }).waitFor();
    for (let count = 0; count < 55; count++) await page.keyboard.press("Control+Shift+z");
    await page.getByRole("button", { name: "Nothing to redo" }).waitFor();
    expect(await ids()).toEqual(all);
  });

  test("asks before leaving with changes, with focus on Keep editing", async () => {
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByText("Leave without saving?").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep editing");
    await page.keyboard.press("Enter");
    await page.getByText("Leave without saving?").waitFor({ state: "hidden" });
    expect(await page.locator("[data-dashboard-canvas] [data-type=DIVIDER]").count()).toBe(52);
  });

  test("an expired session is renewed in place by keyboard without losing changes", async () => {
    await page.getByRole("textbox", { name: "Dashboard title" }).fill("Renamed steps");
    await page.context().clearCookies();
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Your session timed out" });
    await dialog.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    await page.keyboard.type("not it");
    await page.keyboard.press("Enter");
    await dialog.getByText("Incorrect username or password.").waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Undo: Renamed dashboard" }).waitFor();
    await page.keyboard.press("Control+s");
    await toast("This dashboard was saved successfully.").waitFor();
    await page.getByRole("heading", { name: "Renamed steps" }).waitFor();
  });

  test("the page logged no errors", () => {
    expect(session.problems).toEqual([]);
  });
});
