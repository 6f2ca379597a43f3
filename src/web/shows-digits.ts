import type { QueryContext } from "../model/query-context.ts";

/** An integer of more digits than a double always holds, as a JSON value. */
const LONG_INTEGER = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/**
 * JSON whose integers beyond 2^53 are texts with all their digits instead of rounded numbers. Costs nothing where there
 * are none.
 */
export function parseExact(text: string): unknown {
  return LONG_INTEGER.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? source : value;
}

const WHOLE_ROWS = new Set<unknown>(["samples", "drill_detail", "results"]);

/** Whether an answer is shown as rows, digit by digit. Charts that measure values take them as numbers. */
export function showsDigits(context: QueryContext): boolean {
  return context.form_data?.viz_type === "table" || WHOLE_ROWS.has(context.result_type);
}
