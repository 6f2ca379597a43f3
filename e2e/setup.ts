import type { TestProject } from "vitest/node";
import { freePort } from "../scripts/services.ts";
import { startServer } from "../src/testing/stage.ts";

declare module "vitest" {
  interface ProvidedContext {
    url: string;
  }
}

/** What the sites share with the server that show its dashboards to guests. */
export const GUEST_SECRET = "what the server and another site know, and nobody else";

/** One server with the example data for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = { TESSERA_GUEST_TOKEN_SECRET: GUEST_SECRET };
  const server = await startServer({ port: await freePort(), env });
  project.provide("url", server.url);
  return async () => {
    await server.stop();
  };
}
