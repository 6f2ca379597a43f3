import { existsSync } from "node:fs";
import { join } from "node:path";
import { allDatabases, assertAnswers, targetOf } from "../api/database/index.ts";
import { wireErrorsOf } from "../model/errors.ts";
import type { App } from "../server/app.ts";
import { CommandError } from "../server/command-error.ts";
import type { Config } from "../server/config/config.ts";
import { DEFAULTS, SECRETS, type SettingName } from "../server/config/defaults.ts";
import { reasonsNotReady } from "../server/health/readiness.ts";
import { openStore } from "../server/store/database.ts";
import { pendingMigrations } from "../server/store/migrate.ts";
import { MIGRATIONS, PROGRAM } from "../server/store/migrations/index.ts";
import { prepareStore } from "../server/store/store-version.ts";
import type { Command } from "./command-line.ts";
import { whileStopped, withApp } from "./with-app.ts";

export const SERVER_COMMANDS: readonly Command[] = [
  {
    words: "config",
    switches: ["json"],
    help: "Show the effective settings and where they are set. Secrets are hidden.",
    run: async ({ has, settings: { values, sources }, print }) => {
      const names = Object.keys(DEFAULTS) as SettingName[];
      const rows = names.map((name) => {
        const source = sources.get(name) ?? "default";
        const value = source === "default" ? (DEFAULTS[name] ?? "") : (values[name] ?? "");
        return { name, value: SECRETS.has(name) && value !== "" ? "********" : value, source };
      });
      if (has("json")) return print(JSON.stringify(rows));
      for (const { name, value, source } of rows) print(`${name}=${value}  (${source})`);
    },
  },
  {
    words: "check",
    help: "Check settings, store, Redis, disk and every database connection.",
    run: async ({ config, print }) => {
      const problems: string[] = [];
      const report = (name: string, found: readonly string[]) => {
        print(
          `${found.length === 0 ? "ok    " : "failed"}  ${name}${found.map((text) => `\n        ${text}`).join("")}`,
        );
        problems.push(...found);
      };
      report("settings", []);
      const pending = await pendingIn(config);
      report(
        "store",
        pending.map((name) => `The migration ${name} is pending.`),
      );
      if (pending.length === 0) await withApp(config, (app) => checkApp(app, report));
      if (problems.length > 0) throw new CommandError(`${problems.length} problems`);
    },
  },
  {
    words: "migrate",
    switches: ["dry-run"],
    help: "Migrate the store, which a server also does when it starts. Stop all servers first. --dry-run: only list what would run.",
    run: async ({ has, config, print }) => {
      if (has("dry-run")) {
        const pending = await pendingIn(config);
        for (const name of pending) print(name);
        return print(`${pending.length} migrations are pending.`);
      }
      const applied = await whileStopped(config, "Stop it first.", () => withStore(config, migrateStore));
      for (const name of applied) print(name);
      print(`${applied.length} migrations ran.`);
    },
  },
];

type Store = Awaited<ReturnType<typeof openStore>>;

const migrateStore = (store: Store) => prepareStore(store, PROGRAM, true);

async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ url: config.databaseUrl, file: join(config.home, "tessera.db") });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function pendingIn(config: Config): Promise<string[]> {
  const isNew = config.databaseUrl === undefined && !existsSync(join(config.home, "tessera.db"));
  if (isNew) return MIGRATIONS.map(({ name }) => name);
  return withStore(config, ({ db }) => pendingMigrations(db, MIGRATIONS));
}

async function checkApp(app: App, report: (name: string, problems: readonly string[]) => void): Promise<void> {
  report("server", await reasonsNotReady(app));
  for (const record of await allDatabases(app.db)) {
    const problem = await assertAnswers(app, targetOf(app.secrets, record)).then(
      () => [],
      (error: unknown) => [wireErrorsOf(error)[0]?.message ?? (error as Error).message],
    );
    report(`database ${record.database_name}`, problem);
  }
}
