import type { BudgetKey } from "../model/performance-budget.ts";
import { CommandError, UsageError } from "../server/command-error.ts";
import { type BenchReport, benchDashboard } from "./bench.ts";
import type { Command } from "./command-line.ts";

const RUNS = 5;
const MAX_RUNS = 1000;

export const BENCH_COMMAND: Command = {
  words: "bench",
  args: ["DASHBOARD"],
  options: { url: "URL", token: "TOKEN", runs: "N" },
  switches: ["json"],
  help: `Time the queries of a dashboard (ID or slug) on a running server, past the cache and from it, and compare them
      with its performance budget: fails if it is exceeded. URL: this server by default. TOKEN: an API key or
      access token; - reads it from standard input. N: runs, ${RUNS} by default.`,
  run: async ({ args: [dashboard = ""], options, has, config, print, input }) => {
    const { url = `http://127.0.0.1:${config.port}` } = options;
    const runs = Number(options.runs ?? RUNS);
    if (!Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS)
      throw new UsageError(`--runs is a number from 1 to ${MAX_RUNS}.`);
    if (!URL.canParse(url)) throw new UsageError("--url is an address like https://tessera.example.com.");
    const token = options.token === "-" ? (await input()).trim() : options.token;
    const report = await benchDashboard({ url, token, dashboard, runs });
    if (has("json")) print(JSON.stringify(report));
    else for (const line of tableOf(report)) print(line);
    if (report.excess.length > 0) throw new CommandError(excessText(report));
  },
};

const FORMATS: Readonly<Record<BudgetKey, (value: number) => string>> = {
  p95_ms: (value) => `p95 ${value.toFixed(0)} ms`,
  rows: (value) => `${value} rows`,
  bytes: (value) => `${value} bytes`,
};

function excessText({ excess }: BenchReport): string {
  const parts = excess.map(({ key, value, limit }) => `${FORMATS[key](value)} (at most ${limit})`);
  return `The performance budget is exceeded: ${parts.join(", ")}`;
}

const COLUMNS = ["Tile", "cold ms", "warm ms", "rows", "bytes"];

function tableOf({ tiles, total, p95Ms, runs, budget }: BenchReport): string[] {
  const cells = [...tiles, { name: "Total", ...total }].map(({ name, coldMs, warmMs, rows, bytes }) => [
    name,
    coldMs.toFixed(1),
    warmMs.toFixed(1),
    String(rows),
    String(bytes),
  ]);
  const widths = COLUMNS.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ");
  const kept = budget ? "" : "; the dashboard has no performance budget";
  return [line(COLUMNS), ...cells.map(line), `p95 of ${runs} cold runs: ${p95Ms.toFixed(1)} ms${kept}`];
}
