import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findChromium, type Service, startClickHouse, startMariaDb, startPostgres, startRedis } from "./services.ts";

/**
 * `npm test`: types, lint, unused code, unit and API tests on SQLite, API tests on PostgreSQL, and journeys in a
 * real browser. Prints at the end what could not be run and why, then one line of totals.
 */

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
const notRun: string[] = [];
const failures: string[] = [];
/** Each test that failed, with what it said; those of them that passed when asked once more. */
const problems: string[] = [];
const secondTry: string[] = [];
const MOST_ASKED_AGAIN = 8;
const scratch = mkdtempSync(join(tmpdir(), "tessera-test-"));
const only = process.argv.slice(2);

function wants(step: string): boolean {
  return only.length === 0 || only.includes(step);
}

interface Check {
  step: string;
  title: string;
  args: string[];
}

/** Commands that are one check each: passed by exit code 0. Two run at a time, as each has one thread. */
async function checks(all: readonly Check[]): Promise<void> {
  const wanted = all.filter(({ step }) => wants(step));
  const next = async (): Promise<void> => {
    const one = wanted.shift();
    if (!one) return;
    const { code, output } = await outcomeOf(one.args);
    console.log(`\n== ${one.title}\n${output}`.trimEnd());
    if (code === 0) totals.passed += 1;
    else {
      totals.failed += 1;
      failures.push(one.title);
    }
    await next();
  };
  await Promise.all([next(), next()]);
}

function outcomeOf(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const run = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [run.stdout, run.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
    run.on("error", ({ message }) => resolve({ code: null, output: message }));
    run.on("close", (code) => resolve({ code, output }));
  });
}

/** A run of Vitest, counted by its own report. Tests that fail are asked once more, see `askAgain`. */
function suite([step, title]: [string, string], args: string[], env: Record<string, string> = {}): void {
  if (!wants(step)) return;
  console.log(`\n== ${title}`);
  const first = vitest(step, args, env);
  totals.skipped += first.skipped;
  totals.passed += first.passed;
  const failed = askAgain([step, title], { first, args, env });
  totals.failed += failed;
  if (failed > 0) failures.push(title);
}

/**
 * A test that fails among ten thousand others is asked once more, with only its file running. When it passes then, it
 * counts as passed and the last lines name it, so that a test that depends on the machine's load is seen and mended.
 * Nothing is asked twice when a run broke off, or more failed than a busy machine explains.
 * @returns how many tests have failed
 */
function askAgain(
  [step, title]: [string, string],
  run: { first: SuiteReport; args: string[]; env: Record<string, string> },
): number {
  const { failed } = run.first;
  if (run.first.status === 0) return 0;
  for (const test of failed) problems.push(`${title}: ${test.title}\n    ${test.message}`);
  if (failed.length === 0 || failed.length > MOST_ASKED_AGAIN) return Math.max(failed.length, 1);
  const projects = run.args.filter((arg, at) => arg === "--project" || run.args[at - 1] === "--project");
  const again = vitest(`${step}-again`, [...projects, ...new Set(failed.map((test) => test.file))], run.env);
  const stillFailing = new Set(again.failed.map((test) => test.title));
  const passed = failed.filter((test) => again.passedTitles.has(test.title) && !stillFailing.has(test.title));
  totals.passed += passed.length;
  for (const test of passed) secondTry.push(`${title}: ${test.title}`);
  return failed.length - passed.length;
}

interface SuiteReport {
  status: number | null;
  passed: number;
  skipped: number;
  passedTitles: ReadonlySet<string>;
  failed: readonly { file: string; title: string; message: string }[];
}

