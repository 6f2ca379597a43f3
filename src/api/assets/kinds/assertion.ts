import { z } from "zod";
import { ASSERTION_KINDS } from "../../../model/assertion.ts";
import { type AssertionRecord, checkOf, visibleAssertions } from "../../assertion/index.ts";
import { callOperation } from "../call.ts";
import type { References } from "../references.ts";
import { assetKind } from "./kind.ts";

const uuid = z.guid().toLowerCase();

/** Other fields are checked by the call that saves it. */
const Assertion = z.looseObject({
  name: z.string().min(1),
  uuid,
  dataset_uuid: uuid,
  dashboard_uuid: uuid.nullish(),
  kind: z.enum(ASSERTION_KINDS),
  params: z.looseObject({ other_dataset_uuid: uuid.optional() }),
});
type Assertion = z.infer<typeof Assertion>;

export const assertions = assetKind({
  kind: "assertion",
  folder: "assertions",
  calls: { create: "assertion.create", change: "assertion.update", remove: "assertion.remove" },
  schema: Assertion,
  keyOf: (file) => file.uuid,
  nameOf: ({ name }) => name,
  list: async ({ app, user }, references) => {
    if (!user.can("can_read", "Assertion")) return [];
    const visible = visibleAssertions(user);
    const found = app.db.selectFrom("assertions").selectAll().orderBy("id");
    const rows = await (visible ? found.where(visible) : found).execute();
    return rows.map((row) => ({ id: row.id, key: row.uuid, name: row.name, value: fileOf(row, references) }));
  },
  save: async ({ ctx, file, stored, references }) => {
    const { dataset_id, ...body } = bodyOf(file, references);
    if (stored) return void (await callOperation(ctx, "assertion.update", { params: { id: stored.id }, body }));
    const { id } = await callOperation<{ id: number }>(ctx, "assertion.create", { body: { ...body, dataset_id } });
    await ctx.app.db.updateTable("assertions").set({ uuid: file.uuid }).where("id", "=", id).execute();
  },
  remove: (ctx, id) => callOperation(ctx, "assertion.remove", { params: { id } }),
});

const COPIED = ["description", "crontab", "timezone", "active"] as const;

function fileOf(row: AssertionRecord, references: References) {
  const { other_dataset_id: other, ...params } = checkOf(row).params as { other_dataset_id?: number };
  return {
    ...{ name: row.name, uuid: row.uuid, kind: row.kind },
    params: other === undefined ? params : { ...params, other_dataset_uuid: references.keyOf("dataset", other) },
    where: row.where_clause,
    ...Object.fromEntries(COPIED.map((name) => [name, row[name]])),
    dataset_uuid: references.keyOf("dataset", row.dataset_id),
    dashboard_uuid: references.keyOf("dashboard", row.dashboard_id),
  };
}

function bodyOf(file: Assertion, references: References) {
  const { uuid: _, version: __, dataset_uuid, dashboard_uuid, params, ...fields } = file;
  const { other_dataset_uuid: other, ...own } = params;
  return {
    ...fields,
    params: other ? { ...own, other_dataset_id: references.idOf("dataset", other) } : own,
    dataset_id: references.idOf("dataset", dataset_uuid),
    dashboard_id: dashboard_uuid ? references.idOf("dashboard", dashboard_uuid) : null,
  };
}
