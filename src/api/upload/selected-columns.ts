import { unprocessable } from "../../model/errors.ts";
import type { ColumnPlan } from "./column-plan.ts";
import type { ReadFields } from "./sources.ts";

/** Throws 422 for a column that the fields name and the file doesn't have. */
export function assertColumnsThere(names: readonly string[], fields: ReadFields): void {
  const { columns_read = [], column_dates = [], column_data_types = {}, index_column } = fields;
  const known = new Set(names);
  const wanted = [...columns_read, ...column_dates, ...Object.keys(column_data_types)];
  const missing = [...wanted, ...(index_column ? [index_column] : [])].find((name) => !known.has(name));
  if (missing !== undefined) throw unprocessable(`Parsing error: The file has no column "${missing}".`);
}

export const isRead = (name: string, { columns_read = [], index_column }: ReadFields) =>
  columns_read.length === 0 || columns_read.includes(name) || name === index_column;

/** The columns with the index first, where one is wanted. `place` is SQL of the rows' order. */
export function withIndex(plans: readonly ColumnPlan[], fields: ReadFields, place: string): ColumnPlan[] {
  if (!fields.dataframe_index) return [...plans];
  const index = plans.find(({ source }) => source === fields.index_column);
  const others = plans.filter((one) => one !== index);
  const name = fields.index_label ?? fields.index_column ?? "index";
  if (others.some(({ column }) => column.name === name))
    throw unprocessable(`Parsing error: There are two columns "${name}".`);
  if (index) return [{ ...index, column: { ...index.column, name } }, ...others];
  const sql = `row_number() OVER (ORDER BY ${place}) - 1`;
  const counted: ColumnPlan = { source: undefined, sql, raw: sql, column: { name, kind: "integer", type: "BIGINT" } };
  return [counted, ...others];
}
