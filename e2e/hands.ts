import type { Locator, Page } from "playwright-core";

/** What a person does without a pointer, and what one does with nothing else. */

export interface Keys {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** What has the focus, as a screen reader would name it. */
  focused(): Promise<string>;
  /** Presses Tab until the name of what has the focus fits; says what it passed when it never does. */
  tabTo(name: RegExp, key?: "Tab" | "Shift+Tab"): Promise<void>;
}

export function keysOf(page: Page): Keys {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return "";
      const labels = (element.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id));
      const labelled = labels.map((label) => label?.textContent ?? "").join(" ");
      const named = (element as HTMLInputElement).labels?.[0]?.textContent ?? "";
      const own = element instanceof HTMLInputElement ? named : `${named} ${element.textContent ?? ""}`.trim();
      return `${element.getAttribute("aria-label") ?? ""} ${labelled} ${own ?? ""}`.trim();
    });
  const tabTo = async (name: RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
    const passed: string[] = [];
    for (let step = 0; step < 90; step++) {
      const now = await focused();
      if (name.test(now)) return;
      passed.push(now.slice(0, 30));
      await press(key);
    }
    throw new Error(`${key} never came to ${name}; it passed ${passed.join(" · ")}`);
  };
  return { press, type: (text) => page.keyboard.type(text), focused, tabTo };
}

/** Drags one thing onto another, slowly enough for the page to say what it would do. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await hold(page, from, to);
  await page.mouse.up();
}

/** Drags one thing over another and holds it there. */
export async function hold(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await to.scrollIntoViewIfNeeded();
  const place = await to.boundingBox();
  if (!place) throw new Error(`no place to drop: ${to}`);
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2 - 4, { steps: 3 });
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 3 });
}
