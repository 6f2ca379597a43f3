import { isIP } from "node:net";
import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, invalidFields, notFound, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { egressPolicyOf, normalizedHost } from "../../server/egress-policy.ts";
import { audited, permission, type Resource, route, withOptions } from "../../server/http/route.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { type Actor, stampOf } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import { usersById } from "../../server/store/users.ts";
import { allowableFolder } from "../database/index.ts";
import { addLogEntry } from "../log/index.ts";
import * as contract from "./contract.ts";

const VIEW = "AllowedLocation";
const MAX_LOCATIONS = 200;

/** A role with this permission isn't enough: an allowed host may be the server's own machine. */
function assertAdministrator({ user }: Actor): void {
  if (!user.isAdmin) throw forbidden(t("Only administrators can allow hosts and folders."));
}

const list = route(contract.list, permission("can_read", VIEW), async ({ app }) => {
  const { allowedHosts, databaseFolders, home, privateNetworks } = app.config;
  const rows = await app.db.selectFrom("allowed_locations").selectAll().orderBy("id", "desc").execute();
  const configured = [
    ...allowedHosts.map((location) => ({ kind: "host" as const, location })),
    ...databaseFolders.map((location) => ({ kind: "folder" as const, location })),
  ];
  const stored = await presented(app, rows);
  return { result: [...stored, ...configured.map(ofEnvironment)], home, private_networks: privateNetworks };
});

async function presented(app: App, rows: readonly Row<"allowed_locations">[]): Promise<contract.AllowedLocation[]> {
  const userOf = await usersById(
    app.db,
    rows.map((row) => row.created_by_fk),
  );
  return rows.map(({ id, kind, location, networks, created_on, created_by_fk }) => ({
    id,
    kind,
    location,
    source: "settings",
    networks: JSON.parse(networks) as string[],
    created_on,
    created_by: userOf(created_by_fk),
  }));
}

const ofEnvironment = (place: Pick<contract.AllowedLocation, "kind" | "location">): contract.AllowedLocation => ({
  ...place,
  id: null,
  source: "environment",
  networks: [],
  created_on: null,
  created_by: null,
});

const create = route(
  contract.create,
  audited(permission("can_write", VIEW), {
    action: "allowed_location_added",
    verb: "create",
    kind: "location",
    recorded: "by-handler",
  }),
  async (ctx, { body }) => {
    assertAdministrator(ctx);
    const { app, user } = ctx;
    const place = body.kind === "host" ? await hostPlace(app, body.location) : folderPlace(app, body.location);
    const { n } = await app.db
      .selectFrom("allowed_locations")
      .select((select) => select.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    if (Number(n) >= MAX_LOCATIONS)
      throw unprocessable(t("At most {limit, number} hosts and folders can be allowed.", { limit: MAX_LOCATIONS }));
    const { now, userId } = stampOf(app, user);
    const row = { kind: body.kind, ...place, created_on: now, created_by_fk: userId };
    try {
      const saved = await app.db.transaction().execute(async (db) => {
        const inserted = await db.insertInto("allowed_locations").values(row).returningAll().executeTakeFirstOrThrow();
        await record(ctx, db, { action: "allowed_location_added", row: inserted });
        return inserted;
      });
      app.events.changed("allowed-location", saved.id);
      const [result] = await presented(app, [saved]);
      if (!result) throw new Error("a saved location is missing");
      return { id: saved.id, result };
    } catch (error) {
      throw storeFailureOf(error) === "unique" ? wrong(t("{location} is already allowed.", place)) : error;
    }
  },
);

const wrong = (message: string) => invalidFields({ location: [message] }, 422);

const HOST = /^[\w-]+(\.[\w-]+)*$/;

async function hostPlace(app: App, text: string): Promise<{ location: string; networks: string }> {
  const location = normalizedHost(text.replace(/^\[|\]$/g, ""));
  // Connections refuse addresses with a zone, such as fe80::1%eth0.
  const isAddress = isIP(location) !== 0 && !location.includes("%");
  if (!isAddress && !HOST.test(location))
    throw wrong(t("Enter the name or address of one host, without port, such as localhost or 127.0.0.1."));
  const networks = await egressPolicyOf(app).restrictedNetworks(location);
  if (networks.length === 0) throw wrong(t("{location} is already allowed.", { location }));
  return { location, networks: JSON.stringify(networks) };
}

const folderPlace = (app: App, text: string) => ({
  location: allowableFolder(text, app.config.home),
  networks: JSON.stringify([]),
});

const remove = route(
  contract.remove,
  audited(permission("can_write", VIEW), {
    action: "allowed_location_removed",
    verb: "delete",
    kind: "location",
    recorded: "by-handler",
  }),
  async (ctx, { params }) => {
    assertAdministrator(ctx);
    const removed = await ctx.app.db.transaction().execute(async (db) => {
      const row = await db
        .deleteFrom("allowed_locations")
        .where("id", "=", params.id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound();
      await record(ctx, db, { action: "allowed_location_removed", row });
      return row;
    });
    ctx.app.events.changed("allowed-location", removed.id);
    return { message: "OK" };
  },
);

interface Change {
  action: "allowed_location_added" | "allowed_location_removed";
  row: Row<"allowed_locations">;
}

async function record({ app, user }: Actor, db: Kysely<Tables>, { action, row }: Change): Promise<void> {
  const { id, kind, location, networks } = row;
  const json = JSON.stringify({ kind, location, networks: JSON.parse(networks) as string[] });
  const { now: dttm, userId: user_id } = stampOf(app, user);
  const none = { dashboard_id: null, slice_id: null, duration_ms: null, referrer: null };
  await addLogEntry({ db }, { ...none, action, user_id, dttm, json, object_id: String(id), object_name: location });
  app.log.info(action.replaceAll("_", " "), { kind, location, user: user.username });
}

export const allowedLocations: Resource = {
  name: "allowed-location",
  routes: [list, withOptions(create, { invalidStatus: 422 }), remove],
};
