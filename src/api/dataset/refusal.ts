import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { ownersOf } from "../../server/store/owners.ts";
import { datasetForbidden } from "./policy.ts";
import type { DatasetRecord } from "./record.ts";

/** The typed 403 with the owners, who can give access. Visitors and guests of other sites are told of nobody. */
export async function refusalOf({ db }: App, user: User, { id }: DatasetRecord) {
  const owners = user.isAnonymous ? undefined : (await ownersOf(db, "dataset", [id])).get(id);
  return datasetForbidden({ id }, owners);
}
