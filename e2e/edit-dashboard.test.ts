import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn, type Visit } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

describe("editing a dashboard", () => {
  const url = serverUrl();
  let session: Visit;
  let page: Page;

  beforeAll(async () => {
    session = await visit();
    page = session.page;
    await signIn(page, url, "/dashboard/new/");
    await page.waitForURL(/\/dashboard\/\w+\/\?.*edit=true/);
    await page.getByRole("textbox", { name: "Dashboard title" }).waitFor();
  });

  const tiles = () => page.locator("[data-dashboard-canvas] [data-type=CHART]");
  const unsaved = (count: number) => page.getByText(`Unsaved changes · ${count}`).waitFor();

  test("renames the title in place as one undo step", async () => {
    const title = page.getByRole("textbox", { name: "Dashboard title" });
    await title.fill("");
    await title.pressSequentially("Weekly review");
    await title.blur();
    await unsaved(1);
  });

  test("drags a chart from the library during a search, with its data and full width", async () => {
    const search = /api\/v1\/chart\/\?q=.*Busiest/;
    let respond = () => {};
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(search, async (route) => {
      await held;
      await route.continue();
    });
    const searched = page.waitForRequest(search);
    await page.getByRole("searchbox", { name: /Search .*charts/ }).fill("Busiest origins");
    const item = page
      .getByRole("list", { name: "Charts" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: /^Add Busiest origins/ }) });
    await item.hover();
    await page.mouse.down();
    await searched;
    const place = await page.getByText("drop charts or layout elements here").first().boundingBox();
    if (!place) throw new Error("No drop target");
    await page.mouse.move(place.x + 20, place.y + 20, { steps: 5 });
    respond();
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.unroute(search);
    await tiles().first().waitFor();
    expect(await tiles().count()).toBe(1);
    await tiles().first().locator("figure").waitFor();
    await unsaved(2);
  });

  test("adds by click, with named undo and redo", async () => {
    await page.getByRole("button", { name: /^Add Heading/ }).click();
    await page.getByRole("heading", { name: "New heading" }).waitFor();
    await page.getByRole("button", { name: /^Undo: Added/ }).click();
    expect(await page.getByRole("heading", { name: "New heading" }).count()).toBe(0);
    await page.getByRole("button", { name: /^Redo: Added/ }).click();
    await page.getByRole("heading", { name: "New heading" }).waitFor();
  });

  test("resizes a tile by its corner and shows the size", async () => {
    await tiles()
      .first()
      .click({ position: { x: 60, y: 14 } });
    const corner = await page.locator("[data-resize=corner]").boundingBox();
    const canvas = await page.locator("[data-dashboard-canvas]").boundingBox();
    if (!corner || !canvas) throw new Error("Nothing to resize");
    await page.mouse.move(corner.x + 6, corner.y + 6);
    await page.mouse.down();
    await page.mouse.move(corner.x + 6 + (canvas.width / 12) * 2, corner.y + 6 - 80, { steps: 6 });
    const larger = page.getByText("8 of 12 columns · 30 rows");
    await larger.waitFor();
    await page.mouse.up();
    await page.keyboard.press("Control+z");
    await larger.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+Shift+z");
    await larger.waitFor();
  });

  test("a drop below the last element lands at the end, and one in an empty column inside it", async () => {
    const drop = async (what: RegExp, x: number, y: number) => {
      await page.getByRole("button", { name: what }).hover();
      await page.mouse.down();
      await page.mouse.move(x - 12, y - 4, { steps: 4 });
      await page.mouse.move(x, y, { steps: 3 });
      await page.mouse.up();
    };
    const canvas = page.locator("[data-dashboard-canvas]");
    await canvas.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const box = await canvas.boundingBox();
    if (!box) throw new Error("No canvas");
    await drop(/^Add Column/, box.x + box.width / 2, box.y + box.height - 40);
    const column = page.locator("[data-type=COLUMN]");
    await column.waitFor();
    const inside = await column.boundingBox();
    if (!inside) throw new Error("No column");
    await drop(/^Add Text/, inside.x + inside.width - 40, inside.y + inside.height / 2);
    await column.locator("[data-type=MARKDOWN]").waitFor();
    await page.getByRole("button", { name: /^Undo: Added/ }).click();
    await page.getByRole("button", { name: /^Undo: Added column/ }).click();
    await column.waitFor({ state: "detached" });
  });

  test("tabs dropped on the top edge take all content, and text dropped below an empty tab lands in it", async () => {
    const canvas = page.locator("[data-dashboard-canvas]");
    const drop = async (what: RegExp, x: number, y: number) => {
      await page.getByRole("button", { name: what }).hover();
      await page.mouse.down();
      await page.mouse.move(x - 12, y - 4, { steps: 4 });
      await page.mouse.move(x, y, { steps: 3 });
      await page.mouse.up();
    };
    const boxOf = async (element: Locator) => {
      const box = await element.boundingBox();
      if (!box) throw new Error("No drop target");
      return box;
    };
    await canvas.evaluate((element) => element.scrollTo(0, 0));
    const first = await boxOf(canvas.locator("[data-layout-id][data-type]").first());
    await drop(/^Add Tabs/, first.x + first.width / 2, first.y + 15);
    const strip = page.getByRole("tablist", { name: "Dashboard tabs" });
    await strip.waitFor();
    await page.getByRole("tabpanel").getByRole("heading", { name: "New heading" }).waitFor();
    await page.getByRole("button", { name: "Add tab", exact: true }).click();
    await page.keyboard.press("Enter");
    const empty = await boxOf(page.getByText("Empty tab. Drop charts"));
    const text = page.getByRole("tabpanel").locator("[data-type=MARKDOWN]");
    const before = await text.filter({ visible: true }).count();
    await drop(/^Add Text/, empty.x + empty.width / 2, empty.y + empty.height + 150);
    await text.filter({ visible: true }).waitFor();
    expect([before, await text.filter({ visible: true }).count()]).toEqual([0, 1]);
    await page.getByRole("button", { name: /^Undo: Added/ }).click();
    const inTab = await boxOf(canvas);
    await drop(/^Add Tabs/, inTab.x + inTab.width / 2, inTab.y + inTab.height / 2);
    const nested = await boxOf(page.locator("[data-type=TABS]").filter({ visible: true }));
    await drop(/^Add Text/, nested.x + nested.width / 2, nested.y + nested.height - 24);
    await page.locator("[data-type=TABS] [role=tabpanel] [data-type=MARKDOWN]").waitFor();
    const undo = page.getByRole("button", { name: /^Undo: / });
    while ((await strip.count()) > 0) await undo.click();
    expect(await page.getByRole("heading", { name: "New heading" }).count()).toBe(1);
  });

  test("undoes filters and properties like other changes", async () => {
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await page.getByLabel("Filter name").fill("Origin");
    await page.locator("#filter-dataset").click();
    await page.locator("#filter-dataset").fill("flights");
    await page.getByTitle("flights", { exact: true }).first().click();
    await page.locator("#filter-column").click();
    await page.locator("#filter-column").fill("origin");
    await page.locator("#filter-column_list_0").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save filters" }).click();
    await page.getByRole("button", { name: "Undo: Changed filters" }).waitFor();
    await page.getByRole("button", { name: "Properties", exact: true }).click();
    await page.getByLabel("URL slug").fill("weekly-review");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Undo: Changed properties" }).click();
    await page.getByRole("button", { name: "Undo: Changed filters" }).waitFor();
    await page.getByRole("button", { name: "Redo: Changed properties" }).click();
  });

  test("reloads as saved, without unsaved changes", async () => {
    await page.keyboard.press("Control+s");
    await page.getByText("This dashboard was saved successfully.").waitFor();
    await page.waitForURL((address) => !address.search.includes("edit=true"));
    await page.goto(`${url}/superset/dashboard/weekly-review/`);
    await page.getByRole("heading", { name: "Weekly review" }).waitFor();
    await page.getByRole("heading", { name: "New heading" }).waitFor();
    await page.locator("figure").first().waitFor();
    await page.getByText("Origin", { exact: true }).first().waitFor();
    const response = await page.request.get(`${url}/api/v1/dashboard/weekly-review`);
    const { result } = await response.json();
    const chart = Object.values(JSON.parse(result.position_json)).find(
      (one) => (one as { type?: string }).type === "CHART",
    );
    expect(chart).toMatchObject({ meta: { width: 8, height: 30 } });
  });

  test("copies a chart and pastes it on another dashboard in another browser tab", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await tiles()
      .first()
      .click({ position: { x: 60, y: 14 } });
    await page.keyboard.press("Control+c");
    await page.getByText(/^Copied Busiest origins/).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Stop editing" }).click();
    const other = await page.context().newPage();
    await other.goto(`${url}/dashboard/new/`);
    await other.getByText("Empty dashboard. Drop charts").waitFor();
    await other.keyboard.press("Control+v");
    const pasted = other.locator("[data-dashboard-canvas] [data-type=CHART]");
    await pasted.locator("figure").waitFor();
    expect(await pasted.count()).toBe(1);
    await other.getByRole("button", { name: /^Undo: Pasted Busiest origins/ }).waitFor();
    await other.close({ runBeforeUnload: false });
  });

  test("asks before leaving with changes, and discarding restores the saved state", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await tiles()
      .first()
      .click({ position: { x: 60, y: 14 } });
    await page.keyboard.press("Delete");
    await unsaved(1);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("1 change will be lost.").waitFor();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.getByRole("heading", { name: "Weekly review" }).waitFor();
    await page.locator("figure").first().waitFor();
  });

  test("moves a tile by keyboard", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await tiles().first().focus();
    await page.keyboard.press("Space");
    await page.getByText(/picked up\. Arrow keys move, Enter drops/).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await unsaved(1);
    await page.getByRole("button", { name: /^Undo: Moved/ }).waitFor();
  });

  test("the page logged no errors", () => {
    expect(session.problems).toEqual([]);
  });
});
