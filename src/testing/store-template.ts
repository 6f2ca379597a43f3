import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StoreLocation } from "../server/store/database.ts";
import { reusedFolder, runFolder } from "./run-folder.ts";

const TEMPLATE = "TESSERA_TEST_TEMPLATE";

/** Once per PostgreSQL run: creates the template. Copying takes a sixth of the time of creating everything. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TESSERA_TEST_DATABASE_URL;
  if (url === undefined) return undefined;
  const template = await createTemplate(url);
  process.env[TEMPLATE] = nameOf(template);
  return () => dropCopy(url, template);
}

type PostgresLocation = StoreLocation & { url: string };

export async function createTemplate(url: string): Promise<PostgresLocation> {
  const name = databaseName();
  await run(url, `create database ${name}`);
  const template = { url: addressOf(url, name), file: "" };
  const { seedStore } = await import("./starting-users.ts");
  await seedStore(template);
  return template;
}

export async function copyOfTemplate(url: string): Promise<PostgresLocation> {
  const name = databaseName();
  // Copies whole files, which takes half the time of the default page-by-page copy.
  await run(url, `create database ${name} template ${process.env[TEMPLATE] ?? "template1"} strategy file_copy`);
  return { url: addressOf(url, name), file: "" };
}

export async function dropCopy(url: string, copy: PostgresLocation): Promise<void> {
  await run(url, `drop database ${nameOf(copy)} with (force)`);
}

export async function sqliteCopy(file?: string): Promise<StoreLocation> {
  const template = await sqliteTemplate();
  if (file === undefined) return { url: undefined, file: ":memory:", image: readFileSync(template) };
  copyFileSync(template, file);
  return { url: undefined, file };
}

async function sqliteTemplate(): Promise<string> {
  const template = join(runFolder(), "template.db");
  if (existsSync(template)) return template;
  const file = join(reusedFolder("template"), "template.db");
  const { seedStore } = await import("./starting-users.ts");
  await seedStore({ url: undefined, file });
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
