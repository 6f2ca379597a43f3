import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

export interface AssertionCounts {
  failed: number;
  /** That couldn't be checked. */
  errors: number;
  total: number;
}

/** Of those that are checked and shown wherever the dataset is used. */
export async function assertionCounts(
  db: Kysely<Tables>,
  datasetIds: readonly number[],
): Promise<(id: number) => AssertionCounts> {
  const { rows } = await sql<AssertionCounts & { dataset_id: number }>`
    select dataset_id, count(*) as total, sum(case when state = 'failed' then 1 else 0 end) as failed,
      sum(case when state = 'error' then 1 else 0 end) as errors
    from assertions where active and dashboard_id is null and dataset_id in (${sql.join([...datasetIds, -1])})
    group by dataset_id`.execute(db);
  const counts = new Map(
    rows.map(({ dataset_id, failed, errors, total }) => [
      dataset_id,
      { failed: Number(failed), errors: Number(errors), total: Number(total) },
    ]),
  );
  return (id) => counts.get(id) ?? { failed: 0, errors: 0, total: 0 };
}
