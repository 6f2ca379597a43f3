import type { AddressInfo } from "node:net";
import type { App } from "../app.ts";
import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { prepareHome } from "../config/home-folder.ts";
import { readSources } from "../config/sources.ts";
import { releaseMemoryWhenIdle } from "../engine/idle-memory.ts";
import { drain } from "../health/drain.ts";
import { guardMemory } from "../health/memory-guard.ts";
import type { Resource } from "../http/route.ts";
import { jobQueue } from "../jobs/jobs.ts";
import { loopbackOrigin, ownPages } from "../pictures/own-pages.ts";
import { createApp } from "./create-app.ts";
import { startFailureText } from "./start-failure.ts";

export interface WorkerParts {
  root: string;
  resources(): Promise<readonly Resource[]>;
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs until it gets a stop signal. Exits with code 1 and a one-line reason when it can't start. */
export async function runWorker(parts: WorkerParts): Promise<void> {
  const stopSignal = new Promise<void>((resolve) => {
    for (const name of STOP_SIGNALS) process.on(name, () => resolve());
  });
  try {
    const settings = readSources(process.env);
    const config = { ...readConfig(settings.values, parts.root), runsJobs: true };
    if (config.redisUrl === undefined || config.databaseUrl === undefined || config.secret === undefined) {
      const required = "TESSERA_REDIS_URL, TESSERA_DATABASE_URL and TESSERA_SECRET_KEY";
      throw new ConfigError(`A worker needs ${required}, the same as its servers.`);
    }
    prepareHome(config.home);
    const app = await createApp(config);
    for (const warning of settings.warnings) app.log.warn(warning);
    const resources = await parts.resources();
    await app.once(jobQueue).open(resources.flatMap((resource) => resource.jobs ?? []));
    app.once(ownPages).serveBy(() => servePages(app, resources));
    process.stdout.write("The worker is ready.\n");
    releaseMemoryWhenIdle();
    guardMemory(app);
    await stopSignal;
    await drain(app);
    await app.close();
  } catch (error) {
    process.stderr.write(`${startFailureText(error, undefined)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

async function servePages(app: App, resources: readonly Resource[]): Promise<string> {
  const { createHttpServer } = await import("../http/http-server.ts");
  const server = await createHttpServer(app, resources);
  await server.listen({ host: "127.0.0.1", port: 0 });
  app.onClose(() => server.close());
  return loopbackOrigin("127.0.0.1", (server.server.address() as AddressInfo).port);
}
