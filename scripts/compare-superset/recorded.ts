import { writeFileSync } from "node:fs";
import type { QueryObject } from "../../src/model/query-context.ts";
import { plainQuery } from "../../src/testing/plain-query.ts";
import type { Account } from "./account.ts";
import { type Names, Neutral } from "./neutral.ts";
import type { ChartLine } from "./report.ts";

/** Records Superset's chart requests, anonymized, for tests that run without Superset. */

interface Dataset {
  columns: { column_name: string }[];
  metrics: { metric_name: string }[];
}

export async function writeRecorded(file: string, lines: readonly ChartLine[], there: Account): Promise<void> {
  const known = new Map<string, Names>();
  const written: string[] = [];
  for (const { vizType, stored, there: request } of lines) {
    if (!request) continue;
    const [dataset = ""] = String(request.formData.datasource).split("__");
    const names = known.get(dataset) ?? (await namesOf(there, dataset));
    known.set(dataset, names);
    const neutral = new Neutral(names);
    const form = neutral.of({ ...stored, viz_type: vizType });
    const queries = request.queries.map((query) => plainQuery(neutral.of(query) as QueryObject));
    // Superset's older call has no query: its rows have the columns of one.
    const rows = request.legacy ? { columns: neutral.of(request.results[0]?.colnames ?? []) } : { queries };
    written.push(JSON.stringify({ form, ...rows }));
  }
  writeFileSync(file, `[\n${written.join(",\n")}\n]\n`);
}

async function namesOf(account: Account, dataset: string): Promise<Names> {
  const { result } = await account.get<{ result: Dataset }>(`/api/v1/dataset/${dataset}`);
  return {
    columns: result.columns.map(({ column_name }) => column_name),
    metrics: result.metrics.map(({ metric_name }) => metric_name),
  };
}
