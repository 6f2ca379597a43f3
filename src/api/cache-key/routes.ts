import { audited, permission, type Resource, route } from "../../server/http/route.ts";
import { invalidateDatasets } from "../dataset/index.ts";
import { invalidate } from "./contract.ts";

const invalidateRoute = route(
  invalidate,
  audited(permission("can_invalidate", "CacheRestApi"), {
    action: "CacheRestApi.invalidate",
    verb: "clear",
    kind: "cache",
  }),
  async (ctx, { body }) => {
    const uids = (body.datasource_uids ?? []).map((uid) => /^(\d{1,9})__table$/.exec(uid)?.[1]);
    const ids = uids.flatMap((id) => (id === undefined ? [] : [Number(id)]));
    const places = (body.datasources ?? []).filter((place) => ["table", "dataset"].includes(place.datasource_type));
    await invalidateDatasets(ctx, ids, places);
    return {};
  },
);

export const cacheKeyResource: Resource = { name: "cache-key", routes: [invalidateRoute] };
