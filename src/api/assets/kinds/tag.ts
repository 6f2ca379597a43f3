import { z } from "zod";
import { isSame } from "../../../model/field-changes.ts";
import { TagName } from "../../../model/tag-name.ts";
import { type CreateTag, createNamedTags } from "../../tag/index.ts";
import { assertedBody, callOperation } from "../call.ts";
import { assetKind, listOf } from "./kind.ts";

const CUSTOM = 1;
const Tag = z.looseObject({ tag_name: TagName, description: z.string().nullish() });
const Tags = z.looseObject({ tags: listOf(Tag).default([]) });

/** One file for all of them, as bundles have it. */
export const tags = assetKind({
  kind: "tags",
  folder: "tags.yaml",
  calls: { create: "tag.create", change: "tag.update", remove: undefined },
  schema: Tags,
  keyOf: () => "tags",
  nameOf: () => "tags",
  list: async ({ app, user }) => {
    if (!user.can("can_read", "Tag")) return [];
    const rows = await app.db.selectFrom("tags").selectAll().where("type", "=", CUSTOM).orderBy("name").execute();
    if (rows.length === 0) return [];
    const list = rows.map(({ name, description }) => ({ tag_name: name, description }));
    return [{ id: 0, key: "tags", name: "tags", value: { tags: list } }];
  },
  save: async ({ ctx, file }) => {
    const rows = await ctx.app.db.selectFrom("tags").selectAll().where("type", "=", CUSTOM).execute();
    const known = new Map(rows.map((row) => [row.name, row]));
    const wanted = new Map(file.tags.map(({ tag_name: name, description = null }) => [name, { name, description }]));
    const added = [...wanted.values()].filter(({ name }) => !known.has(name));
    await createNamedTags(
      ctx,
      added.map((body) => assertedBody<CreateTag>(ctx, "tag.create", body)),
    );
    for (const { name, description } of wanted.values()) {
      const row = known.get(name);
      if (row && !isSame(row.description, description))
        await callOperation(ctx, "tag.update", { params: { id: row.id }, body: { name, description } });
    }
  },
  remove: async () => undefined,
});
