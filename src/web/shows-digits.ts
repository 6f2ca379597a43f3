import type { QueryContext } from "../model/query-context.ts";

const WHOLE_ROWS = new Set<unknown>(["samples", "drill_detail", "results"]);

/** Whether an answer is shown as rows, digit by digit. Charts that measure values take them as numbers. */
export function showsDigits(context: QueryContext): boolean {
  return context.form_data?.viz_type === "table" || WHOLE_ROWS.has(context.result_type);
}
