import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ADMIN_ROLE } from "../../model/built-in-roles.ts";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import { findDatabaseByUuid } from "../database/index.ts";
import { METADATA } from "./files.ts";
import { readFolder } from "./folder.ts";
import { importBundle } from "./import.ts";
import { NO_SECRETS } from "./import-run.ts";

const FOLDER = fileURLToPath(new URL("../../../examples", import.meta.url));
const EXAMPLES_UUID = "6f3d1c52-7a0b-4e57-9c1e-2b8f4d9a6c31";
const SHARED = "shared";
const TABLES = "tables";

/**
 * Loads missing examples. Tables become visible all at once, and an interrupted load starts over. What users changed or
 * deleted stays that way.
 */
export async function loadExamples(app: App, progress: (text: string) => void): Promise<void> {
  const loaded = await loadTables(app, progress);
  const known = await findDatabaseByUuid(app.db, EXAMPLES_UUID);
  if (!known) await loadBundles(app, progress);
  else if (loaded) app.events.changed("database", known.id);
}

async function loadTables(app: App, progress: (text: string) => void): Promise<boolean> {
  const file = join(app.config.home, "examples.duckdb");
  if (existsSync(file)) return false;
  const draft = join(app.config.home, "examples.loading.duckdb");
  remove(draft);
  const tables = readdirSync(join(FOLDER, TABLES)).filter((name) => name.endsWith(".sql"));
  const data = dataFolder();
  const statements = tables.map((name) => createTable(name, data));
  const names = tables.map((name) => basename(name, ".sql"));
  await engineOf(app).load({
    file: draft,
    statements: [...statements, "CHECKPOINT"],
    onProgress: (done) => {
      if (names[done - 1]) progress(`Loaded example table ${names[done - 1]} (${done} of ${names.length})`);
    },
  });
  renameSync(draft, file);
  remove(draft);
  return true;
}

function dataFolder(): string {
  const folders = createRequire(import.meta.url).resolve.paths("vega-datasets") ?? [];
  const found = folders.map((folder) => join(folder, "vega-datasets", "data")).find((folder) => existsSync(folder));
  if (!found) throw new Error("The example data (npm package vega-datasets) is not installed.");
  return found;
}

function createTable(name: string, data: string): string {
  const query = readFileSync(join(FOLDER, TABLES, name), "utf8").replaceAll("{data}", data.replaceAll("'", "''"));
  return `CREATE TABLE "${basename(name, ".sql")}" AS ${query}`;
}

function remove(file: string): void {
  for (const part of [file, `${file}.wal`]) rmSync(part, { force: true });
}

async function loadBundles(app: App, progress: (text: string) => void): Promise<void> {
  const bundles = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, METADATA)));
  const files = new Map([SHARED, ...bundles].flatMap((name) => [...readFolder(join(FOLDER, name))]));
  try {
    await importBundle({ app, user: null }, files, {
      noun: "dashboard",
      overwrite: false,
      secrets: NO_SECRETS,
      ownerId: await firstAdministrator(app),
    });
  } catch (error) {
    // Another server with the same store was first.
    if (await findDatabaseByUuid(app.db, EXAMPLES_UUID)) return;
    throw error;
  }
  for (const name of bundles) progress(`Loaded example dashboard ${name}`);
}

export async function firstAdministrator(app: App): Promise<number | undefined> {
  const found = await app.db
    .selectFrom("user_roles")
    .innerJoin("roles", "roles.id", "user_roles.role_id")
    .select("user_roles.user_id")
    .where("roles.name", "=", ADMIN_ROLE)
    .orderBy("user_roles.user_id")
    .executeTakeFirst();
  return found?.user_id;
}
