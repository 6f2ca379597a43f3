import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StoreLocation } from "../server/store/database.ts";
import { keptFolder, runFolder } from "./run-folder.ts";

/** Names the database that the stores of tests on PostgreSQL are copies of. */
const TEMPLATE = "TESSERA_TEST_TEMPLATE";

/** Once a run on PostgreSQL: makes the template. To copy it takes a sixth of what making everything anew takes. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TESSERA_TEST_DATABASE_URL;
  if (url === undefined) return undefined;
  const template = await createTemplate(url);
  process.env[TEMPLATE] = nameOf(template);
  return () => dropCopy(url, template);
}

type PostgresLocation = StoreLocation & { url: string };

/** A database with the tables, roles and users that every test server begins with, on the PostgreSQL of the address. */
export async function createTemplate(url: string): Promise<PostgresLocation> {
  const name = databaseName();
  await run(url, `create database ${name}`);
  const template = { url: addressOf(url, name), file: "" };
  const { furnish } = await import("./starting-users.ts");
  await furnish(template);
  return template;
}

/** A database of its own for one server, on the PostgreSQL of the address. */
export async function copyOfTemplate(url: string): Promise<PostgresLocation> {
  const name = databaseName();
  // Whole files at once: page by page, as is usual, takes twice as long.
  await run(url, `create database ${name} template ${process.env[TEMPLATE] ?? "template1"} strategy file_copy`);
  return { url: addressOf(url, name), file: "" };
}

/** Drops a copy, also while somebody is connected to it. */
export async function dropCopy(url: string, copy: PostgresLocation): Promise<void> {
  await run(url, `drop database ${nameOf(copy)} with (force)`);
}

/** A SQLite store with the same content: in memory, or in the file. */
export async function sqliteCopy(file?: string): Promise<StoreLocation> {
  const template = await sqliteTemplate();
  if (file === undefined) return { url: undefined, file: ":memory:", image: readFileSync(template) };
  copyFileSync(template, file);
  return { url: undefined, file };
}

/** Path of the SQLite file that stores are copies of. The first server of a run makes it. */
async function sqliteTemplate(): Promise<string> {
  const template = join(runFolder(), "template.db");
  if (existsSync(template)) return template;
  const file = join(keptFolder("template"), "template.db");
  const { furnish } = await import("./starting-users.ts");
  await furnish({ url: undefined, file });
  const database = new DatabaseSync(file);
  // A store in memory can't be opened in write-ahead mode.
  database.exec("pragma journal_mode = delete");
  database.close();
  renameSync(file, template);
  return template;
}

const nameOf = ({ url }: PostgresLocation) => new URL(url).pathname.slice(1);
const databaseName = () => `t_${randomUUID().replaceAll("-", "")}`;

function addressOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
