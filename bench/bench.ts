import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../scripts/services.ts";
import { PASSWORD, startServer } from "../src/testing/stage.ts";
import { measureForms, measurePaint } from "./arrow.ts";
import { measureJavaScript } from "./browser.ts";
import { printBrushIndex } from "./brush-index.ts";
import { measureBrushes, writeRecording } from "./brush-page.ts";
import {
  type BenchTarget,
  BULK,
  measureCached,
  measureRoundTrip,
  measureUncached,
  type UncachedMeasurement,
} from "./chart-data.ts";
import { POINTS } from "./charts/cases.ts";
import { measureCharts } from "./charts.ts";
import type { LoadMeasurement } from "./clients.ts";
import { measureCompile } from "./compile.ts";
import { measureDashboard } from "./dashboard.ts";
import { measureExplore } from "./explore.ts";
import { measureDeflate, measureFiles, measureRows } from "./files.ts";
import { makeLargeTable, registerLargeTable } from "./large.ts";
import { measureLoad, type StoreName } from "./load.ts";
import { measurePlanner } from "./planner.ts";
import { measureIdleMemory, measureStart } from "./process.ts";
import { measureProfiler } from "./profiler.ts";
import { measureBusy, measureCancel } from "./under-load.ts";

/**
 * `npm run bench`: all speed and size targets in one run, as ratios to the raw engine or a bare server on the same
 * machine. Absolute times are noisy on shared machines, so compare ratios of one run. Parts can be run alone: `npm run
 * bench -- uncached rows files`, and single chart types: `npm run bench -- charts pie treemap_v2`.
 */

const home = mkdtempSync(join(tmpdir(), "tessera-bench-"));
const port = await freePort();
const file = join(home, "examples.duckdb");

const verdict = (isMet: boolean) => (isMet ? "met" : "NOT MET");
const ms = (value: number) => `${value.toFixed(1)} ms`;

function report(when: string, { totalMb, parts }: { totalMb: number; parts: string[] }): void {
  console.log(`\n${when}: ${totalMb.toFixed(0)} MB (${parts.join(", ")}; under 250 MB: ${verdict(totalMb < 250)})`);
}

function printUncached(measurements: readonly UncachedMeasurement[]): void {
  for (const m of measurements) {
    console.log(
      `  ${m.shape.padEnd(36)} raw ${ms(m.rawMs).padStart(9)}  bare route ${ms(m.floorMs).padStart(9)}  request ${ms(m.requestMs).padStart(9)}  over raw ${ms(m.overMs).padStart(8)}, over the route ${ms(m.requestMs - m.floorMs).padStart(8)}  ${m.ratio.toFixed(2)}x  ${verdict(m.isWithinBudget)}`,
    );
  }
}

async function session(url: string): Promise<{ headers: Record<string, string>; flightsId: number }> {
  const signedIn = await fetch(`${url}/login/`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ username: "admin", password: PASSWORD }),
    redirect: "manual",
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const q = "(filters:!((col:table_name,opr:eq,value:flights)))";
  const list = await fetch(`${url}/api/v1/dataset/?q=${encodeURIComponent(q)}`, { headers: { cookie } });
  const { result } = (await list.json()) as { result: { id: number }[] };
  return { headers: { cookie }, flightsId: result[0]?.id ?? 0 };
}

async function printUncachedOf(target: BenchTarget): Promise<void> {
  const roundTripMs = await measureRoundTrip(target);
  console.log("\nUncached chart data over the raw engine, 3,000,000 rows (at most 1.10x or 3 ms over)");
  console.log("  the bare route asks an engine's process the same, and does nothing else");
  console.log(`  a request for nothing                of these   ${ms(roundTripMs)}`);
  printUncached(await measureUncached(target));
  const large = { ...target, flightsId: await registerLargeTable(target, target.flightsId) };
  console.log("The same, 10,000,000 rows");
  printUncached(await measureUncached(large));
  for (const { shape, rawMs, requestMs, ratio } of await measureUncached(large, BULK)) {
    console.log(
      `  ${shape.padEnd(36)} raw ${ms(rawMs).padStart(9)}  request ${ms(requestMs).padStart(9)}  ${ratio.toFixed(2)}x (at most 1.5: ${verdict(ratio <= 1.5)})`,
    );
  }
}

async function printRows(target: BenchTarget): Promise<void> {
  const rows = await measureRows(target);
  console.log("\n100,000 rows of ten columns as JSON, against reading their values from the engine (at most 1.5x)");
  console.log(
    `  engine ${ms(rows.fetchMs)}, request ${ms(rows.requestMs)}, ratio ${rows.ratio.toFixed(2)} (${verdict(rows.ratio <= 1.5)})`,
  );
}

