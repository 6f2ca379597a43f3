import { answersOf } from "../src/query/brush/answer.ts";
import type { Dimension } from "../src/query/brush/bins.ts";
import { timeEdges } from "../src/query/brush/edges.ts";
import type { ReadPart } from "../src/query/brush/parts.ts";
import { allParts } from "../src/testing/brush-cases.ts";
import type { BenchTarget } from "./chart-data.ts";

interface BrushMeasurement {
  chart: string;
  cells: number;
  kilobytes: number;
  /** Of the chart's query, and of its index (ms). */
  refreshMs: number;
  indexMs: number;
  /** Answering one brush from the index (ms). */
  p50Ms: number;
  p95Ms: number;
}

interface BrushMeasurements {
  charts: BrushMeasurement[];
  /** All charts refreshed, and indexed, at once (ms). */
  refreshMs: number;
  indexMs: number;
}

const sum = (column_name: string) => ({
  expressionType: "SIMPLE",
  aggregate: "SUM",
  column: { column_name },
  label: `sum of ${column_name}`,
});
const average = (column_name: string) => ({ ...sum(column_name), aggregate: "AVG", label: `mean ${column_name}` });
const largest = { orderby: [["count", false]], row_limit: 100 };

/** Charts over the large table that a brush on its time axis filters. */
const CHARTS: Readonly<Record<string, { columns: unknown[]; metrics: unknown[] }>> = {
  "big number": { columns: [], metrics: ["count"] },
  "bars of airports": { columns: ["origin"], metrics: ["count", average("delay")], ...largest },
  "pie of late flights": { columns: ["late"], metrics: ["count"] },
  "lines of days": {
    columns: [
      { label: "date", sqlExpression: "date", expressionType: "SQL", columnType: "BASE_AXIS", timeGrain: "P1D" },
    ],
    metrics: [sum("distance")],
  },
  "table of routes": { columns: ["route"], metrics: ["count", average("delay"), sum("cost")], ...largest },
};
const BINS = 200;
const FROM = Date.UTC(2001, 0, 1);
const TO = Date.UTC(2001, 3, 1);
const ROUNDS = 5;
const BRUSHES = 300;

async function measureIndexes(target: BenchTarget, datasetId: number): Promise<BrushMeasurements> {
  const edges = timeEdges(FROM, TO, BINS);
  const dimension: Dimension = { column: "date", edges };
  const contextOf = (query: object) => ({
    datasource: { id: datasetId, type: "table" },
    queries: [query],
    force: true,
    custom_cache_timeout: -1,
  });
  const indexes = (queries: readonly object[]) =>
    ask(target, "/api/v1/chart/brush_index", {
      dimensions: [dimension],
      targets: queries.map((query, i) => ({ key: String(i), context: contextOf(query) })),
    });
  const refresh = (queries: readonly object[]) => {
    const requests = queries.map((query, i) => ({ key: String(i), context: contextOf(query) }));
    return ask(target, "/api/v1/chart/data/batch", { requests });
  };
  const charts: BrushMeasurement[] = [];
  for (const [chart, query] of Object.entries(CHARTS)) {
    const [refreshMs, indexMs] = await bestOf([() => refresh([query]), () => indexes([query])]);
    const response = await indexes([query]);
    const [read] = await allParts(new Blob([response]).stream());
    charts.push({ chart, kilobytes: response.length / 1000, refreshMs, indexMs, ...answered(chart, read) });
  }
  const all = Object.values(CHARTS);
  const [refreshMs, indexMs] = await bestOf([() => refresh(all), () => indexes(all)]);
  return { charts, refreshMs, indexMs };
}

function answered(chart: string, read: ReadPart | undefined): Pick<BrushMeasurement, "cells" | "p50Ms" | "p95Ms"> {
  if (!read?.index) throw new Error(`${chart} isn't covered: ${JSON.stringify(read?.part)}`);
  const { index } = read;
  const [bins = 0] = index.shape.sizes;
  const answer = answersOf(index);
  const times = Array.from({ length: BRUSHES }, (_, i) => {
    const startedMs = performance.now();
    answer([[0, 1 + ((i * 7) % bins)]]);
    return performance.now() - startedMs;
  }).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { cells: index.groups.length, p50Ms: at(0.5), p95Ms: at(0.95) };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** `datasetId`: of the large table. */
export async function printBrushIndex(target: BenchTarget, datasetId: number): Promise<void> {
  const { charts, refreshMs, indexMs } = await measureIndexes(target, datasetId);
  console.log("\nIndexes of charts over 10,000,000 rows for a brush (at most 4x a refresh), and answers from them");
  for (const m of charts) {
    const index = `index ${ms(m.indexMs).padStart(9)}, ${m.cells} cells, ${m.kilobytes.toFixed(0)} kB`;
    const answers = `answer p50 ${ms(m.p50Ms)}, p95 ${ms(m.p95Ms)}`;
    console.log(`  ${m.chart.padEnd(22)} refresh ${ms(m.refreshMs).padStart(9)}  ${index}  ${answers}`);
  }
  const ratio = indexMs / refreshMs;
  const verdict = ratio <= 4 ? "met" : "NOT MET";
  console.log(
    `  all at once            refresh ${ms(refreshMs)}, index ${ms(indexMs)}  ${ratio.toFixed(2)}x ${verdict}`,
  );
}

/** The best times of interleaved runs. */
async function bestOf(runs: readonly [() => Promise<unknown>, () => Promise<unknown>]): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = -1; round < ROUNDS; round++) {
    for (const at of [0, 1] as const) {
      const startedMs = performance.now();
      await runs[at]();
      if (round >= 0) best[at] = Math.min(best[at], performance.now() - startedMs);
    }
  }
  return best;
}

async function ask({ url, headers }: BenchTarget, path: string, body: object): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}
