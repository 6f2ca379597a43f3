import type { QueryContext } from "../../model/query-context.ts";

const WHOLE_ROWS = new Set<unknown>(["samples", "drill_detail", "results"]);
/** Types that write each value out. */
const WRITTEN = new Set<unknown>(["table", "ag-grid-table", "pivot_table_v2", "big_number_total"]);

/** Whether an answer is shown as rows, digit by digit. Charts that measure values take them as numbers. */
export function showsDigits(context: QueryContext): boolean {
  return WRITTEN.has(context.form_data?.viz_type) || WHOLE_ROWS.has(context.result_type);
}
