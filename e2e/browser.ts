import type { Browser } from "playwright-core";
import { launchBrowser } from "../src/testing/stage.ts";

let running: Browser | undefined;

/** The browser that the files of a worker share, launched again if it crashed. It ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launchBrowser();
  return running;
}

/** Closes what a file has opened: the next one begins with a browser as new. */
export async function closePages(): Promise<void> {
  await Promise.all(running?.contexts().map((context) => context.close()) ?? []);
}
