import type { AssertionCheck } from "../../model/assertion.ts";
import type { App } from "../../server/app.ts";
import { datasetsForQuery } from "../dataset/index.ts";
import { type AssertionRecord, checkOf } from "./store.ts";

/** How a message names what an assertion is about. */
export interface Names {
  column(name: string): string;
  metric(name: string): string;
  dataset: string;
  /** Of the dataset that it compares with. */
  other: string | undefined;
}

type NamedCheck = (datasetId: number, check: AssertionCheck) => Names;

/** Labels of columns and metrics where they have one. */
export async function namesOf(app: App, checks: readonly [number, AssertionCheck][]): Promise<NamedCheck> {
  const ids = new Set(checks.flatMap(([id, check]) => [id, otherDataset(check) ?? id]));
  const datasets = new Map((await datasetsForQuery(app, [...ids])).map((dataset) => [dataset.id, dataset]));
  return (id, check) => {
    const { columns = [], metrics = [], table_name = "" } = datasets.get(id) ?? {};
    return {
      dataset: table_name,
      column: (name) => columns.find(({ column_name }) => column_name === name)?.verbose_name || name,
      metric: (name) => metrics.find(({ metric_name }) => metric_name === name)?.verbose_name || name,
      other: datasets.get(otherDataset(check) ?? 0)?.table_name,
    };
  };
}

export async function namesOfRows(
  app: App,
  rows: readonly AssertionRecord[],
): Promise<(row: AssertionRecord) => Names> {
  const naming = await namesOf(
    app,
    rows.map((row) => [row.dataset_id, checkOf(row)]),
  );
  return (row) => naming(row.dataset_id, checkOf(row));
}

const otherDataset = ({ kind, params }: AssertionCheck) =>
  kind === "equals_dataset" ? params.other_dataset_id : undefined;
