import type { Kysely } from "kysely";
import { crud } from "../../server/http/crud.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import { anyColumnContains, searchOfHistory } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import type { Resource } from "../../server/http/route.ts";
import { visibleCssTemplates } from "../../server/rights/guest-content.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { changedBy, stampOf } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import { historiesOf } from "../../server/store/users.ts";
import * as contract from "./contract.ts";

const TABLE = "css_templates";

function templatesByIds(db: Kysely<Tables>, ids: readonly number[]): Promise<Row<"css_templates">[]> {
  return db.selectFrom(TABLE).selectAll().where("id", "in", ids).orderBy("id").execute();
}

const LIST: ListDefinition = {
  view: "CssTemplate",
  title: "List Css Template",
  table: TABLE,
  permissions: ["can_read", "can_write"],
  columns: [
    "id",
    "template_name",
    "css",
    "created_on",
    "changed_on",
    "changed_on_delta_humanized",
    ...userColumns("changed_by"),
    ...userColumns("created_by"),
  ],
  search: {
    id: { type: "number", column: "css_templates.id" },
    template_name: { type: "text", column: "css_templates.template_name" },
    css: { type: "text", column: "css_templates.css" },
    ...searchOfHistory("css_templates"),
  },
  filters: {
    "template_name:css_template_all_text": anyColumnContains(["css_templates.template_name", "css_templates.css"]),
  },
  order: {
    template_name: { by: "template_name", text: true },
    created_on: "created_on",
    changed_on_delta_humanized: "changed_on",
    "created_by.first_name": firstNameOf("css_templates.created_by_fk"),
    "changed_by.first_name": firstNameOf("css_templates.changed_by_fk"),
  },
  visible: ({ user }) => visibleCssTemplates(user),
  present: async ({ app }, ids) => {
    const rows = await templatesByIds(app.db, ids);
    const historyOf = await historiesOf(app, rows);
    return rows.map((row) => {
      const { created_on_delta_humanized: _, ...history } = historyOf(row);
      return { id: row.id, template_name: row.template_name, css: row.css, ...history };
    });
  },
  texts: () => ["css"],
  related: { created_by: { kind: "users" }, changed_by: { kind: "users" } },
  createBody: contract.SaveCssTemplate,
  updateBody: contract.SaveCssTemplate,
};

export const cssTemplateResource: Resource = {
  name: "css-template",
  routes: [
    ...collectionRoutes(contract, LIST),
    ...crud(contract, LIST, {
      audit: { kind: "css_template", api: "CssTemplateRestApi" },
      find: async ({ app, user }, ids) => (user.guest ? [] : templatesByIds(app.db, ids)),
      stateOf: (row) => row.changed_on,
      options: { invalidStatus: 422 },
      create: async ({ app, user }, { body }) => {
        const values = { template_name: null, css: null, ...body };
        return { id: await insertObject(app.db, TABLE, values, stampOf(app, user)), result: body };
      },
      update: async (ctx, { id, template_name, css }, { body }) => {
        await saveIfMatch(ctx, { table: TABLE, id }, (trx, stamp) =>
          updateObject(trx, TABLE, id, { ...body, ...changedBy(stamp) }),
        );
        return { result: { template_name, css, ...body } };
      },
      remove: ({ app }, ids) => app.db.deleteFrom(TABLE).where("id", "in", ids).execute(),
    }),
  ],
};
