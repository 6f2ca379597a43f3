import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden } from "../../model/errors.ts";
import type { NativeFilter } from "../../model/native-filter.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import { filtersIn } from "../../server/rights/through-dashboard.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";

interface MetadataChange {
  before: string | null;
  after: string | null | undefined;
}

/**
 * Everyone with access to the dashboard sees the values of its filters and controls. Throws a 403 unless the user can
 * read the dataset of each that a save adds or changes. Missing datasets are ignored.
 */
export async function assertFilterAccess(
  db: Kysely<Tables>,
  user: User,
  { before, after }: MetadataChange,
): Promise<void> {
  if (after === undefined || after === null) return;
  const known = new Set(filtersIn(before).map(queriedPart));
  await yieldToEventLoop();
  const added = filtersIn(after).filter((filter) => !known.has(queriedPart(filter)));
  const refused = await hiddenDatasets(db, user, added.flatMap(datasetIdsIn));
  const filter = added.find((one) => datasetIdsIn(one).some((id) => refused.has(id)));
  if (filter)
    throw forbidden(t("You don't have access to the dataset used by filter {filter}.", { filter: quotedName(filter) }));
}

const quotedName = ({ name, id }: NativeFilter) => (name?.trim() ? `"${name}"` : `${id || t("(no name)")}`);

export async function hiddenDatasets(db: Kysely<Tables>, user: User, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("datasets")
    .select("id")
    .where("id", "in", [...new Set(ids)])
    .execute();
  const existing = rows.map(({ id }) => id);
  const readable = await allowedAmong(db, { table: "datasets", rules: datasetRules(user) }, existing);
  return new Set(existing.filter((id) => !readable.has(id)));
}

export const datasetIdsIn = ({ targets }: NativeFilter): number[] =>
  targets.flatMap(({ datasetId }) => datasetId ?? []);

function queriedPart(filter: NativeFilter): string {
  const { filterType, targets, adhoc_filters, sortMetric, time_range, granularity_sqla } = filter;
  return JSON.stringify([filterType, targets, adhoc_filters, sortMetric, time_range, granularity_sqla]);
}
