import { t } from "../../i18n/translate.ts";
import { dashboardUrl } from "../../model/dashboard.ts";
import { badRequest } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import { type Owner, ownersOf } from "../../server/rights/owners.ts";
import { tagsOf } from "../../server/store/tags.ts";
import { fullName, usersById } from "../../server/store/users.ts";
import { chartUrl } from "../chart/index.ts";
import { OBJECT_TYPES, type ObjectType } from "./contract.ts";
import { listedObjects, TABLES } from "./policy.ts";
import { objectTypeOf } from "./save.ts";
import { type TaggedRow, taggedCounts, taggedRows, tagsByIds, tagsByNames } from "./store.ts";

interface ObjectsRequest {
  tags?: string | undefined;
  tagIds?: string | undefined;
  types?: string | undefined;
}

const TITLES: Readonly<Record<ObjectType, string>> = {
  chart: "slice_name",
  dashboard: "dashboard_title",
  dataset: "table_name",
  query: "label",
};

const URLS: Readonly<Record<ObjectType, (row: TaggedRow) => string>> = {
  chart: ({ id }) => chartUrl(id),
  dashboard: dashboardUrl,
  dataset: ({ id }) => `/explore/?datasource_type=table&datasource_id=${id}`,
  query: ({ id }) => `/sqllab/?savedQueryId=${id}`,
};

export async function objectsWith(ctx: Context, requested: ObjectsRequest) {
  const { db } = ctx.app;
  const named = await tagsByNames(db, partsOf(requested.tags));
  const known = await tagsByIds(db, possibleIds(partsOf(requested.tagIds).map(idOf)));
  const tagIds = [...new Set([...named, ...known].map((tag) => tag.id))];
  const types = partsOf(requested.types).map(objectTypeOf);
  const requestedTypes = types.length > 0 ? types : (Object.keys(OBJECT_TYPES) as ObjectType[]);
  const found = [];
  for (const type of new Set(requestedTypes)) found.push(...(await ofType(ctx, type, tagIds)));
  return found;
}

export async function countsOf(ctx: Context, tagIds: readonly number[]) {
  const ofNone = (id: number) => ({ id, query: 0, chart: 0, dashboard: 0, dataset: 0 });
  const counts = new Map(tagIds.map((id) => [id, ofNone(id)]));
  for (const type of Object.keys(OBJECT_TYPES) as ObjectType[]) {
    const place = { type, table: TABLES[type] };
    const rows = await taggedCounts(ctx.app.db, place, { tagIds, visible: listedObjects(ctx.user, type) });
    for (const { tag_id, n } of rows) {
      const of = counts.get(tag_id);
      if (of) of[type] = Number(n);
    }
  }
  return [...counts.values()];
}

async function ofType(ctx: Context, type: ObjectType, tagIds: readonly number[]) {
  const { db } = ctx.app;
  const place = { type, table: TABLES[type], title: TITLES[type] };
  const rows = await taggedRows(db, place, { tagIds, visible: listedObjects(ctx.user, type) });
  const ids = rows.map((row) => row.id);
  const tags = await tagsOf(db, type, ids);
  const owners = type === "query" ? new Map<number, Owner[]>() : await ownersOf(db, type, ids);
  const userOf = await usersById(
    db,
    rows.map((row) => row.created_by_fk),
  );
  return rows.map((row) => ({
    id: row.id,
    type,
    name: row.name ?? "",
    url: URLS[type](row),
    changed_on: row.changed_on,
    created_by: row.created_by_fk,
    creator: fullName(userOf(row.created_by_fk)),
    tags: tags.get(row.id) ?? [],
    owners: owners.get(row.id) ?? [],
  }));
}

const partsOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function idOf(text: string): number {
  const id = Number(text);
  if (!Number.isInteger(id)) throw badRequest(t("Invalid tag id: {id}", { id: text }));
  return id;
}
