import { duckdbDialect } from "../src/connectors/duckdb/duckdb.ts";
import type { QueryObject } from "../src/model/query-context.ts";
import { compileQuery } from "../src/query/compile.ts";
import type { QueryDataset } from "../src/query/query-dataset.ts";

export interface CompileMeasurement {
  shape: string;
  medianMs: number;
  p99Ms: number;
}

const column = (i: number) => ({
  column_name: `column ${i}`,
  type: i % 4 === 0 ? "TIMESTAMP" : i % 4 === 1 ? "VARCHAR" : "DOUBLE",
  is_dttm: i % 4 === 0,
  filterable: true,
  groupby: true,
});

const dataset: QueryDataset = {
  table_name: "wide",
  schema: "main",
  main_dttm_col: "column 0",
  columns: Array.from({ length: 500 }, (_, i) => column(i)),
  metrics: Array.from({ length: 50 }, (_, i) => ({ metric_name: `metric ${i}`, expression: `SUM("column ${i}")` })),
};

const simple = (i: number) => ({
  expressionType: "SIMPLE" as const,
  aggregate: "SUM" as const,
  column: { column_name: `column ${i}` },
  label: `sum of ${i}`,
});
const range = { col: "column 0", op: "TEMPORAL_RANGE", val: "Last quarter" };
const axis = {
  label: "column 0",
  sqlExpression: "column 0",
  expressionType: "SQL" as const,
  columnType: "BASE_AXIS" as const,
  timeGrain: "P1W",
};

const COMPILE_SHAPES: Readonly<Record<string, QueryObject>> = {
  "a chart of a dashboard": {
    columns: [axis, "column 1"],
    metrics: ["metric 2", simple(3)],
    filters: [range, { col: "column 1", op: "IN", val: ["a", "b", null] }],
    series_columns: ["column 1"],
    series_limit: 10,
    orderby: [["metric 2", false]],
    row_limit: 1000,
  },
  "100 metrics": {
    columns: ["column 1", "column 5"],
    metrics: Array.from({ length: 100 }, (_, i) => simple(i * 4 + 3)),
    filters: [range],
    orderby: [[simple(3), false]],
  },
  "100 filters": {
    columns: ["column 1"],
    metrics: ["metric 1"],
    filters: Array.from({ length: 100 }, (_, i) => ({ col: `column ${i * 4 + 1}`, op: "==", val: `value ${i}` })),
  },
  "1,000 values": {
    columns: ["column 1"],
    metrics: ["metric 1"],
    filters: [{ col: "column 1", op: "IN", val: Array.from({ length: 1000 }, (_, i) => `value ${i}`) }],
  },
};

export function measureCompile(rounds = 500): CompileMeasurement[] {
  const compile = (query: QueryObject) => compileQuery({ query, dataset, dialect: duckdbDialect, now: 1e12 });
  return Object.entries(COMPILE_SHAPES).map(([shape, query]) => {
    for (let i = 0; i < rounds; i++) compile(query);
    const times = Array.from({ length: rounds }, () => {
      const started = performance.now();
      compile(query);
      return performance.now() - started;
    }).sort((a, b) => a - b);
    return { shape, medianMs: times[rounds >> 1] ?? 0, p99Ms: times[Math.floor(rounds * 0.99)] ?? 0 };
  });
}
