import type { App } from "../../server/app.ts";
import { addressedOwners } from "../../server/rights/owners.ts";
import type { User } from "../../server/user.ts";
import { datasetForbidden } from "./policy.ts";
import type { DatasetRecord } from "./record.ts";

/** The typed 403 with the owners, who can give access, and their addresses to ask at. Visitors and guests of other sites are told of nobody. */
export async function refusalOf({ db }: App, user: User, { id }: DatasetRecord) {
  const owners = user.isAnonymous ? undefined : await addressedOwners(db, "dataset", id);
  return datasetForbidden({ id }, owners);
}
