import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freePort } from "../scripts/services.ts";
import { type RunningServer, startServer } from "../src/testing/stage.ts";

/** What the sites share with the server that show its dashboards to guests. */
export const GUEST_SECRET = "what the server and another site know, and nobody else";

/**
 * A server with the example data for each worker, see `server-url.ts`. The data is loaded once: the servers have copies
 * of the first one's home, and so have those that journeys start for themselves.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const loaded = mkdtempSync(join(tmpdir(), "tessera-loaded-"));
  await (await startServer({ home: loaded, port: await freePort() })).stop();
  const env = { TESSERA_GUEST_TOKEN_SECRET: GUEST_SECRET, TESSERA_ALLOWED_HOSTS: "127.0.0.1" };
  const servers = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startFrom(loaded, env)));
  project.provide("loadedHome", loaded);
  project.provide(
    "urls",
    servers.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(loaded, { recursive: true, force: true });
  };
}

/** A server on a home of its own, which begins as another was left. */
export async function startFrom(left: string, env: Record<string, string>): Promise<RunningServer> {
  const home = mkdtempSync(join(tmpdir(), "tessera-home-"));
  cpSync(left, home, { recursive: true });
  const server = await startServer({ home, port: await freePort(), env });
  return {
    ...server,
    stop: async (signal) => {
      const code = await server.stop(signal);
      rmSync(home, { recursive: true, force: true });
      return code;
    },
  };
}
