import { type AssertionCheck, assertionMetric } from "../../model/assertion.ts";
import { formatTimestamp, parseTimestamp, utcText } from "../../server/clock.ts";
import { cachedScheduleTimes } from "../../server/jobs/schedule.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { historiesOf } from "../../server/store/users.ts";
import type { Assertion } from "./contract.ts";
import { messageOf } from "./message.ts";
import { namesOfRows } from "./names.ts";
import { editablePlaces, visibleValues } from "./policy.ts";
import { type AssertionRecord, assertionsByIds, checkOf, scheduleBase } from "./store.ts";

export async function presentAssertions(actor: Actor, ids: readonly number[]): Promise<Assertion[]> {
  return presentRows(actor, await assertionsByIds(actor.app.db, ids));
}

export async function presentRows(actor: Actor, rows: readonly AssertionRecord[]): Promise<Assertion[]> {
  const { app } = actor;
  const owners = await ownersOf(
    app.db,
    "assertion",
    rows.map(({ id }) => id),
  );
  const historyOf = await historiesOf(app, rows);
  const canEdit = await editablePlaces(actor, rows);
  const canSee = await visibleValues(actor, rows);
  const namesIn = await namesOfRows(app, rows);
  return rows.map((row) => {
    const { id, uuid, name, description, dataset_id, dashboard_id, kind, crontab, timezone, active, state } = row;
    const check = checkOf(row);
    const names = namesIn(row);
    const isValueVisible = canSee(row);
    const { created_on: _, created_on_delta_humanized: __, ...history } = historyOf(row);
    return {
      ...{ id, uuid, name, description, dataset_id, dashboard_id, kind },
      params: isValueVisible || canEdit(row) ? check.params : paramsOfDataset(check),
      ...{ where: row.where_clause, crontab, timezone, active, external_id: row.external_id },
      owners: owners.get(id) ?? [],
      ...{ metric: assertionMetric(check), dataset_name: names.dataset },
      state,
      ...(isValueVisible ? { value: row.value, compared: row.compared } : { value: null, compared: null }),
      message: messageOf(check, isValueVisible ? row : { state }, names),
      checked_at: row.checked_on && utcText(row.checked_on),
      failed_since: row.failed_since && utcText(row.failed_since),
      error: isValueVisible && canEdit(row) ? row.error : null,
      next_check_at: active ? nextCheck(actor, row) : null,
      can_edit: canEdit(row),
      ...history,
    };
  });
}

/** Without those that can name data outside of the dataset. */
const paramsOfDataset = ({ kind, params }: AssertionCheck): Assertion["params"] =>
  kind === "equals_dataset" || kind === "sql" ? {} : params;

function nextCheck({ app }: Actor, row: AssertionRecord): string | null {
  const next = app.once(cachedScheduleTimes)(row, parseTimestamp(scheduleBase(row)));
  return Number.isFinite(next) ? utcText(formatTimestamp(next)) : null;
}
