import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STORE_TESTS } from "../src/testing/store-tests.ts";
import { buildWhenStale } from "./build.mjs";
import { findChromium } from "./services.ts";
import { startServices, TEST_SERVICES } from "./test-services.ts";
import { type FileTime, type SuiteReport, vitest } from "./vitest.ts";

const USAGE = `npm test                 types, lint, unused code, unit and API tests, journeys in a browser
npm run test:all         the same at full size: large random corpora, every combination, the whole API on PostgreSQL,
                         and the package of npm pack
npm run check            what needs neither a server nor a browser
npm test -- FILE ...     these test files or folders; other options go to Vitest (-t NAME, --watch)
npm test -- STEP ...     one of: types, lint, unused, build, unit, postgres, browser, package`;

const STEPS = ["types", "lint", "unused", "build", "unit", "postgres", "browser", "package"] as const;
type Step = (typeof STEPS)[number];

/** Folders without servers, databases and pages: what `npm run check` tests. */
const PURE = [
  "src/model",
  "src/query",
  "src/editor",
  "src/chart-seam",
  "src/chart-kit",
  "src/chart-types",
  "src/ui",
  "tests/",
];
/** Exceptions in these folders: tests that use database servers or type-check scaffolds. */
const NOT_PURE = ["corpus-engines", "hidden-tables", "preserve-names", "price-list"].flatMap((name) => [
  "--exclude",
  `**/${name}.test.ts`,
]);

/** Tests that don't use the store, or bring their own: running them once is enough. */
const STORELESS = [
  "src/server/engine/**",
  "src/server/sheet/**",
  "src/server/forecast/**",
  "src/server/start/run.test.ts",
  "src/server/start/run-worker.test.ts",
  "src/server/engine/idle-memory.test.ts",
  "src/server/auth/replicas.test.ts",
  "src/server/http/validation.test.ts",
  "src/server/store/sqlite.test.ts",
].flatMap((part) => ["--exclude", part]);

const TRINO =
  "Queries on a live Trino (its connector ran on recorded answers): set TESSERA_TEST_TRINO_URL to one with the catalogs memory and tpch";

const SLOWEST_SHOWN = 20;
const MOST_RETRIED = 8;

interface Check {
  step: Step;
  title: string;
  args: string[];
}

const totals = { passed: 0, failed: 0, skipped: 0 };
const failedSteps: string[] = [];
const failedTests: string[] = [];
const passedOnRetry: string[] = [];
const notRun: string[] = [];
const times: FileTime[] = [];
const scratch = mkdtempSync(join(tmpdir(), "tessera-test-"));

const bin = (name: string, file: string) => join("node_modules", name, file);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const CHECKS: readonly Check[] = [
  { step: "types", title: "Types of the interface", args: typesOf("tsconfig.web.json") },
  { step: "types", title: "Types of the server", args: typesOf("tsconfig.server.json") },
  {
    step: "build",
    title: "Build of the interface",
    args: [bin("vite", "bin/vite.js"), "build", "--logLevel", "warn"],
  },
  { step: "unused", title: "Unused code and dependencies", args: [bin("knip", "bin/knip.js")] },
  { step: "lint", title: "Format and lint", args: [bin("@biomejs/biome", "bin/biome"), "check", "."] },
];

const PACKAGE: Check = { step: "package", title: "The package of npm pack", args: ["scripts/check-package.ts"] };

/** Single-threaded, as two checks run at a time, and several threads would check parts of the program twice. */
function typesOf(project: string): string[] {
  return [bin("typescript", "bin/tsc"), "-p", project, "--singleThreaded"];
}

