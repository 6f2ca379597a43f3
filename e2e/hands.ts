import type { Locator, Page } from "playwright-core";
import { FULL_SIZE } from "../src/testing/full-size.ts";
import { pass } from "../src/testing/waits.ts";

export interface Keys {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  focused(): Promise<string>;
  tabTo(name: RegExp, key?: "Tab" | "Shift+Tab"): Promise<void>;
}

export function keysOf(page: Page): Keys {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const look = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return { name: "", isInLongCode: false };
      const labels = (element.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id));
      const labelled = labels.map((label) => label?.textContent ?? "").join(" ");
      const named = (element as HTMLInputElement).labels?.[0]?.textContent ?? "";
      const own = element instanceof HTMLInputElement ? named : `${named} ${element.textContent ?? ""}`.trim();
      return {
        name: `${element.getAttribute("aria-label") ?? ""} ${labelled} ${own ?? ""}`.trim(),
        isInLongCode: Boolean(element.closest(".cm-editor")?.querySelector(".cm-lineNumbers")),
      };
    });
  const focused = async () => (await look()).name;
  const tabTo = async (name: RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
    const passed: string[] = [];
    for (let step = 0; step < 400; step++) {
      const { name: now, isInLongCode } = await look();
      if (name.test(now)) return;
      passed.push(now.slice(0, 30));
      // After a full round: the element may still be loading, and constant key presses would delay it.
      if (now === "") await pass(200, "a slow peer");
      // In multi-line code Tab indents, except right after Escape.
      if (isInLongCode) await press("Escape");
      await press(key);
    }
    throw new Error(`${key} never reached ${name}; it passed ${passed.join(" · ")}`);
  };
  return { press, type: (text) => page.keyboard.type(text), focused, tabTo };
}

/** Drags slowly enough for the page to show its drop hints. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await hold(page, from, to);
  await page.mouse.up();
}

export async function hold(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await to.scrollIntoViewIfNeeded();
  const place = await to.boundingBox();
  if (!place) throw new Error(`No drop target: ${to}`);
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2 - 4, { steps: 3 });
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 3 });
}

/** User actions by mouse or by keyboard, in the last visible dialog or else the page. */
export interface InputDevice {
  press(name: RegExp): Promise<void>;
  turnTo(tab: RegExp): Promise<void>;
  write(field: RegExp, text: string): Promise<void>;
  choose(field: RegExp, option: string, typed?: string): Promise<void>;
  takeOne(name: RegExp | string): Promise<void>;
  take(menu: RegExp, ...entries: RegExp[]): Promise<void>;
  restOn(name: RegExp): Promise<void>;
}

export type DeviceKind = "mouse" | "keyboard";

/** All at full size. In `npm test` each test runs with one of them: `test.each(MOUSE)` or `(KEYS)`. */
const HANDS: readonly DeviceKind[] = ["mouse", "keyboard"];
export const MOUSE: readonly DeviceKind[] = FULL_SIZE ? HANDS : ["mouse"];
export const KEYS: readonly DeviceKind[] = FULL_SIZE ? HANDS : ["keyboard"];

const PRESSED = ["button", "link", "checkbox", "switch", "radio"] as const;
const WRITTEN = ["textbox", "searchbox", "spinbutton", "combobox"] as const;
const OPTION = ".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option";

function optionOf(page: Page, words: string, options = OPTION): Locator {
  const marked = new RegExp(`^[ƒ#±A]${words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  const all = page.locator(options);
  return all.filter({ has: page.getByText(words, { exact: true }) }).or(all.filter({ hasText: marked }));
}

function oneOf(page: Page, name: RegExp | string) {
  const one = page.getByRole("radio", { name, exact: true }).filter({ visible: true }).last();
  return {
    one,
    words: one.locator("xpath=ancestor-or-self::*[self::label or @role='radio'][1]"),
    all: one.locator("xpath=ancestor::*[@role='radiogroup' or self::fieldset][1]"),
  };
}

export function handsOf(page: Page, kind: DeviceKind): InputDevice {
  return kind === "mouse" ? mouseOf(page) : keyboardOf(page);
}

function mouseOf(page: Page): InputDevice {
  const found = (roles: readonly (typeof PRESSED | typeof WRITTEN)[number][], name: RegExp) => {
    const within = page.locator(":is([role=dialog]:visible, body:not(:has([role=dialog]:visible)))").last();
    const [first, ...others] = roles.map((role) => within.getByRole(role, { name }));
    if (!first) throw new Error("No role");
    return others
      .reduce((all, one) => all.or(one), first)
      .filter({ visible: true })
      .first();
  };
  return {
    press: (name) => found(PRESSED, name).click(),
    turnTo: (name) => page.getByRole("tab", { name }).filter({ visible: true }).last().click(),
    write: async (field, text) => {
      await found(WRITTEN, field).click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    choose: async (field, option, typed) => {
      await found(["combobox"], field).click();
      if (typed) await page.keyboard.type(typed);
      await optionOf(page, option).click();
    },
    takeOne: (name) => oneOf(page, name).words.click(),
    take: async (menu, ...entries) => {
      await found(["button"], menu).click();
      for (const [depth, name] of entries.entries()) {
        const entry = page.getByRole("menuitem", { name }).filter({ visible: true }).first();
        await (depth < entries.length - 1 ? entry.hover() : entry.click());
      }
    },
    restOn: (name) => page.getByRole("button", { name }).or(page.getByRole("img", { name })).first().hover(),
  };
}

function keyboardOf(page: Page): InputDevice {
  const { press, type, tabTo, focused } = keysOf(page);
  const arrowTo = async (isThere: () => Promise<boolean>, key: string) => {
    for (let step = 0; step < 150; step++) {
      if (await isThere()) return;
      await press(key);
    }
    throw new Error(`${key} never reached it`);
  };
  return {
    press: async (name) => {
      await tabTo(name);
      const isBox = await page.evaluate(() => document.activeElement instanceof HTMLInputElement);
      await press(isBox ? "Space" : "Enter");
    },
    turnTo: async (name) => {
      const isTab = () => page.evaluate(() => document.activeElement?.role === "tab");
      await arrowTo(isTab, "Tab");
      await arrowTo(async () => name.test(await focused()), "ArrowRight");
    },
    write: async (field, text) => {
      await tabTo(field);
      await press("ControlOrMeta+a");
      await type(text);
    },
    choose: async (field, option, typed) => {
      await tabTo(field);
      if (typed) await type(typed);
      else await press("Enter");
      await optionOf(page, option).waitFor();
      const active = optionOf(page, option, `${OPTION}-active`);
      await arrowTo(async () => (await active.count()) > 0, "ArrowDown");
      await press("Enter");
    },
    takeOne: async (name) => {
      const { one, all } = oneOf(page, name);
      await one.waitFor();
      await arrowTo(() => all.evaluate((group) => group.contains(document.activeElement)), "Tab");
      await arrowTo(() => one.isChecked(), "ArrowRight");
    },
    take: async (menu, ...entries) => {
      await tabTo(menu);
      await press("Enter");
      for (const [depth, name] of entries.entries()) {
        const entry = page.getByRole("menuitem", { name }).filter({ visible: true }).first();
        await entry.waitFor();
        await arrowTo(() => entry.evaluate((one) => one.contains(document.activeElement)), "ArrowDown");
        await press(depth < entries.length - 1 ? "ArrowRight" : "Enter");
      }
    },
    restOn: (name) => tabTo(name),
  };
}
