import { typedError } from "../../model/errors.ts";
import type { QueryContext } from "../../model/query-context.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { readsThroughDashboard } from "../../server/rights/through-dashboard.ts";
import { canAccessDataset, type DatasetRecord, refusalOf } from "../dataset/index.ts";
import { isPlainDetail } from "./guest-detail.ts";
import { isSavedPayload } from "./guest-payload.ts";

/**
 * Throws the typed 403 unless the user may read the rows that the context asks for: by a right on the dataset, or because
 * a dashboard that lets them in asks for them. Guests are shown what is saved on their dashboard, and with
 * the right to drill the rows behind it.
 */
export async function assertRowsAccess(
  app: App,
  user: User,
  { dataset, context }: { dataset: DatasetRecord; context: QueryContext },
): Promise<void> {
  if (!user.guest && canAccessDataset(user, dataset)) return;
  const formData = context.form_data ?? null;
  const isOpen = await readsThroughDashboard(app.db, user, { datasetId: dataset.id, formData });
  if (!isOpen) throw await refusalOf(app, user, dataset);
  if (
    !user.guest ||
    (await isPlainDetail(app, user, context)) ||
    (await isSavedPayload(app, user, { dataset, context }))
  )
    return;
  throw typedError("DASHBOARD_SECURITY_ACCESS_ERROR", "Guest user cannot modify chart payload", {
    status: 403,
    level: "warning",
  });
}
