import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type KyselyPlugin, PostgresQueryCompiler, type RootOperationNode } from "kysely";
import pg from "pg";
import { expect } from "vitest";
import type { App } from "../server/app.ts";
import { storeFailureOf } from "../server/store/failures.ts";
import { createTemplate, dropCopy } from "./store-template.ts";

/**
 * What tests on SQLite ask the store is asked of PostgreSQL as well, without being run: each statement is compiled for
 * it, too, and explained with the values that it had. So its names, functions, types and indexes for conflicts are known
 * to be right there. What a statement answers is tested by the files that run on PostgreSQL (`scripts/test.ts`).
 */

/** Names the folder in which the servers of tests note what they ask their stores. */
const FOLDER = "TESSERA_TEST_STATEMENTS";

/** In what only stores on SQLite are asked: settings, and references (server/store/references.ts). */
const ONLY_SQLITE = /\bpragma(?:_\w+)?\b/;

interface Recorded {
  text: string;
  parameters: unknown[];
  /** Test file that asked it first. */
  file: string;
}

/** Once a run on SQLite, where a PostgreSQL is there: fails when it refuses a statement of the tests. */
export function setup(): (() => Promise<void>) | undefined {
  const url = process.env.TESSERA_TEST_POSTGRES_URL;
  if (url === undefined || process.env.TESSERA_TEST_DATABASE_URL !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "tessera-statements-"));
  process.env[FOLDER] = folder;
  return async () => {
    const statements = readRecorded(folder);
    rmSync(folder, { recursive: true, force: true });
    if (statements.length === 0) return;
    const refused = await refusedBy(url, statements);
    if (refused.length > 0) throw new Error(`PostgreSQL refuses statements of the store:\n${refused.join("\n")}`);
  };
}

/** Has the server's statements noted. */
export function recordStatements(app: App): void {
  const folder = process.env[FOLDER];
  if (folder === undefined || app.dialect !== "sqlite") return;
  const plugin = recorder(join(folder, `${process.pid}`));
  Object.assign(app, { db: app.db.withPlugin(plugin), reads: app.reads.withPlugin(plugin) });
}

const compiler = new PostgresQueryCompiler();
const known = new Set<string>();

function recorder(file: string): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = compiler.compileQuery(node as RootOperationNode, queryId);
      const kind = kindOf(sql, parameters);
      if (!known.has(kind)) {
        known.add(kind);
        const statement = {
          text: sql,
          parameters: parameters.map(packed),
          file: relative(process.cwd(), expect.getState().testPath ?? ""),
        };
        appendFileSync(file, `${JSON.stringify(statement)}\n`);
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

const LIST = /\$\d+(?:, \$\d+)+/g;
/** The same for statements that differ by the length of a list. */
const shortened = (text: string) => text.replace(LIST, "$list");

/** The same for statements that also have values of the same types. */
function kindOf(text: string, parameters: readonly unknown[]): string {
  const short = shortened(text);
  const types = parameters.map(typeOf);
  return `${short} ${short === text ? types : [...new Set(types)]}`;
}

const MOST_INTEGER = 2 ** 31;

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return value.includes("\0") ? "zero character" : "string";
  if (typeof value !== "number") return value instanceof Uint8Array ? "bytes" : typeof value;
  if (!Number.isInteger(value)) return "number";
  return Math.abs(value) < MOST_INTEGER || isMark(value) ? "integer" : "large integer";
}

/** What server/store/by-ids.ts compiles statements with, in the place of ids. */
const isMark = (value: unknown) => typeof value === "number" && value <= -(2 ** 48);

const MOST_LETTERS = 1000;

/** In JSON, which has no bytes. */
function packed(value: unknown): unknown {
  if (isMark(value)) return 1;
  if (typeof value === "string") return value.slice(0, MOST_LETTERS);
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;
}

const unpacked = (value: unknown) =>
  typeof value === "object" && value !== null && "bytes" in value ? Buffer.from(`${value.bytes}`, "base64") : value;

function readRecorded(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"));
  const kinds = new Map<string, Recorded>();
  for (const line of lines) {
    const one = JSON.parse(line) as Recorded;
    kinds.set(kindOf(one.text, one.parameters), one);
  }
  return [...kinds.values()].filter(({ text }) => !ONLY_SQLITE.test(text));
}

/** Each refused statement with why, and the test that asked it. */
async function refusedBy(url: string, statements: readonly Recorded[]): Promise<string[]> {
  const template = await createTemplate(url);
  const client = new pg.Client({ connectionString: template.url });
  await client.connect();
  const passed = new Set<string>();
  const refused: { statement: Recorded; error: Error }[] = [];
  try {
    for (const statement of statements) {
      const asked = client.query(`explain ${statement.text}`, statement.parameters.map(unpacked));
      await asked.then(
        () => passed.add(shortened(statement.text)),
        (error: Error) => refused.push({ statement, error }),
      );
    }
  } finally {
    await client.end();
    await dropCopy(url, template);
  }
  return refused
    .filter(({ statement, error }) => !isOfValues(error) || !isFitting(statement, passed))
    .map(({ statement: { text, file }, error }) => `${error.message}: ${text.trim()} (${file})`);
}

/** Whether the statement takes other values, or has some that are meant not to fit. */
const isFitting = ({ text, file }: Recorded, passed: ReadonlySet<string>) =>
  passed.has(shortened(text)) || file.includes("hostile");

/** Users are told that a value doesn't fit. */
const isOfValues = (error: Error) => ["null-character", "unfit"].includes(storeFailureOf(error) ?? "");