async function printArrow(target: BenchTarget): Promise<void> {
  console.log("\nLarge results as Arrow against the same rows as JSON (bytes at most 0.4)");
  for (const m of await measureForms(target)) {
    const bytes = `${m.ratio.toFixed(2)} of JSON (${verdict(m.ratio <= 0.4)}), compressed ${m.sentRatio.toFixed(2)} of compressed JSON`;
    console.log(
      `  ${m.shape.padEnd(20)} ${String(m.rows).padStart(6)} rows  ${bytes}, ${m.sentToRows.toFixed(2)} of JSON  rows made in ${ms(m.arrowMs)}, from JSON ${ms(m.jsonMs)}`,
    );
  }
  console.log("A dashboard with one chart of 50,000 rows, cached: navigation to the drawn tile");
  await measurePaint(target, ({ chart, jsonMs, arrowMs, jsonBytes, arrowBytes, failure }) => {
    const times = `JSON ${ms(jsonMs).padStart(9)}, Arrow ${ms(arrowMs).padStart(9)}, ratio ${(arrowMs / jsonMs).toFixed(2)}`;
    console.log(`  ${chart.padEnd(28)} ${failure ?? `${times}, bytes ${jsonBytes} and ${arrowBytes}`}`);
  });
}

async function printFiles(target: BenchTarget, pid: number): Promise<void> {
  console.log("\nA million rows as a file, against the engine's COPY to CSV (at most 1.5x, growth under 64 MB)");
  for (const m of await measureFiles(target, pid)) {
    console.log(
      `  ${m.format.padEnd(5)} COPY ${ms(m.copyMs).padStart(9)}  request ${ms(m.requestMs).padStart(9)}  ${m.ratio.toFixed(2)}x ${verdict(m.ratio <= 1.5)}  ${m.megabytes.toFixed(0)} MB, server grew ${m.growthMb.toFixed(0)} MB ${verdict(m.growthMb < 64)}`,
    );
  }
  const { sheetMb, deflateMs } = await measureDeflate(target);
  console.log(`  compressing the workbook's ${sheetMb.toFixed(0)} MB alone takes ${ms(deflateMs)} on one thread`);
}

async function printCached(target: BenchTarget): Promise<void> {
  const cached = await measureCached(target);
  console.log(`\nCached chart data, ${cached.bytes} bytes, against a bare Fastify route sending the same bytes`);
  console.log(`  own  ${cached.requestsPerSecond.toFixed(0)} requests/s, p99 ${cached.p99Ms} ms`);
  console.log(`  bare ${cached.bareRequestsPerSecond.toFixed(0)} requests/s, p99 ${cached.bareP99Ms} ms`);
  console.log(`  ratio ${cached.ratio.toFixed(2)} (at least 0.4: ${verdict(cached.ratio >= 0.4)})`);
}

async function printBusy(target: BenchTarget, pid: number): Promise<void> {
  console.log("\nCached answers while four heavy queries run");
  for (const load of ["ten clients", "now and then"] as const) {
    const busy = await measureBusy(target, load);
    const verdictText =
      load === "ten clients"
        ? `under 2: ${verdict(busy.ratio < 2)}`
        : "a waking server may wait for the next scheduler tick";
    console.log(
      `  ${load.padEnd(12)} p99 ${ms(busy.busyP99Ms)}, alone ${ms(busy.aloneP99Ms)}, ratio ${busy.ratio.toFixed(2)} (${verdictText})`,
    );
  }
  const cancelMs = await measureCancel(target, pid);
  console.log(
    `  the engine rests ${ms(cancelMs)} after its caller has gone (under 200 ms: ${verdict(cancelMs < 200)})`,
  );
}

function printCompile(): void {
  console.log("Compiling a query object over 500 columns (under 1 ms)");
  for (const { shape, medianMs, p99Ms } of measureCompile()) {
    console.log(
      `  ${shape.padEnd(36)} median ${medianMs.toFixed(3)} ms, p99 ${p99Ms.toFixed(3)} ms: ${verdict(medianMs < 1)}`,
    );
  }
}

/** Deletes the example data. */
async function printStart(): Promise<void> {
  const first = await measureStart({ home, port, session });
  const second = await measureStart({ home, port, session });
  if (!wants("start")) return;
  console.log("\nStart, to the first answered chart");
  console.log(
    `  empty folder, loading the examples  ${ms(first.firstChartMs)}  (under 10 s: ${verdict(first.firstChartMs < 10_000)})`,
  );
  console.log(
    `  examples there                      ${ms(second.firstChartMs)}  (under 3 s: ${verdict(second.firstChartMs < 3000)})`,
  );
}

