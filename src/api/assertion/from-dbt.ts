import { t } from "../../i18n/translate.ts";
import { DEFAULT_CRONTAB } from "../../model/assertion.ts";
import { notFound, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { Context } from "../../server/http/route.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { createTaskPool, type TaskPool } from "../../server/threads/task-pool.ts";
import { assertDatasetAccess, columnsOf, datasetForQuery, findDataset } from "../dataset/index.ts";
import type { DbtImport, FromDbt } from "./contract.ts";
import type { DbtTask, DbtTest, DbtTests } from "./dbt.ts";
import { assertEditable } from "./policy.ts";
import { type AssertionRecord, importedAssertions, insertAssertions, updateAssertion } from "./store.ts";

type Values = Pick<AssertionRecord, "name" | "description" | "kind" | "params" | "where_clause">;

const MAX_SAVED = 1000;

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
  const { schema, table_name } = dataset;
  const { manifest, run_results: runResults } = body;
  const { tests, skipped } = await testsIn(app, { manifest, runResults, dataset: { schema, table_name, columns } });
  const stored = await importedAssertions(
    app.db,
    datasetId,
    tests.map(({ external_id }) => external_id),
  );
  const existing = new Map(stored.map((row) => [row.external_id, row] as const));
  const isSaved = (test: DbtTest) => {
    const row = existing.get(test.external_id);
    return !row || isOther(row, valuesOf(test));
  };
  const differing = tests.filter(isSaved);
  const saved = differing.slice(0, MAX_SAVED);
  const left = differing.slice(MAX_SAVED).map(({ name }) => ({
    name,
    reason: t("Import again: at most {limit, number} assertions are imported at once.", { limit: MAX_SAVED }),
  }));
  const made = saved.filter(({ external_id }) => !existing.has(external_id));
  const changed = saved.flatMap((test) => {
    const row = existing.get(test.external_id);
    return row ? [{ test, row }] : [];
  });
  const ids = body.preview ? [] : await save(ctx, datasetId, { made, changed });
  return {
    result: {
      made: made.map((test, i) => ({ id: ids[i] ?? null, ...shown(test) })),
      changed: changed.map(({ test, row }) => ({ id: row.id, ...shown(test) })),
      skipped: [...skipped, ...left],
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
    const place = { dataset_id, dashboard_id: null, crontab: DEFAULT_CRONTAB, timezone: "UTC", active: true };
    const added = made.map((test) => ({ ...valuesOf(test), ...place, external_id: test.external_id }));
    const ids = await insertAssertions(trx, added, { stamp, ownerIds: user.id > 0 ? [user.id] : [] });
    for (const { test, row } of changed) {
      await updateAssertion(trx, row, { values: valuesOf(test), stamp });
      ids.push(row.id);
    }
    return ids;
  });
}

/** A manifest takes up to seconds, so it is read in a thread. */
async function testsIn(app: App, task: DbtTask): Promise<DbtTests> {
  const size = task.manifest.length + (task.runResults?.length ?? 0);
  return (await app.once(openDbtPool).run(task, { size })) as DbtTests;
}

function openDbtPool(app: App): TaskPool {
  const refused = () => unprocessable(t("The file takes too much time or memory to read"));
  const pool = createTaskPool({
    entry: new URL("./dbt-thread.ts", import.meta.url),
    name: "dbt",
    quickSize: 1_000_000,
    quickMs: 1000,
    slowMs: 15_000,
    loadMs: 30_000,
    penaltyMs: 10_000,
    memoryMb: Math.min(1024, app.config.memory.threadMb),
    quickIdleMs: 15_000,
    slowIdleMs: 15_000,
    tooSlow: refused,
    tooBig: refused,
  });
  app.onClose(() => pool.close());
  return pool;
}