async function runChecks(checks: readonly Check[]): Promise<void> {
  const waiting = [...checks];
  const next = async (): Promise<void> => {
    const check = waiting.shift();
    if (!check) return;
    const started = performance.now();
    const { code, output } = await outcomeOf(check.args);
    console.log(`${code === 0 ? "✓" : "✗"} ${check.title} (${seconds(performance.now() - started)})`);
    if (code === 0) totals.passed += 1;
    else {
      console.log(output.trimEnd());
      totals.failed += 1;
      failedSteps.push(check.title);
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

interface Suite {
  title: string;
  args: string[];
  env?: Record<string, string>;
}

function runSuite(suite: Suite): void {
  console.log(`\n${suite.title}`);
  const report = vitest({ ...suite, scratch });
  totals.passed += report.passed;
  totals.skipped += report.skipped;
  times.push(...report.times);
  const failed = retry(suite, report);
  totals.failed += failed;
  if (failed > 0) failedSteps.push(suite.title);
}

/**
 * Reruns failed test files once, alone. Tests that pass then count as passed but are reported, so that flaky ones are
 * noticed and fixed. Skipped if the run crashed, or if more failed than load explains. Returns the number of failed
 * tests.
 */
function retry(suite: Suite, { status, failed }: SuiteReport): number {
  if (status === 0) return 0;
  failedTests.push(...failed.map((test) => `${suite.title}: ${test.title}\n    ${test.message}`));
  if (failed.length === 0 || failed.length > MOST_RETRIED) return Math.max(failed.length, 1);
  const projects = suite.args.filter((arg, at) => arg === "--project" || suite.args[at - 1] === "--project");
  const again = vitest({ ...suite, args: [...projects, ...new Set(failed.map((test) => test.file))], scratch });
  const failing = new Set(again.failed.map((test) => test.title));
  const passed = failed.filter((test) => again.passedTitles.has(test.title) && !failing.has(test.title));
  totals.passed += passed.length;
  passedOnRetry.push(...passed.map((test) => `${suite.title}: ${test.title}`));
  return failed.length - passed.length;
}

type Services = Awaited<ReturnType<typeof startServices>>;

async function runUnitTests(wants: (step: Step) => boolean, { env, missing, stop }: Services): Promise<void> {
  notRun.push(...missing);
  try {
    if (wants("unit")) {
      runSuite({ title: "Unit and API tests (SQLite)", args: ["--project", "node", "--project", "web"], env });
      if (!process.env.TESSERA_TEST_TRINO_URL) notRun.push(TRINO);
    }
    const url = env.TESSERA_TEST_POSTGRES_URL;
    if (!wants("postgres") || url === undefined) return;
    const isFull = process.env.TESSERA_TEST_FULL === "1";
    runSuite({
      title: isFull ? "API tests (PostgreSQL)" : "Tests of the store (PostgreSQL)",
      args: ["--project", "node", ...(isFull ? ["src/api", "src/server"] : STORE_TESTS), ...STORELESS],
      env: { ...env, TESSERA_TEST_DATABASE_URL: url },
    });
  } finally {
    await stop();
  }
}

function runJourneys(): void {
  const browser = findChromium();
  if (browser) {
    const env = { CHROME_PATH: browser };
    runSuite({ title: "Journeys in a real browser", args: ["--project", "browser"], env });
  } else notRun.push("Browser journeys: no Chromium found (install the system's chromium, or set CHROME_PATH)");
}

async function runSteps(steps: readonly string[]): Promise<void> {
  const wants = (step: Step) => steps.length === 0 || steps.includes(step);
  const [services] = await Promise.all([
    wants("unit") || wants("postgres") ? startServices(scratch, TEST_SERVICES) : undefined,
    runChecks(CHECKS.filter(({ step }) => wants(step))),
  ]);
  if (services) await runUnitTests(wants, services);
  if (wants("browser")) runJourneys();
  if (steps.includes("package") || (steps.length === 0 && process.env.TESSERA_TEST_FULL === "1"))
    await runChecks([PACKAGE]);
}

async function runQuickCheck(): Promise<void> {
  await runChecks(CHECKS.filter(({ step }) => step === "types" || step === "lint"));
  const args = ["--project", "node", "--project", "web", ...PURE, ...NOT_PURE];
  runSuite({ title: "Unit tests without servers, and the rules of the project", args });
}

/** `args`: test files or folders, and Vitest options. Starts required services and builds stale pages. */
async function runFiles(args: readonly string[]): Promise<void> {
  const unknown = args.filter((arg) => /\.test\.tsx?$/.test(arg) && !existsSync(arg));
  for (const file of unknown) console.log(`No such file: ${file}`);
  totals.failed = unknown.length;
  if (unknown.length > 0) return;
  const files = args.filter((arg) => existsSync(arg));
  const needed = TEST_SERVICES.filter((service) => service.isNeededBy(files));
  const { env, missing, stop } = await startServices(scratch, needed);
  notRun.push(...missing);
  if (files.some((file) => file.startsWith("e2e"))) {
    buildWhenStale(process.execPath);
    const browser = findChromium();
    if (browser) env.CHROME_PATH = browser;
  }
  const report = vitest({ args, env, scratch, isVerbose: true, isWatch: args.includes("--watch") });
  await stop();
  Object.assign(totals, { passed: report.passed, skipped: report.skipped, failed: report.failed.length });
  if (report.status !== 0 && totals.failed === 0) totals.failed = 1;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--all")) process.env.TESSERA_TEST_FULL = "1";
  const rest = args.filter((arg) => arg !== "--all");
  if (rest[0] === "check") return runQuickCheck();
  const isSteps = rest.every((arg) => (STEPS as readonly string[]).includes(arg));
  if (isSteps) return runSteps(rest);
  return runFiles(rest);
}

if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
const started = performance.now();
try {
  await main(process.argv.slice(2));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const slowest = times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
if (slowest.length > 0) console.log(`\nThe slowest ${slowest.length} files`);
for (const { file, ms } of slowest) console.log(`${seconds(ms).padStart(8)}  ${file}`);
if (slowest.length > 0) console.log("");
for (const test of failedTests) console.log(`Did not pass: ${test}`);
for (const title of passedOnRetry) console.log(`Passed on retry: ${title}`);
for (const title of failedSteps) console.log(`Failed: ${title}`);
for (const line of notRun) console.log(`Could not run: ${line}`);
const total = seconds(performance.now() - started);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped in ${total}`);
process.exit(totals.failed > 0 ? 1 : 0);
