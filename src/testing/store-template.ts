import { randomUUID } from "node:crypto";
import pg from "pg";
import type { StoreLocation } from "../server/store/database.ts";

/** Names the database that the stores of tests on PostgreSQL are copies of. */
const TEMPLATE = "TESSERA_TEST_TEMPLATE";

/**
 * Once a run on PostgreSQL: a database with the tables, roles and users that every test server begins with. To copy it
 * takes a sixth of what making them anew takes.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TESSERA_TEST_DATABASE_URL;
  if (url === undefined) return undefined;
  const name = databaseName();
  await run(url, `create database ${name}`);
  const { furnish } = await import("./starting-users.ts");
  await furnish({ url: addressOf(url, name), file: "" });
  process.env[TEMPLATE] = name;
  return () => run(url, `drop database ${name} with (force)`);
}

/** A database of its own for one server, on the PostgreSQL of the address. */
export async function copyOfTemplate(url: string): Promise<StoreLocation & { url: string }> {
  const name = databaseName();
  // Whole files at once: page by page, as is usual, takes twice as long.
  await run(url, `create database ${name} template ${process.env[TEMPLATE] ?? "template1"} strategy file_copy`);
  return { url: addressOf(url, name), file: "" };
}

/** Drops a copy, also while somebody is connected to it. */
export async function dropCopy(url: string, copy: StoreLocation & { url: string }): Promise<void> {
  await run(url, `drop database ${new URL(copy.url).pathname.slice(1)} with (force)`);
}

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
