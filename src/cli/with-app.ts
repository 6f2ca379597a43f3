import { existsSync } from "node:fs";
import type { App } from "../server/app.ts";
import { CommandError } from "../server/command-error.ts";
import type { Config } from "../server/config/config.ts";
import { prepareHome } from "../server/config/home-folder.ts";
import { createApp } from "../server/start/create-app.ts";
import { HomeInUseError, lockHome } from "../server/store/home-lock.ts";

export async function withApp<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp(config);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** Without a server in the same home, whose caches wouldn't notice the changes. */
export async function whileStopped<T>(config: Config, advice: string, work: () => Promise<T>): Promise<T> {
  prepareHome(config.home);
  const unlock = lockFor(config.home, advice);
  try {
    return await work();
  } finally {
    unlock();
  }
}

export function assertHomeExists({ home }: Config): void {
  if (!existsSync(home)) throw new CommandError(`The home folder ${home} doesn't exist.`);
}

function lockFor(home: string, advice: string): () => void {
  try {
    return lockHome(home);
  } catch (error) {
    if (!(error instanceof HomeInUseError)) throw error;
    throw new CommandError(`${error.message} ${advice}`);
  }
}
