import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL_SIZE } from "../src/testing/full-size.ts";
import { TOAST_MS } from "../src/web/toasts/toasts.ts";
import { type Bench, openBench } from "./bench.ts";
import { handsOf, KEYS } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("a chart's changes", () => {
  let bench: Bench;
  let page: Page;
  let chartId: number;

  beforeAll(async () => {
    // This page uses a fake clock.
    bench = await openBench(serverUrl(), { isOwn: true });
    ({ page } = bench);
    await bench.answersIn("penguins", 9);
  });

  const name = () => page.getByRole("textbox", { name: "Chart name" });
  const save = () => page.getByRole("button", { name: "Save", exact: true });
  const altered = (count: number) =>
    page.getByText(`Altered · ${count} ${count === 1 ? "change" : "changes"} not saved`);
  const more = async (entry: string) => {
    await page.getByRole("button", { name: "More actions", exact: true }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  const addDimension = async (column: string) => {
    await page.getByRole("button", { name: `Add ${column} to…` }).click();
    await page.getByRole("menuitem", { name: "Add to Dimensions" }).click();
  };
  const openSaved = () => bench.openAt(`/explore/?slice_id=${chartId}`);

  test("a bar chart takes at most three actions from the dataset list", async () => {
    let actions = 0;
    await page.exposeFunction("countAction", () => actions++);
    await page.addInitScript(() => {
      for (const kind of ["click", "keydown"]) {
        window.addEventListener(kind, () => (window as unknown as { countAction(): void }).countAction(), true);
      }
    });
    await page.goto(`${serverUrl()}/tablemodelview/list/`);
    await page.getByRole("link", { name: "penguins", exact: true }).click();
    await page.getByRole("button", { name: "Bar", exact: true }).click();
    await bench.picture(/^Bar chart: Penguins, 3 categories/).waitFor();
    expect(actions).toBeGreaterThan(0);
    expect(actions).toBeLessThanOrEqual(3);
  });

  test("an immediate reload keeps changes and a partly typed name", async () => {
    await addDimension("Island");
    await name().pressSequentially("Half a na");
    await page.reload();
    await bench.picture(/Biscoe/).waitFor();
    expect(await name().inputValue()).toBe("Half a na");
    await name().fill("Kept penguins");
  });

  test("the chart is saved to a dashboard tab", async () => {
    const title = `Kept ${process.pid}`;
    const dashboard = await bench.send("POST", "/api/v1/dashboard/", {
      dashboard_title: title,
      position_json: JSON.stringify(TABS),
    });
    await page.getByRole("button", { name: "More save options" }).click();
    await page.getByRole("menuitem", { name: "Save and add to dashboard…" }).click();
    const dialog = bench.dialog("Save chart");
    await dialog.getByLabel("Add to dashboard").fill(title);
    await page.getByTitle(title, { exact: true }).last().click();
    await dialog.getByLabel("Add to tab").click();
    await page.getByTitle("Second", { exact: true }).last().click();
    await dialog.getByRole("button", { name: "Save and stay here" }).click();
    await page.getByText("Chart [Kept penguins] has been saved").waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^On 1 dashboard/ }).waitFor();
    const { result } = await bench.get<{ result: { position_json: string } }>(`/api/v1/dashboard/${dashboard.id}`);
    const layout = JSON.parse(result.position_json) as Record<string, Placed>;
    const within = (id: string): Placed[] =>
      [layout[id]].flatMap((one) => (one ? [one, ...(one.children ?? []).flatMap(within)] : []));
    chartId = within("TAB-second").find((one) => one.type === "CHART")?.meta?.chartId ?? 0;
    expect(chartId).toBeGreaterThan(0);
    expect(within("TAB-first")).toHaveLength(1);
  });

  test("changes are listed, undone and redone", async () => {
    await openSaved();
    await addDimension("Sex");
    await altered(1).click();
    const dialog = bench.dialog("Chart changes");
    await dialog.getByRole("row", { name: /Dimensions Island Island, Sex/ }).waitFor();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await altered(1).waitFor({ state: "detached" });
    await page.keyboard.press("Control+Shift+z");
    await altered(1).waitFor();
  });

  test("a closed tab leaves a draft for the next one", async () => {
    await name().fill("Kept penguins again");
    await page.getByRole("button", { name: "Share", exact: true }).focus();
    await altered(2).waitFor();
    const next = await page.context().newPage();
    await page.close();
    page = next;
    await page.goto(`${serverUrl()}/explore/?slice_id=${chartId}`);
    await page.getByText("Unsaved changes were restored").waitFor();
    await altered(2).waitFor();
    expect(await name().inputValue()).toBe("Kept penguins again");
  });

  test("overwriting another user's save is confirmed", async () => {
    await bench.send("PUT", `/api/v1/chart/${chartId}`, { slice_name: "Theirs" });
    await save().click();
    const question = page.getByRole("dialog", { name: "Overwrite this chart?" });
    await question.getByRole("row", { name: /Theirs/ }).waitFor();
    await question.getByRole("button", { name: "Overwrite" }).click();
    await page.getByText("Chart [Kept penguins again] has been overwritten").waitFor();
    await altered(2).waitFor({ state: "detached" });
  });

  test("a version is compared and restored", async () => {
    await more("Versions");
    const dialog = page.getByRole("dialog", { name: /^Versions of/ });
    await dialog.getByRole("button", { name: /^Version 1/ }).click();
    await dialog.getByRole("row", { name: /Kept penguins again/ }).waitFor();
    await dialog.getByRole("button", { name: "Restore version 1" }).click();
    await expect.poll(() => name().inputValue(), { timeout: 10_000 }).toBe("Kept penguins");
    await page.locator('[data-status="ready"]').waitFor();
  });

  const byKeys = FULL_SIZE ? test : () => undefined;
  byKeys("by keyboard: changes are listed and discarded, a version is restored", async () => {
    const { press, take } = handsOf(page, "keyboard");
    await take(/^Add Sex to…/, /^Add to Dimensions$/);
    await altered(1).waitFor();
    await press(/^Altered/);
    const changes = page.getByRole("dialog", { name: "Chart changes" });
    await changes.getByRole("row", { name: /Dimensions Island Island, Sex/ }).waitFor();
    await page.keyboard.press("Escape");
    await changes.waitFor({ state: "detached" });
    await take(/^More actions$/, /^Discard changes/);
    await altered(1).waitFor({ state: "detached" });
    await take(/^More actions$/, /^Versions/);
    const versions = page.getByRole("dialog", { name: /^Versions of/ });
    await versions.waitFor();
    await press(/^Version 2/);
    await press(/^Restore version 2/);
    await expect.poll(() => name().inputValue(), { timeout: 10_000 }).toBe("Theirs");
    await page.locator('[data-status="ready"]').waitFor();
  });

  byKeys("by keyboard: a draft of a closed tab is restored and discarded", async () => {
    await handsOf(page, "keyboard").write(/^Chart name/, "Walked off");
    await page.keyboard.press("Tab");
    await altered(1).waitFor();
    const next = await page.context().newPage();
    await page.close();
    page = next;
    await page.goto(`${serverUrl()}/explore/?slice_id=${chartId}`);
    await altered(1).waitFor();
    expect(await name().inputValue()).toBe("Walked off");
    await handsOf(page, "keyboard").press(/^Discard$/);
    await altered(1).waitFor({ state: "detached" });
    expect(await name().inputValue()).toBe("Theirs");
  });

  const OFFERS = [
    ["mouse", "table"],
    ["keyboard", "pie"],
  ] as const;
  const offers = OFFERS.filter(([kind]) => KEYS.includes(kind));
  test.each(offers)("by %s: a draft that is only offered is restored", async (kind, type) => {
    const saved = await name().inputValue();
    const left = `Left for the ${kind}`;
    await name().fill(left);
    await page.keyboard.press("Tab");
    await altered(1).waitFor();
    const next = await page.context().newPage();
    await page.close();
    page = next;
    await page.clock.install();
    await page.goto(`${serverUrl()}/explore/?slice_id=${chartId}&viz_type=${type}`);
    const offer = page.getByText("You have unsaved changes from an earlier visit");
    await offer.waitFor();
    expect(await name().inputValue()).toBe(saved);
    // Keyboard users need longer than a toast normally stays.
    await page.clock.fastForward(TOAST_MS.info + 500);
    await handsOf(page, kind).press(/^Restore$/);
    await expect.poll(() => name().inputValue()).toBe(left);
    await offer.waitFor({ state: "detached" });
    await altered(1).waitFor();
    await handsOf(page, kind).press(/^Discard$/);
    await altered(1).waitFor({ state: "detached" });
    expect(await name().inputValue()).toBe(saved);
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});

interface Placed {
  type?: string;
  children?: string[];
  meta?: { chartId?: number };
}

const TABS = {
  DASHBOARD_VERSION_KEY: "v2",
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-all"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: [], parents: ["ROOT_ID"] },
  HEADER_ID: { id: "HEADER_ID", type: "HEADER", meta: { text: "Kept" } },
  "TABS-all": { id: "TABS-all", type: "TABS", children: ["TAB-first", "TAB-second"], parents: ["ROOT_ID"], meta: {} },
  "TAB-first": {
    id: "TAB-first",
    type: "TAB",
    children: [],
    parents: ["ROOT_ID", "TABS-all"],
    meta: { text: "First" },
  },
  "TAB-second": {
    id: "TAB-second",
    type: "TAB",
    children: [],
    parents: ["ROOT_ID", "TABS-all"],
    meta: { text: "Second" },
  },
};
