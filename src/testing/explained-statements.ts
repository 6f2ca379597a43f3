import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { storeFailureOf } from "../server/store/failures.ts";
import { kindOf, type Recorded, STATEMENTS, shortened, unpacked } from "./recorded-statements.ts";
import { createTemplate, dropCopy } from "./store-template.ts";
import { STORE_TESTS } from "./store-tests.ts";

/**
 * Checks that statements which tests run on SQLite also work on PostgreSQL, without running them: each is compiled for
 * PostgreSQL and explained with its values, which verifies names, functions, types and conflict indexes. Results are
 * tested by the files that run on PostgreSQL (`src/testing/store-tests.ts`).
 */

const ONLY_SQLITE = /\bpragma(?:_\w+)?\b|^explain query plan\b/;
const MOST_SHOWN = 10;

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

async function refusedBy(url: string, statements: readonly Recorded[]): Promise<string[]> {
  const template = await createTemplate(url);
  const client = new pg.Client({ connectionString: template.url });
  await client.connect();
  const passed = new Set<string>();
  const refused: { statement: Recorded; error: Error }[] = [];
  try {
    for (const statement of statements) {
      const explanation = client.query(`explain ${statement.text}`, statement.parameters.map(unpacked));
      await explanation.then(
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

const isFitting = ({ text, file }: Recorded, passed: ReadonlySet<string>) =>
  passed.has(shortened(text)) || file.includes("hostile");

const isOfValues = (error: Error) => ["null-character", "unfit"].includes(storeFailureOf(error) ?? "");
