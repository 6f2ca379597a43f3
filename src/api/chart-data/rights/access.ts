import { typedError } from "../../../model/errors.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import type { App } from "../../../server/app.ts";
import { RowGrant } from "../../../server/rights/row-grant.ts";
import { grantThroughDashboard } from "../../../server/rights/through-dashboard.ts";
import type { User } from "../../../server/user.ts";
import { type DatasetRecord, refusalOf } from "../../dataset/index.ts";
import { isPlainDetail } from "./guest-detail.ts";
import { isSavedPayload } from "./guest-payload.ts";

/**
 * The user's permission to read the rows that the context asks for: their own on the dataset, or that of a dashboard that
 * lets them in. Through a dashboard they may ask what is saved on it, and with the permissions to drill and to see samples
 * the rows behind it. Throws a typed 403 otherwise.
 */
export async function grantOfRows(
  app: App,
  user: User,
  { dataset, context }: { dataset: DatasetRecord; context: QueryContext },
): Promise<RowGrant> {
  const own = RowGrant.ofDataset(user, dataset);
  if (own) return own;
  const grant = await grantThroughDashboard(app, user, { dataset, formData: context.form_data ?? null });
  if (!grant) throw await refusalOf(app, user, dataset);
  if ((await isPlainDetail(app, user, context)) || (await isSavedPayload(app, user, { dataset, context })))
    return grant;
  throw typedError("DASHBOARD_SECURITY_ACCESS_ERROR", user.guest ? OF_GUESTS : OF_MEMBERS, {
    status: 403,
    level: "warning",
  });
}

const OF_GUESTS = "Guest user cannot modify chart payload";
const OF_MEMBERS = "You can only see this data as it is saved on the dashboard.";
