import type { ServerTiming } from "./tile-profile.ts";
/**
 * Chart data with Arrow, as the interface reads it: the JSON of `ChartDataResponse`, then a newline and one Arrow stream
 * per result that has `arrow` instead of `data`. Without such results, there is only the JSON.
 */
export const WITH_ARROW = "application/vnd.tessera.chart-data";

/** Larger results come as Arrow. */
export const MOST_JSON_ROWS = 2000;

export interface ArrowRows {
  bytes: number;
  columns: readonly ColumnCoding[];
}

/**
 * How a column's values become those of JSON.
 * - plain: they are the same
 * - scaled: multiplied by `times`, divided by `over`
 * - json: JSON texts
 */
export type ColumnCoding =
  | { as: "plain" }
  | { as: "integers" }
  | { as: "scaled"; times: number; over: number }
  | { as: "json" };

/** Head of each answer in a batch: a line of JSON, then the answer's bytes. */
export interface AnswerHead {
  key: string;
  status: number;
  bytes: number;
  encoding?: "gzip";
  timing?: ServerTiming;
}
