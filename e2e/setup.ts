import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freePort } from "../scripts/services.ts";
import { type RunningServer, startServer } from "../src/testing/stage.ts";

export const GUEST_SECRET = "shared by the server and the embedding site";

/** Starts a server per test worker (see `server-url.ts`). The example data is loaded once and copied. */
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

export async function startFrom(source: string, env: Record<string, string>): Promise<RunningServer> {
  const home = mkdtempSync(join(tmpdir(), "tessera-home-"));
  cpSync(source, home, { recursive: true });
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