async function printJavaScript(url: string): Promise<void> {
  console.log("\nJavaScript per page, gzip, until the page is idle");
  for (const { page, kilobytes, budget } of await measureJavaScript(url)) {
    console.log(`  ${page.padEnd(10)} ${kilobytes.toFixed(0)} kB of ${budget} kB  ${verdict(kilobytes <= budget)}`);
  }
}

async function printExplore({ url, flightsId }: BenchTarget): Promise<void> {
  const { interactiveMs, controls, keys } = await measureExplore(url, flightsId);
  console.log(`\nExplore on 3,000,000 rows: chart drawn and controls ready after ${ms(interactiveMs)}`);
  console.log(`  a key on the screen, ${controls} controls open (p95 under 50 ms)`);
  for (const { field, p50Ms, p95Ms } of keys)
    console.log(`  ${field.padEnd(24)} p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}  ${verdict(p95Ms < 50)}`);
}

async function printBrush(target: BenchTarget): Promise<void> {
  const largeId = await registerLargeTable(target, target.flightsId);
  await printBrushIndex(target, largeId);
  const measured = await measureBrushes({ ...target, largeId });
  console.log("\nDragging a range: from the pointer event to the last chart painted (p95 at most 33 ms, aim 16.7)");
  for (const { name, charts, covered, indexMs, moves, p50Ms, p95Ms } of measured)
    console.log(
      `  ${name.padEnd(36)} ${covered} of ${charts} charts by index after ${ms(indexMs)}, ${moves} moves  p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}, ratio ${(p95Ms / 33).toFixed(2)}  ${verdict(p95Ms <= 33)}`,
    );
  const recording = join(tmpdir(), "tessera-brush-frames.json");
  writeRecording(recording, measured);
  console.log(`  frames with their times: ${recording}`);
}

async function printDashboard(): Promise<void> {
  const { visits, floor, queries, rawMs } = await measureDashboard({ home, port, file });
  console.log(
    `\nFlights dashboard, data not cached: navigation to the last chart painted, over ${queries} queries raw ${ms(rawMs)}`,
  );
  for (const { name, paintedMs, beforeDataMs, ...processor } of [...visits, floor]) {
    const ratio = paintedMs / rawMs;
    const target = name === floor.name ? "lower bound" : `at most 1.3: ${verdict(ratio <= 1.3)}`;
    console.log(
      `  ${name.padEnd(22)} painted ${ms(paintedMs)}, first request for data after ${ms(beforeDataMs)}, ratio ${ratio.toFixed(2)} (${target}), ${(paintedMs / floor.paintedMs).toFixed(2)} of the charts alone`,
    );
    console.log(
      `  ${"".padEnd(22)} processor: browser ${processor.browserMs} ms, server ${processor.serverMs} ms, engine ${processor.engineMs} ms`,
    );
  }
}

async function printPlanner(): Promise<void> {
  console.log(
    "\nUntil the last tile is drawn, data not cached, over the queries one after another in the engine alone",
  );
  for (const m of await measurePlanner({ home, port, file })) {
    console.log(
      `  ${m.name.padEnd(34)} drawn ${ms(m.shownMs).padStart(9)}, ${m.queries} queries raw ${ms(m.rawMs).padStart(9)}, ratio ${m.ratio.toFixed(2)} (at most ${m.atMost}: ${verdict(m.ratio <= m.atMost)})`,
    );
    console.log(
      `  ${"".padEnd(34)} processor: engine ${m.engineMs.toFixed(0)} ms, raw ${m.rawProcessorMs.toFixed(0)} ms`,
    );
  }
}

async function printProfiler(): Promise<void> {
  const { overhead, noise, plainMs, sum, charts: count } = await measureProfiler({ home, port });
  console.log(`\nProfiling the flights dashboard (${count} charts, painted in ${ms(plainMs)} without it)`);
  console.log(
    `  time on/off ${overhead.toFixed(3)} (off/off ${noise.toFixed(3)}; at most 1.01: ${verdict(overhead <= 1.01)})`,
  );
  console.log(`  parts/painted ${sum.toFixed(3)} (within 5%: ${verdict(Math.abs(sum - 1) <= 0.05)})`);
}

async function printLoad(store: StoreName): Promise<void> {
  const { lists, clients } = await measureLoad(store);
  const slow = lists.filter(({ bestMs }) => bestMs >= 100);
  console.log(`\n10,000 dashboards, 50,000 charts, 5,000 users on ${store}: ${lists.length} lists (under 100 ms)`);
  for (const { name, as, bestMs, worstMs } of lists.slice(0, Math.max(5, slow.length)))
    console.log(`  ${name.padEnd(36)} ${as}  best ${ms(bestMs)}, worst ${ms(worstMs)}  ${verdict(bestMs < 100)}`);
  for (const measured of clients) printClients(measured);
}

