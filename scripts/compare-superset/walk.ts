import type { Frame, Page } from "playwright-core";
import type { Recorder } from "./recorder.ts";

/** Walks through an open dashboard like a user: every tab from top to bottom, until all requests have finished. */

const QUIET_MS = 1500;
const LONGEST_MS = 120_000;
const STEP_PX = 500;
const TALLEST_PX = 9000;

export interface Walked {
  page: Page;
  /** The page's main frame, or that of an embedded dashboard. */
  frame: Frame;
  recorder: Recorder;
}

type Tile = [number, string];

/** `onView` is called for each fully loaded tab, with its tiles. */
export async function walk(walked: Walked, onView: (tiles: readonly Tile[]) => Promise<void>): Promise<void> {
  await untilIdle(walked);
  const seen = new Set<string>();
  for (;;) {
    await scrollThrough(walked);
    await onView(await tilesOf(walked.frame));
    for (const { key, isSelected } of await tabsOf(walked.frame)) if (isSelected) seen.add(key);
    // Inner tabs are after the outer ones: the last one first leaves none behind in a closed tab.
    const next = (await tabsOf(walked.frame)).findLast(({ key }) => !seen.has(key));
    if (!next) return;
    seen.add(next.key);
    await walked.frame.evaluate((key) => document.getElementById(key)?.click(), next.key);
    await untilIdle(walked);
  }
}

interface Tab {
  key: string;
  isSelected: boolean;
}

function tabsOf(frame: Frame): Promise<Tab[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[role=tab][id]")]
      .filter((tab) => tab.checkVisibility() && tab.closest("[data-tile], [role=dialog]") === null)
      .map((tab) => ({ key: tab.id, isSelected: tab.getAttribute("aria-selected") === "true" })),
  );
}

function tilesOf(frame: Frame): Promise<Tile[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-tile]")]
      .filter((tile) => tile.checkVisibility())
      .map((tile): Tile => {
        const status = tile.querySelector("[data-status]")?.getAttribute("data-status") ?? "nothing";
        const isDrawn = tile.querySelector("[data-status] figure, [data-status] canvas, [data-status] table") !== null;
        const text = tile.querySelector("[data-status]")?.textContent.slice(0, 120);
        return [Number(tile.dataset.tile), status === "ready" && isDrawn ? "drawn" : `${status}: ${text}`];
      }),
  );
}

async function scrollThrough({ frame, recorder, page }: Walked): Promise<void> {
  for (let top = 0; ; top += STEP_PX) {
    const isLast = await frame.evaluate((to) => {
      const all = [...document.querySelectorAll<HTMLElement>("html, body, div, main")];
      const canScroll = all.filter(
        ({ scrollHeight, clientHeight, clientWidth }) => scrollHeight > clientHeight + 20 && clientWidth > 700,
      );
      for (const one of canScroll) one.scrollTop = to;
      return canScroll.every(({ scrollHeight, clientHeight }) => to + clientHeight >= scrollHeight);
    }, top);
    await page.waitForTimeout(250);
    if (isLast || top > TALLEST_PX) break;
  }
  await untilIdle({ frame, recorder, page });
}

async function untilIdle({ recorder, page, frame }: Walked): Promise<void> {
  const start = Date.now();
  const isBusy = async () => recorder.quietMs < QUIET_MS || (await isLoading(frame));
  while (Date.now() - start < LONGEST_MS && (await isBusy())) await page.waitForTimeout(200);
}

function isLoading(frame: Frame): Promise<boolean> {
  return frame.evaluate(() => {
    const inView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return element.checkVisibility() && bottom > 0 && top < innerHeight;
    };
    const tiles = [...document.querySelectorAll("[data-tile]")].filter(inView);
    const waits = tiles.some(
      (tile) => !tile.querySelector("[data-status]:not([data-status=loading], [data-status=waiting])"),
    );
    return waits || [...document.querySelectorAll("[data-test=loading-indicator]")].some(inView);
  });
}

/** Captures the full height. Charts out of view may be missing from a long page, so the window grows instead. */
export async function picture({ page, frame, recorder }: Walked, path: string): Promise<void> {
  const height = await frame.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>("html, body, div, main")];
    const hidden = all.map(({ scrollHeight, clientHeight, clientWidth }) =>
      clientWidth > 700 && clientHeight > 300 ? scrollHeight - clientHeight : 0,
    );
    for (const one of all) if (one.scrollTop > 0 && one.clientWidth > 700) one.scrollTop = 0;
    return Math.max(...hidden);
  });
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: size.width, height: Math.min(size.height + Math.max(height, 0), TALLEST_PX) });
  await page.waitForTimeout(1500);
  await untilIdle({ page, frame, recorder });
  await page.screenshot({ path });
  await page.setViewportSize(size);
  await page.waitForTimeout(300);
}
