import { columnLabel, metricLabel, type QueryColumn } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import {
  type ChartDataResult,
  GENERIC_TYPE,
  type GenericType,
  type PostProcessing,
  type QueryObject,
} from "../../model/query-context.ts";

/** Answers of a few made-up rows, of the shape that the real ones will have: to draw a chart with before they come. */
export function imaginedResult(query: QueryObject, dataset: Dataset | undefined): ChartDataResult {
  const dimensions = query.columns ?? query.groupby ?? [];
  const names = dimensions.map((column, at) => dimension(column, { at, of: dimensions.length, dataset }));
  const measures = (query.metrics ?? []).map((metric, at) => measure([metricLabel(metric)], at));
  const steps = (query.post_processing ?? []).filter((step) => step !== null);
  const columns = steps.reduce(after, [...names, ...measures]);
  const keys = columns.map(({ path }) => path.join(", "));
  const data = Array.from({ length: ROWS }, (_, row) =>
    Object.fromEntries(columns.map(({ at }, i) => [keys[i], at(row)])),
  );
  return { data, colnames: keys, coltypes: columns.map(({ type }) => type), rowcount: ROWS };
}

const ROWS = 50;
const START_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

interface Column {
  /** The levels of its name. */
  path: readonly string[];
  type: GenericType;
  at(row: number): unknown;
}

const measure = (path: readonly string[], at = 0): Column => ({
  path,
  type: GENERIC_TYPE.NUMERIC,
  at: (row) => 1 + ((row * 7 + at * 3) % ROWS),
});

interface Place {
  at: number;
  of: number;
  dataset: Dataset | undefined;
}

/** Of names, the last column has one for each row, and each before it half as many. */
function dimension(column: QueryColumn, { at, of, dataset }: Place): Column {
  const path = [columnLabel(column)];
  const known = dataset?.columns.find(({ column_name }) => column_name === path[0]);
  const isAxis = typeof column !== "string" && column.columnType === "BASE_AXIS";
  if (known?.is_dttm || known?.type_generic === GENERIC_TYPE.TEMPORAL || (isAxis && !known && column.timeGrain)) {
    return { path, type: GENERIC_TYPE.TEMPORAL, at: (row) => START_MS + (row + at) * DAY_MS };
  }
  if (known?.type_generic === GENERIC_TYPE.NUMERIC) return { path, type: GENERIC_TYPE.NUMERIC, at: (row) => row };
  return { path, type: GENERIC_TYPE.STRING, at: (row) => `${"abcdef"[at % 6]}${row >> (of - 1 - at)}` };
}

const BOX = { mean: 5, median: 5, max: 9, min: 1, q1: 3, q3: 7, count: 9 };
const GROUPS = ["a", "b", "c"];

/** The columns after a step of post-processing; steps that keep them are not told apart. */
function after(columns: readonly Column[], { operation, options = {} }: PostProcessing): Column[] {
  const listed = (key: string) => (Array.isArray(options[key]) ? options[key].map(String) : []);
  const among = (key: string) => columns.filter(({ path }) => listed(key).includes(path.join(", ")));
  switch (operation) {
    case "pivot": {
      const groups = listed("columns").length > 0 ? GROUPS.map((group) => listed("columns").map(() => group)) : [[]];
      const values = Object.keys(options.aggregates ?? {});
      const pivoted = values.flatMap((value) => groups.map((group, i) => measure([value, ...group], i)));
      return [...among("index"), ...pivoted];
    }
    case "rename": {
      const renamed = new Map(Object.entries((options.columns ?? {}) as Record<string, string | null>));
      return columns.map(({ path: [first = "", ...rest], ...column }) => {
        const to = renamed.has(first) ? renamed.get(first) : first;
        return { ...column, path: [...(to ? [to] : []), ...rest] };
      });
    }
    case "boxplot": {
      const parts = listed("metrics").flatMap((metric) => [
        ...Object.entries(BOX).map(
          ([part, value]): Column => ({ ...measure([`${metric}__${part}`]), at: () => value }),
        ),
        { path: [`${metric}__outliers`], type: GENERIC_TYPE.STRING, at: () => [] },
      ]);
      return [...among("groupby"), ...parts];
    }
    case "histogram":
      return [...among("groupby"), ...GROUPS.map((_, i) => measure([`${i} - ${i + 1}`], i))];
    case "rank":
      return [...columns, { ...measure(["rank"]), at: (row) => row / ROWS }];
    case "contribution":
      return [...columns, ...listed("rename_columns").map((name, i) => measure([name], i))];
    default:
      return [...columns];
  }
}
