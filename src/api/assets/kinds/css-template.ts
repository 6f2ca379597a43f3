import { z } from "zod";
import { callOperation } from "../call.ts";
import { assetKind } from "./kind.ts";

export const cssTemplates = assetKind({
  kind: "css_template",
  folder: "css_templates",
  calls: { create: "css_template.create", change: "css_template.update", remove: "css_template.remove" },
  schema: z.looseObject({ template_name: z.string().min(1), css: z.string().nullish() }),
  keyOf: ({ template_name }) => template_name,
  nameOf: ({ template_name }) => template_name,
  list: async ({ app, user }) => {
    if (!user.can("can_read", "CssTemplate")) return [];
    const rows = await app.db.selectFrom("css_templates").selectAll().orderBy("id").execute();
    return rows.map(({ id, template_name, css }) => {
      const name = template_name ?? "";
      return { id, key: name, name, value: { template_name: name, css } };
    });
  },
  save: async ({ ctx, file, stored }) => {
    const body = { template_name: file.template_name, css: file.css ?? null };
    if (stored) await callOperation(ctx, "css_template.update", { params: { id: stored.id }, body });
    else await callOperation(ctx, "css_template.create", { body });
  },
  remove: (ctx, id) => callOperation(ctx, "css_template.remove", { params: { id } }),
});
