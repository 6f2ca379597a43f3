import { inject } from "vitest";
import type { RunningServer } from "../src/testing/stage.ts";
import { startFrom } from "./setup.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** One server for each worker that runs journeys, so that what one file changes surprises no other. */
    urls: readonly string[];
    /** A home with the example data, to be copied. */
    loadedHome: string;
  }
}

/** The address of the server that this worker's files have for themselves, one after the other. */
export function serverUrl(): string {
  const urls = inject("urls");
  const worker = Number(process.env.VITEST_POOL_ID ?? 1);
  const url = urls[(worker - 1) % urls.length];
  if (url === undefined) throw new Error("No server was started for the journeys.");
  return url;
}

/** A server with the example data and settings of its own, which who asks for it stops. */
export const startOwnServer = (env: Record<string, string>): Promise<RunningServer> =>
  startFrom(inject("loadedHome"), env);
