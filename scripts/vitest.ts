import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { SEED } from "../src/testing/full-size.ts";

export interface FileTime {
  file: string;
  ms: number;
}

export interface SuiteReport {
  status: number | null;
  passed: number;
  skipped: number;
  passedTitles: ReadonlySet<string>;
  failed: readonly { file: string; title: string; message: string }[];
  times: readonly FileTime[];
}

export interface VitestRun {
  args: readonly string[];
  env?: Record<string, string>;
  scratch: string;
  /** Lists every file and prints all output; by default, only failed tests and their output. */
  isVerbose?: boolean;
  isWatch?: boolean;
}

/** Nothing is counted if Vitest wrote no report. */
export function vitest({ args, env, scratch, isVerbose, isWatch }: VitestRun): SuiteReport {
  const file = join(scratch, `${randomUUID()}.json`);
  const output = isVerbose ? ["--reporter=default"] : ["--reporter=minimal", "--silent=passed-only"];
  const report = ["--reporter=json", `--outputFile.json=${file}`];
  const program = join("node_modules", "vitest", "vitest.mjs");
  const command = isWatch ? [] : ["run"];
  const { status } = spawnSync(process.execPath, [program, ...command, ...args, ...output, ...report], {
    stdio: "inherit",
    env: { TESSERA_TEST_SEED: String(SEED), ...process.env, ...env },
  });
  return { status, ...(existsSync(file) ? readReport(file) : NOTHING) };
}

const NOTHING = { passed: 0, skipped: 0, passedTitles: new Set<string>(), failed: [], times: [] };

/** Subset of Vitest's JSON report. Times are in milliseconds. */
interface JsonReport {
  numPassedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

function readReport(path: string): Omit<SuiteReport, "status"> {
  const report = JSON.parse(readFileSync(path, "utf8")) as JsonReport;
  const files = (report.testResults ?? []).map((result) => ({ ...result, file: relative(process.cwd(), result.name) }));
  const tests = files.flatMap(({ file, assertionResults }) =>
    assertionResults.map((test) => ({
      file,
      title: `${file} > ${test.fullName}`,
      status: test.status,
      message: (test.failureMessages?.[0] ?? "").split("\n").slice(0, 4).join("\n    "),
    })),
  );
  return {
    passed: report.numPassedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    passedTitles: new Set(tests.filter((test) => test.status === "passed").map((test) => test.title)),
    failed: tests.filter((test) => test.status === "failed"),
    times: files.map(({ file, startTime, endTime }) => ({ file, ms: endTime - startTime })),
  };
}
