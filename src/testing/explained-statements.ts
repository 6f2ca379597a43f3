import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { storeFailureOf } from "../server/store/failures.ts";
import { kindOf, type Recorded, STATEMENTS, shortened, unpacked } from "./recorded-statements.ts";
import { createTemplate, dropCopy } from "./store-template.ts";
import { STORE_TESTS } from "./store-tests.ts";

/**
 * What tests on SQLite ask the store is asked of PostgreSQL as well, without being run: each statement is compiled for
 * it, too, and explained with the values that it had. So its names, functions, types and indexes for conflicts are known
 * to be right there. What statements answer is tested by the files that run on PostgreSQL (`src/testing/store-tests.ts`).
 */

/** In what only stores on SQLite are asked: settings, references (server/store/references.ts), and plans by tests. */
const ONLY_SQLITE = /\bpragma(?:_\w+)?\b|^explain query plan\b/;
const MOST_SHOWN = 10;

/** Once a run on SQLite, where a PostgreSQL is there: fails when it refuses a statement of the tests. */
export function setup(): (() => Promise<void>) | undefined {
  const url = process.env.TESSERA_TEST_POSTGRES_URL;
  if (url === undefined || process.env.TESSERA_TEST_DATABASE_URL !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "tessera-statements-"));
  process.env[STATEMENTS] = folder;
  return async () => {
    const statements = readRecorded(folder);
    rmSync(folder, { recursive: true, force: true });
    if (statements.length === 0) return;
    const refused = await refusedBy(url, statements);
    if (refused.length === 0) return;
    const shown = refused.slice(0, MOST_SHOWN).join("\n");
    throw new Error(`PostgreSQL refuses ${refused.length} statements of the store:\n${shown}`);
  };
}

function readRecorded(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"));
  const kinds = new Map<string, Recorded>();
  for (const line of lines) {
    const one = JSON.parse(line) as Recorded;
    kinds.set(kindOf(one.text, one.parameters), one);
  }
  const isRun = ({ file }: Recorded) => STORE_TESTS.some((path) => file.startsWith(path));
  return [...kinds.values()].filter((one) => !ONLY_SQLITE.test(one.text) && !isRun(one));
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
