import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FULL_SIZE } from "../src/testing/full-size.ts";
import { signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { PAGES } from "./page-list.ts";
import { serverUrl } from "./server-url.ts";
import { textFaults } from "./text-layout.ts";

/**
 * Every page in a pseudo-locale, whose texts are 40 % longer: nothing is cut off, nothing covers another text, and no
 * page scrolls sideways. `npm test` opens each page in one direction and width.
 */

const LOOKS = [
  { language: "en-XB", width: 1440 },
  { language: "en-XA", width: 390 },
  { language: "en-XA", width: 1440 },
  { language: "en-XB", width: 390 },
];
const url = serverUrl();
afterAll(closePages);

describe.each(LOOKS)("$language, $width px", ({ language, width }) => {
  const at = LOOKS.findIndex((one) => one.language === language && one.width === width);
  const paths = Object.entries(PAGES).filter((_, i) => FULL_SIZE || i % LOOKS.length === at);
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await visit({ isOwn: true, language, width, height: width === 390 ? 844 : 900 }));
    await signIn(page, url);
  });
  afterAll(() => page.context().close());

  test.each(paths)("%s", async (_name, { path }) => {
    problems.length = 0;
    await page.goto(url + path);
    await page
      .getByText(/\[.+\]/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.locator("html").getAttribute("dir")).toBe(language === "en-XB" ? "rtl" : "ltr");
    await expect.poll(() => textFaults(page)).toEqual([]);
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
  });
});