function printClients({ pace, requests, errors, calls, memoryMb }: LoadMeasurement): void {
  const outcome = `${requests} requests, ${errors} errors (none: ${verdict(errors === 0)})`;
  console.log(`200 clients for a minute, ${pace}: ${outcome}`);
  for (const { call, count, p50Ms, p99Ms, worstMs } of calls)
    console.log(
      `  ${call.padEnd(28)} ${String(count).padStart(5)}  p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, ratio ${(p99Ms / p50Ms).toFixed(1)}, worst ${ms(worstMs)}`,
    );
  const [all] = calls;
  console.log(`  p99 within 5x of p50: ${verdict((all?.p99Ms ?? 0) <= 5 * (all?.p50Ms ?? 0))}`);
  const [early, late] = memoryMb;
  console.log(
    `  memory ${early.toFixed(0)} MB, at the end ${late.toFixed(0)} MB (flat: ${verdict(late < early * 1.1)})`,
  );
}

async function printCharts(): Promise<void> {
  console.log(
    "\nCharts from data to the picture on the screen: the first one of a page after a query, and of a kept answer, and the next ones",
  );
  const { together, scrolls, problems } = await measureCharts(charts, (first) => {
    const { type, points, coldMs, warmMs, budgetMs, notice, failure } = first;
    const figures = `first ${ms(coldMs).padStart(9)}, next ${ms(warmMs).padStart(9)}  (under ${budgetMs} ms: ${verdict(coldMs < budgetMs)}, ${verdict(warmMs < budgetMs)})`;
    const noticeText = notice ? `; it says: ${notice}` : "";
    console.log(`  ${type.padEnd(28)} ${String(points).padStart(6)} points  ${failure ?? figures}${noticeText}`);
  });
  for (const problem of problems) console.log(`  the page met: ${problem}`);
  if (together)
    console.log(
      `  ${together.charts} charts of ${together.points} points at once: ${ms(together.ms)} (under 700 ms: ${verdict(together.ms < 700)})`,
    );
  for (const { type, rows, p50Ms, p95Ms } of scrolls)
    console.log(
      `  ${type.padEnd(28)} ${rows} rows scrolled, a frame p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)} (under 20 ms: ${verdict(p95Ms < 20)})`,
    );
}

const PARTS = [
  "compile",
  "charts",
  "start",
  "memory",
  "uncached",
  "rows",
  "arrow",
  "files",
  "cached",
  "busy",
  "javascript",
  "explore",
  "brush",
  "dashboard",
  "planner",
  "profiler",
  "load",
];
const WITHOUT_EXAMPLES = new Set(["compile", "charts", "load"]);
const words = process.argv.slice(2);
const chosenParts = words.filter((word) => PARTS.includes(word));
const charts = words.filter((word) => !PARTS.includes(word));
const unknown = charts.find((word) => !chosenParts.includes("charts") || !(word in POINTS));
if (unknown !== undefined) throw new Error(`Unknown part "${unknown}". Parts: ${PARTS.join(", ")}`);
const wants = (part: string) => chosenParts.length === 0 || chosenParts.includes(part);

async function printResults(target: BenchTarget, pid: number): Promise<void> {
  if (wants("rows")) await printRows(target);
  if (wants("arrow")) await printArrow(target);
  if (wants("files")) await printFiles(target, pid);
}

async function printPages(target: BenchTarget): Promise<void> {
  if (wants("javascript")) await printJavaScript(target.url);
  if (wants("explore")) await printExplore(target);
  if (wants("brush")) await printBrush(target);
}

async function printExamples(): Promise<void> {
  await printStart();
  await makeLargeTable(file);
  const server = await startServer({ home, port });
  const pid = server.process.pid ?? 0;
  const target = { url: server.url, ...(await session(server.url)), file };
  if (wants("memory")) report("Memory of all processes, idle after a start", await measureIdleMemory(server));
  if (wants("uncached")) await printUncachedOf(target);
  await printResults(target, pid);
  if (wants("cached")) await printCached(target);
  if (wants("busy")) await printBusy(target, pid);
  if (wants("memory")) report("Memory five seconds after this load", await measureIdleMemory(server));
  await printPages(target);
  await server.stop();
  await printOwnServers();
}

/** Parts that start servers of their own. */
async function printOwnServers(): Promise<void> {
  if (wants("dashboard")) await printDashboard();
  if (wants("planner")) await printPlanner();
  if (wants("profiler")) await printProfiler();
}

try {
  if (wants("load")) for (const store of ["SQLite", "PostgreSQL"] as const) await printLoad(store);
  if (wants("compile")) printCompile();
  if (wants("charts")) await printCharts();
  if (chosenParts.some((part) => !WITHOUT_EXAMPLES.has(part)) || chosenParts.length === 0) await printExamples();
} finally {
  rmSync(home, { recursive: true, force: true });
}
