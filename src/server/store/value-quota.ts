import { type SqlBool, sql } from "kysely";
import type { App } from "../app.ts";
import { networkOf } from "../network.ts";
import { pruneOldest, QUOTAS, type Quota } from "./quotas.ts";
import type { Actor } from "./stamp.ts";
import type { Row } from "./tables.ts";

/** Who stores values under keys: users by their account, guests and visitors by name, network and place. */

/** The address of who asks counts where there is no account. */
export type ValueActor = Actor & { readonly request?: { readonly ip: string } };

export type ValueOwner = Pick<Row<"key_values">, "owner_id" | "guest" | "network" | "place">;

/** Writes between counts of a whole network or place, which read thousands of rows. */
const WIDE_PRUNE_EVERY = 16;

export function ownerOfValue({ app, user, request }: ValueActor, place: string | undefined): ValueOwner {
  if (user.id) return { owner_id: user.id, guest: null, network: null, place: null };
  const digest = (text: string) => app.secrets.sign(`state ${text}`);
  return {
    owner_id: null,
    guest: user.guest ? digest(`guest ${user.username}`) : null,
    network: request ? digest(`network ${networkOf(request.ip)}`) : null,
    place: place ?? null,
  };
}

/** Deletes the oldest values of the resource beyond what their owner may have. */
export function valuePruner(resource: string, own: Quota) {
  let writes = 0;
  return async ({ db }: App, { owner_id, guest, network, place }: ValueOwner): Promise<void> => {
    const among = async (column: string, value: string | number | null, quota: Quota) => {
      if (value === null) return;
      const where = sql<SqlBool>`resource = ${resource} and ${sql.ref(column)} = ${value}`;
      const newest = sql`changed_on desc, id desc`;
      await pruneOldest(db, { table: "key_values", where, texts: ["value"], newest }, quota);
    };
    await among("owner_id", owner_id, own);
    await among("guest", guest, QUOTAS.guestStates);
    writes += 1;
    if (writes % WIDE_PRUNE_EVERY !== 0) return;
    await among("network", network, QUOTAS.networkStates);
    await among("place", place, QUOTAS.placeStates);
  };
}
