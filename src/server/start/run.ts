import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { App } from "../app.ts";
import { type Administrator, ensureAdministrator } from "../auth/administrator.ts";
import { seedRoles } from "../auth/seed-roles.ts";
import { createSignInToken } from "../auth/sign-in-links.ts";
import { type Config, readConfig } from "../config/config.ts";
import { prepareHome, removeAbandonedUploads } from "../config/home-folder.ts";
import { readSources } from "../config/sources.ts";
import { releaseMemoryWhenIdle } from "../engine/idle-memory.ts";
import { drain } from "../health/drain.ts";
import { guardMemory } from "../health/memory-guard.ts";
import { createHttpServer } from "../http/http-server.ts";
import type { Resource } from "../http/route.ts";
import { startPeriodicWork } from "../jobs/periodic.ts";
import { loopbackOrigin, ownPages } from "../pictures/own-pages.ts";
import { lockHome } from "../store/home-lock.ts";
import { createApp } from "./create-app.ts";
import { startFailureText } from "./start-failure.ts";

export interface Parts {
  root: string;
  resources(): Promise<readonly Resource[]>;
  loadExamples?(app: App, progress: (line: string) => void): Promise<void>;
  createUploadDatabase?(app: App): Promise<void>;
}

const EXAMPLES_SETTING = "examples_loaded";
const EXAMPLES_FILE = "examples.duckdb";
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Prints one line with the address. Exits with code 0 on a signal, or with code 1 and a one-line reason when it can't
 * start.
 */
export async function run(parts: Parts): Promise<void> {
  let stop: (() => Promise<void>) | undefined;
  let config: Config | undefined;
  const interrupted = untilSignal();
  try {
    const settings = readSources(process.env);
    config = readConfig(settings.values, parts.root);
    const started = start(parts, config, settings.warnings);
    interrupted.second.then(() => process.exit(1));
    stop = (await started).stop;
    await interrupted.signal;
  } catch (error) {
    process.stderr.write(`${startFailureText(error, config)}\n`);
    process.exitCode = 1;
  }
  await stop?.();
  process.exit();
}

function untilSignal(): { signal: Promise<"stop">; second: Promise<void> } {
  const signal = Promise.withResolvers<"stop">();
  const second = Promise.withResolvers<void>();
  let count = 0;
  const onSignal = () => {
    count += 1;
    if (count === 1) signal.resolve("stop");
    else second.resolve();
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return { signal: signal.promise, second: second.promise };
}

interface Started {
  stop(): Promise<void>;
}

async function start(parts: Parts, config: Config, warnings: readonly string[]): Promise<Started> {
  prepareHome(config.home);
  const unlock = lockHome(config.home);
  removeAbandonedUploads(config.home);
  const [app, resources] = await Promise.all([createApp(config), parts.resources()]);
  for (const warning of warnings) app.log.warn(warning);
  try {
    await seedRoles(app);
    const administrator = await ensureAdministrator(app);
    if (config.loadExamples) await loadExamplesOnce(app, parts);
    await createUploadDatabase(app, parts);
    const server = await createHttpServer(app, resources);
    startPeriodicWork(
      app,
      resources.flatMap((resource) => resource.periodic ?? []),
    );
    await server.listen({ host: config.host, port: config.port });
    const { port = config.port } = (server.server.address() as AddressInfo | null) ?? {};
    app.once(ownPages).serveBy(async () => loopbackOrigin(config.host, port));
    const address = addressOf(config, port);
    process.stdout.write(`${await readyMessage(app, address, administrator)}\n`);
    releaseMemoryWhenIdle();
    guardMemory(app);
    return {
      stop: async () => {
        await drain(app);
        await server.close();
        await app.close();
        unlock();
      },
    };
  } catch (error) {
    await app.close();
    unlock();
    throw error;
  }
}

/** Examples that users deleted stay deleted. A failure doesn't stop the server. */
async function loadExamplesOnce(app: App, parts: Parts): Promise<void> {
  if (!parts.loadExamples) return;
  const done = await app.db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", EXAMPLES_SETTING)
    .executeTakeFirst();
  if (done && existsSync(join(app.config.home, EXAMPLES_FILE))) return;
  try {
    await parts.loadExamples(app, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`Failed to load the example data: ${(error as Error).message}\n`);
    return;
  }
  await app.db
    .insertInto("settings")
    .values({ name: EXAMPLES_SETTING, value: app.clock.timestamp() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function createUploadDatabase(app: App, parts: Parts): Promise<void> {
  try {
    await parts.createUploadDatabase?.(app);
  } catch (error) {
    process.stderr.write(`Failed to create the upload database: ${(error as Error).message}\n`);
  }
}

function addressOf({ host }: Config, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function readyMessage(app: App, address: string, administrator: Administrator | undefined): Promise<string> {
  if (!administrator || administrator.hasPassword) return `Tessera is ready at ${address}`;
  const token = await createSignInToken(app, administrator.id);
  return `Tessera is ready at ${address} (sign in once, within 15 minutes: ${address}/login/?token=${token} )`;
}
