import type { TestProject } from "vitest/node";
import { freePort } from "../scripts/services.ts";
import { startServer } from "../src/testing/stage.ts";

/** What the sites share with the server that show its dashboards to guests. */
export const GUEST_SECRET = "what the server and another site know, and nobody else";

/** A server with the example data for each worker, see `server-url.ts`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = { TESSERA_GUEST_TOKEN_SECRET: GUEST_SECRET, TESSERA_ALLOWED_HOSTS: "127.0.0.1" };
  const ports = await Promise.all(Array.from({ length: project.config.maxWorkers }, freePort));
  const servers = await Promise.all(ports.map((port) => startServer({ port, env })));
  project.provide(
    "urls",
    servers.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
