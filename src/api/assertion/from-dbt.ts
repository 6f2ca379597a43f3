import { DEFAULT_CRONTAB } from "../../model/assertion.ts";
import { notFound } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import { setOwners } from "../../server/rights/owners.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { assertDatasetAccess, columnsOf, datasetForQuery, findDataset } from "../dataset/index.ts";
import type { DbtImport, FromDbt } from "./contract.ts";
import { type DbtTest, readDbt, testsOf } from "./dbt.ts";
import { assertEditable } from "./policy.ts";
import { RESULT_RESET } from "./save.ts";
import { type AssertionRecord, assertionsOfDatasets, insertAssertion, updateAssertion } from "./store.ts";

type Values = Pick<AssertionRecord, "name" | "description" | "kind" | "params" | "where_clause">;

/** Makes an assertion of each test of the dataset's table. A later import changes them instead. */
export async function importDbt(
  ctx: Context,
  datasetId: number,
  body: FromDbt,
): Promise<{ result: DbtImport; ids: number[] }> {
  const { app, user } = ctx;
  const dataset = await findDataset(app.db, datasetId);
  if (!dataset) throw notFound();
  assertDatasetAccess(user, await datasetForQuery(app, datasetId));
  await assertEditable(ctx, [{ dataset_id: datasetId, dashboard_id: null }]);
  const columns = (await columnsOf(app.db, datasetId)).map(({ column_name }) => column_name);
  const { tests, skipped } = testsOf(readDbt(body.manifest, body.run_results), { ...dataset, columns });
  const existing = new Map(
    (await assertionsOfDatasets(app.db, [datasetId])).map((row) => [row.external_id, row] as const),
  );
  const made = tests.filter(({ external_id }) => !existing.has(external_id));
  const changed = tests.flatMap((test) => {
    const row = existing.get(test.external_id);
    return row && isOther(row, valuesOf(test)) ? [{ test, row }] : [];
  });
  const ids = body.preview ? [] : await save(ctx, datasetId, { made, changed });
  return {
    result: {
      made: made.map((test, i) => ({ id: ids[i] ?? null, ...shown(test) })),
      changed: changed.map(({ test, row }) => ({ id: row.id, ...shown(test) })),
      skipped,
    },
    ids,
  };
}

const valuesOf = ({ name, description, check, where }: DbtTest): Values => ({
  ...{ name, description, kind: check.kind, params: JSON.stringify(check.params), where_clause: where },
});

const isOther = (row: AssertionRecord, values: Values) =>
  Object.entries(values).some(([field, value]) => row[field as keyof Values] !== value);

const shown = ({ external_id, name, check, where }: DbtTest) => ({
  ...{ name, kind: check.kind, params: check.params, where, external_id },
});

interface Changes {
  made: readonly DbtTest[];
  changed: readonly { test: DbtTest; row: AssertionRecord }[];
}

/** All or none. Returns the ids: of the new ones first. */
function save({ app, user }: Context, dataset_id: number, { made, changed }: Changes): Promise<number[]> {
  const stamp = stampOf(app, user);
  return app.db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    for (const test of made) {
      const place = { dataset_id, dashboard_id: null, crontab: DEFAULT_CRONTAB, timezone: "UTC", active: true };
      const id = await insertAssertion(trx, { ...valuesOf(test), ...place, external_id: test.external_id }, stamp);
      if (user.id > 0) await setOwners(trx, { noun: "assertion", id }, [user.id]);
      ids.push(id);
    }
    for (const { test, row } of changed) {
      await updateAssertion(trx, row.id, { values: { ...valuesOf(test), ...RESULT_RESET }, stamp });
      ids.push(row.id);
    }
    return ids;
  });
}
