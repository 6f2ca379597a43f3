import type { TestProject } from "vitest/node";
import { freePort } from "../scripts/services.ts";
import { startServer } from "../src/testing/stage.ts";

declare module "vitest" {
  interface ProvidedContext {
    url: string;
  }
}

/** One server with the example data for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer({ port: await freePort() });
  project.provide("url", server.url);
  return async () => {
    await server.stop();
  };
}
