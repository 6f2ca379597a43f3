import { inject } from "vitest";
import type { RunningServer } from "../src/testing/stage.ts";
import { startFrom } from "./setup.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** One server per test worker, so that files running in parallel don't affect each other. */
    urls: readonly string[];
    loadedHome: string;
  }
}

export function serverUrl(): string {
  const urls = inject("urls");
  const worker = Number(process.env.VITEST_POOL_ID ?? 1);
  const url = urls[(worker - 1) % urls.length];
  if (url === undefined) throw new Error("No server was started for the end-to-end tests");
  return url;
}

/** Starts a server with the example data and its own settings. The caller stops it. */
export const startOwnServer = (env: Record<string, string>): Promise<RunningServer> =>
  startFrom(inject("loadedHome"), env);