function vitest(name: string, args: string[], env: Record<string, string>): SuiteReport {
  const report = join(scratch, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, [bin("vitest", "vitest.mjs"), "run", ...args, ...reporters], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return { status, ...(existsSync(report) ? readReport(report) : NO_REPORT) };
}

const NO_REPORT = { passed: 0, skipped: 0, passedTitles: new Set<string>(), failed: [] };

/** What this needs of the report that Vitest writes. */
interface VitestReport {
  numPassedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

function readReport(file: string): Omit<SuiteReport, "status"> {
  const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  const tests = (report.testResults ?? []).flatMap(({ name, assertionResults }) => {
    const path = relative(process.cwd(), name);
    return assertionResults.map((test) => ({
      file: path,
      title: `${path} > ${test.fullName}`,
      status: test.status,
      message: (test.failureMessages?.[0] ?? "").split("\n").slice(0, 4).join("\n    "),
    }));
  });
  return {
    passed: report.numPassedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    passedTitles: new Set(tests.filter((test) => test.status === "passed").map((test) => test.title)),
    failed: tests.filter((test) => test.status === "failed"),
  };
}

function bin(name: string, file: string): string {
  return join("node_modules", name, file);
}

/** On one thread, as two checks run at a time: several check part of the program again, each for itself. */
function typesOf(project: string): string[] {
  return [bin("typescript", "bin/tsc"), "-p", project, "--singleThreaded"];
}

/** What tests of other servers need to find them: a variable of the environment, and how to start one where it is not set. */
const SERVERS: readonly { name: string; variable: string; start: (folder: string) => Promise<Service | string> }[] = [
  { name: "Tests on Redis", variable: "TESSERA_TEST_REDIS_URL", start: startRedis },
  { name: "Tests of the PostgreSQL connector", variable: "TESSERA_TEST_POSTGRES_URL", start: startPostgres },
  { name: "Tests of the MySQL and MariaDB connector", variable: "TESSERA_TEST_MARIADB_URL", start: startMariaDb },
  { name: "Tests of the ClickHouse connector", variable: "TESSERA_TEST_CLICKHOUSE_URL", start: startClickHouse },
];

/** Tests that never see the store, or bring one of their own: they have passed once with the others. */
const STORELESS = [
  "src/server/engine/**",
  "src/server/sheet/**",
  "src/server/forecast/**",
  "src/server/run.test.ts",
  "src/server/run-worker.test.ts",
  "src/server/idle-memory.test.ts",
  "src/server/auth/replicas.test.ts",
  "src/server/http/validation.test.ts",
  "src/server/store/sqlite.test.ts",
].flatMap((part) => ["--exclude", part]);

const TRINO =
  "Questions to a live Trino (its connector ran on recorded answers): set TESSERA_TEST_TRINO_URL to one with the catalogs memory and tpch";

/** Runs with the servers that start, and says which could not. */
async function withServers(run: (env: Record<string, string>) => void): Promise<void> {
  const running: Service[] = [];
  const env: Record<string, string> = {};
  for (const { name, variable, start } of SERVERS) {
    const given = process.env[variable];
    const service = given ? { url: given, stop: async () => undefined } : await start(scratch);
    if (typeof service === "string") {
      notRun.push(`${name}: ${service}`);
      continue;
    }
    running.push(service);
    env[variable] = service.url;
  }
  try {
    run(env);
  } finally {
    await Promise.all(running.map((service) => service.stop()));
  }
}

async function main(): Promise<void> {
  await checks([
    { step: "types", title: "Types of the interface", args: typesOf("tsconfig.web.json") },
    { step: "types", title: "Types of the server", args: typesOf("tsconfig.server.json") },
    {
      step: "build",
      title: "Build of the interface",
      args: [bin("vite", "bin/vite.js"), "build", "--logLevel", "warn"],
    },
    { step: "unused", title: "Unused code and dependencies", args: [bin("knip", "bin/knip.js")] },
    { step: "lint", title: "Format and lint", args: [bin("@biomejs/biome", "bin/biome"), "check", "."] },
  ]);
  if (wants("unit") || wants("postgres")) {
    await withServers((env) => {
      suite(["unit", "Unit and API tests (SQLite)"], ["--project", "node", "--project", "web"], env);
      const url = env.TESSERA_TEST_POSTGRES_URL;
      if (url === undefined) return;
      suite(["postgres", "API tests (PostgreSQL)"], ["--project", "node", "src/api", "src/server", ...STORELESS], {
        ...env,
        TESSERA_TEST_DATABASE_URL: url,
      });
    });
  }
  if (wants("unit") && !process.env.TESSERA_TEST_TRINO_URL) notRun.push(TRINO);
  if (wants("browser")) journeys();
}

function journeys(): void {
  const browser = findChromium();
  if (!browser) {
    notRun.push("Browser journeys: no Chromium found (install the system's chromium, or set CHROME_PATH)");
    return;
  }
  suite(["browser", "Journeys in a real browser"], ["--project", "browser"], { CHROME_PATH: browser });
}

try {
  await main();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const problem of problems) console.log(`Did not pass: ${problem}`);
for (const title of secondTry) console.log(`Passed when asked once more: ${title}`);
for (const title of failures) console.log(`Failed: ${title}`);
for (const line of notRun) console.log(`Could not run: ${line}`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 ? 1 : 0);
