import type { Dataset } from "../../model/dataset.ts";

export interface TimeSource {
  datasetId: number;
  column: string;
  /** How the column stores times: `epoch_s` and `epoch_ms` are numbers. */
  format?: string | null | undefined;
  dashboardId?: number | undefined;
}

export function sourceOf(dataset: Dataset | undefined, name?: string | null): TimeSource[] {
  const column = dataset?.columns.find((one) => one.column_name === (name || dataset.main_dttm_col));
  if (dataset === undefined || column === undefined) return [];
  return [{ datasetId: dataset.id, column: column.column_name, format: column.python_date_format }];
}
