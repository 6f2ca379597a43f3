import { randomUUID } from "node:crypto";
import { statfs, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import type { App } from "../app.ts";
import { storeFailureOf } from "../store/failures.ts";
import { pendingMigrations } from "../store/migrate.ts";
import { MIGRATIONS, PROGRAM } from "../store/migrations/index.ts";
import { requiredVersion } from "../store/store-version.ts";
import { traffic } from "./traffic.ts";

const CHECK_MS = 2000;
const MB = 1024 * 1024;

/** Why the server shouldn't get requests now, in the reader's language; empty if it is ready. Takes up to two seconds. */
export async function reasonsNotReady(app: App): Promise<string[]> {
  if (app.once(traffic).isDraining) return [t("The server is shutting down.")];
  const reasons = await Promise.all([
    reasonOf(() => checkStore(app), t("Can't reach the metadata store.")),
    reasonOf(() => app.events.ping().then(() => undefined), t("Can't reach Redis.")),
    reasonOf(() => checkHome(app), t("The home folder isn't writable.")),
  ]);
  return reasons.filter((reason) => reason !== undefined);
}

async function reasonOf(check: () => Promise<string | undefined>, failure: string): Promise<string | undefined> {
  const late = delay(CHECK_MS, failure, { ref: false });
  return Promise.race([check().catch(() => failure), late]);
}

async function checkStore(app: App): Promise<string | undefined> {
  await sql`select 1`.execute(app.db);
  const pending = await pendingMigrations(app.db, MIGRATIONS);
  if (pending.length > 0) return t("The metadata store is older than this server.");
  const version = await requiredVersion(app.db, PROGRAM);
  if (version !== undefined) return t("The metadata store needs Tessera {version} or newer.", { version });
}

async function checkHome({ config: { home, minDiskBytes } }: App): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(home);
  const freeBytes = bavail * bsize;
  if (freeBytes < minDiskBytes) {
    const sizes = { free: Math.floor(freeBytes / MB), required: Math.floor(minDiskBytes / MB) };
    return t("{free, number} MB of disk space are free; {required, number} MB are required.", sizes);
  }
  const probe = join(home, `ready-${randomUUID()}`);
  try {
    await writeFile(probe, "ready");
  } catch (error) {
    return storeFailureOf(error) === "full" ? t("No disk space left for the home folder.") : Promise.reject(error);
  } finally {
    await unlink(probe).catch(() => undefined);
  }
}
