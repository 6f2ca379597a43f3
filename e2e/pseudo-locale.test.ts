import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSampled, REPEATED_BY } from "../src/testing/full-size.ts";
import { signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { PAGES } from "./page-list.ts";
import { serverUrl } from "./server-url.ts";
import { textFaults } from "./text-layout.ts";
import { collectData, unmarkedTexts } from "./unmarked-texts.ts";

/**
 * Every page in a pseudo-locale, whose texts are 40 % longer: nothing is cut off, nothing covers another text, no page
 * scrolls sideways, and every text is in the catalogs. `npm test` opens a twentieth of the pages in all directions and
 * widths, and the menus of one page.
 */

const LOOKS = [
  { language: "en-XB", width: 1440 },
  { language: "en-XA", width: 390 },
  { language: "en-XA", width: 1440 },
  { language: "en-XB", width: 390 },
];
const SAMPLED = 20;
const WITH_MENUS = ["home", "charts", "explore", "dashboard", "editor", "sql lab"] as const;
const MAX_MENUS = 8;
const url = serverUrl();
afterAll(closePages);

const MATRIX = LOOKS.map((look, at) => {
  const pages = Object.entries(PAGES);
  return { ...look, pages: pages.filter((_, i) => isSampled(at * pages.length + i, SAMPLED)) };
});

describe.each(MATRIX)("$language, $width px", ({ language, width, pages }) => {
  let page: Page;
  let problems: string[];
  let data: ReadonlySet<string>;
  beforeAll(async () => {
    ({ page, problems } = await visit({ isOwn: true, language, width, height: width === 390 ? 844 : 900 }));
    data = collectData(page);
    await signIn(page, url);
  });
  afterAll(() => page.context().close());

  test.each(pages)("%s", async (name, { path }) => {
    problems.length = 0;
    await page.goto(url + path);
    await page
      .getByText(/\[.+\]/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.locator("html").getAttribute("dir")).toBe(language === "en-XB" ? "rtl" : "ltr");
    await expect.poll(() => textFaults(page), { message: REPEATED_BY }).toEqual([]);
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    // The gallery's examples, with their names and rows, are in the code.
    if (name !== "gallery") await expect.poll(() => unmarkedTexts(page, data), { message: REPEATED_BY }).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe("menus and dialogs", () => {
  let page: Page;
  let data: ReadonlySet<string>;
  beforeAll(async () => {
    ({ page } = await visit({ isOwn: true, language: "en-XA" }));
    data = collectData(page);
    await signIn(page, url);
  });
  afterAll(() => page.context().close());

  test("an English text is found, also where only screen readers read it", async () => {
    await page.goto(url + PAGES.tags.path);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", `<p>Row limit</p><button aria-label="Undo last change"></button>`);
    });
    expect(await unmarkedTexts(page, data)).toEqual([
      expect.stringMatching(/^Row limit \(text of p/),
      expect.stringMatching(/^Undo last change \(aria-label of button/),
    ]);
  });

  test.each(WITH_MENUS.filter((_, i) => isSampled(i, WITH_MENUS.length)))("of %s", async (name) => {
    await page.goto(url + PAGES[name].path);
    await page.waitForLoadState("networkidle");
    const openers = page.locator("button[aria-haspopup]:visible");
    const count = Math.min(await openers.count(), MAX_MENUS);
    expect(count).toBeGreaterThan(0);
    for (let i = 0; i < count; i++) {
      if (!(await openers.nth(i).isEnabled())) continue;
      await openers.nth(i).dispatchEvent("click");
      const opened = page.locator("[role=menu], [role=dialog], [role=listbox], .ant-popover");
      await opened.filter({ visible: true }).last().waitFor();
      await expect.poll(() => unmarkedTexts(page, data)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect.poll(() => opened.filter({ visible: true }).count()).toBe(0);
    }
  });
});
