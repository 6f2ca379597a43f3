import { z } from "zod";
import { assertClause, findRules, linksOfRules, rolesOfRules } from "../../row-level-security/index.ts";
import { callOperation } from "../call.ts";
import { assetKind, listOf } from "./kind.ts";

const VIEW = "Row Level Security";

const Rule = z.looseObject({
  name: z.string().min(1).max(255),
  filter_type: z.enum(["Regular", "Base"]),
  clause: z.string().min(1),
  group_key: z.string().nullish(),
  description: z.string().nullish(),
  datasets: listOf(z.guid().toLowerCase()).min(1),
  roles: listOf(z.string()).default([]),
});

export const rules = assetKind({
  kind: "rule",
  folder: "row_level_security",
  calls: { create: "rowlevelsecurity.create", change: "rowlevelsecurity.update", remove: "rowlevelsecurity.remove" },
  schema: Rule,
  keyOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  list: async ({ app, user }, references) => {
    if (!user.can("can_read", VIEW)) return [];
    const rows = await findRules(app.db);
    const links = Map.groupBy(await linksOfRules(app.db), (link) => link.rule_id);
    const roles = Map.groupBy(await rolesOfRules(app.db), (role) => role.rule_id);
    return rows.map(({ id, name, filter_type, clause, group_key, description }) => {
      const datasets = (links.get(id) ?? []).flatMap((link) => references.keyOf("dataset", link.dataset_id) ?? []);
      const names = (roles.get(id) ?? []).map((role) => role.name);
      const value = {
        name,
        filter_type,
        clause,
        group_key,
        description,
        datasets: datasets.sort(),
        roles: names.sort(),
      };
      return { id, key: name, name, value };
    });
  },
  check: async ({ ctx, file, references }) => {
    const known = file.datasets.flatMap((uuid) => references.maybeId("dataset", uuid) ?? []);
    await assertClause(ctx, file.clause, known);
  },
  save: async ({ ctx, file, stored, references }) => {
    const { name, filter_type, clause, group_key = null, description = null } = file;
    const tables = file.datasets.map((uuid) => references.idOf("dataset", uuid));
    const roles = file.roles.map((role) => references.idOf("role", role));
    const body = { name, filter_type, clause, group_key, description, tables, roles };
    if (stored) await callOperation(ctx, "rowlevelsecurity.update", { params: { id: stored.id }, body });
    else await callOperation(ctx, "rowlevelsecurity.create", { body });
  },
  remove: (ctx, id) => callOperation(ctx, "rowlevelsecurity.remove", { params: { id } }),
});
