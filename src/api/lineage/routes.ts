import { noteAction } from "../../server/audit/audited-request.ts";
import { audited, permission, type Resource, route, unaudited } from "../../server/http/route.ts";
import * as contract from "./contract.ts";
import { impactOf } from "./impact.ts";
import { updateLineage } from "./index-keeper.ts";
import { checkAllTables, checkChangedTables } from "./lost-columns.ts";
import { renameInAll } from "./rename.ts";
import { showLineage } from "./show.ts";

const READ = permission("can_read", "Dataset");
const WRITE = permission("can_write", "Dataset");

const show = route(contract.show, READ, async (ctx, { params, query }) => ({
  result: await showLineage(ctx, { kind: params.kind, id: params.id, name: query.name ?? "" }),
}));

const impact = route(contract.impact, unaudited(READ, "changes nothing"), async (ctx, { body }) => ({
  result: await impactOf(ctx, body),
}));

const rename = route(
  contract.rename,
  audited(WRITE, { action: "lineage_renamed", verb: "change", kind: "dataset" }),
  async (ctx, { body }) => {
    const result = await renameInAll(ctx, body);
    const { dataset_id, ...details } = body;
    noteAction({ references: [dataset_id], details });
    return { result };
  },
);

const UPDATE_EVERY_MS = 10_000;
const HOUR_MS = 60 * 60 * 1000;

export const lineageResource: Resource = {
  name: "lineage",
  routes: [show, impact, rename],
  periodic: [
    {
      name: "update-lineage",
      everyMs: UPDATE_EVERY_MS,
      run: async (app) => {
        await updateLineage(app);
        await checkChangedTables(app);
      },
    },
    { name: "check-tables", everyMs: HOUR_MS, run: checkAllTables },
  ],
};
