import { noteAction } from "../../server/audit/audited-request.ts";
import { audited, permission, type Resource, route, unaudited, withOptions } from "../../server/http/route.ts";
import { applyChanges, planChanges } from "./apply.ts";
import { CHANGE_SOCKETS } from "./change-events.ts";
import * as contract from "./contract.ts";
import { readAssets } from "./state.ts";

const VIEW = "ImportExportRestApi";
const EXPORT = permission("can_export", VIEW);
const IMPORT = permission("can_import_", VIEW);

/** Capped by the server's limit of bodies. */
const BODY_BYTES = 100 * 1024 * 1024;
const MAX_NOTED = 500;

const list = route(
  contract.list,
  audited(EXPORT, { action: "AssetsApi.list", verb: "export", kind: "bundle" }),
  async (ctx) => {
    const { assets } = await readAssets(ctx);
    return { result: [...assets.values()].map(({ id: _, ...asset }) => asset) };
  },
);

const plan = withOptions(
  route(contract.plan, unaudited(IMPORT, "changes nothing"), async (ctx, { body }) => ({
    result: await planChanges(ctx, body),
  })),
  { bodyLimit: BODY_BYTES, invalidStatus: 422 },
);

const apply = withOptions(
  route(
    contract.apply,
    audited(IMPORT, { action: "AssetsApi.apply", verb: "import", kind: "bundle", recorded: "noted" }),
    async (ctx, { body }) => {
      const result = await applyChanges(ctx, body);
      const changed = result.items.filter(({ action }) => action !== "unchanged");
      const objects = changed.slice(0, MAX_NOTED).map(({ path, action, kind, name }) => ({
        ...{ id: null, name, details: { file: path, action, kind } },
      }));
      noteAction({ objects, details: { count: changed.length, managed_by: body.managed_by } });
      return { result };
    },
  ),
  { bodyLimit: BODY_BYTES, invalidStatus: 422 },
);

export const assetResource: Resource = { name: "assets", routes: [list, plan, apply], sockets: CHANGE_SOCKETS };
