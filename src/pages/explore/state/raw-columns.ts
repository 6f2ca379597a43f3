import { isEmptyValue } from "../../../chart-seam/define.ts";
import type { QueryColumn, QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { canonicalValue, toList } from "./form-values.ts";
import type { Stash } from "./visibility.ts";

const MOST = 50;

interface RawSource {
  dataset: Dataset;
  /** Values of hidden controls, which return when they are shown. */
  stash: Stash;
}

/**
 * A table that changes to raw records shows the columns that it grouped and aggregated by, or else the first columns
 * of the dataset.
 */
export function withRawColumns(form: FormData, changed: string, { dataset, stash }: RawSource): FormData {
  if (changed !== "query_mode" || form.query_mode !== "raw") return form;
  if (!isEmptyValue(form.all_columns) || !isEmptyValue(stash.all_columns)) return form;
  const dimensions = toList(form.groupby as QueryColumn[] | undefined);
  const measured = toList(form.metrics as QueryMetric[] | undefined).flatMap(columnOf);
  const all = dataset.columns.slice(0, MOST).map(({ column_name }) => column_name);
  const named = [...new Map([...dimensions, ...measured].map((one) => [canonicalValue(one), one])).values()];
  return { ...form, all_columns: dimensions.length > 0 ? named : all };
}

function columnOf(metric: QueryMetric): string[] {
  return typeof metric === "object" && metric.expressionType === "SIMPLE" && metric.column
    ? [metric.column.column_name]
    : [];
}
