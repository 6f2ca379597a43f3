import { sql } from "kysely";
import { notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, type WireRow } from "../../server/http/resource-list.ts";
import { type Context, type Resource, route, withOptions } from "../../server/http/route.ts";
import { allFound, deletedText, possibleIds, shownAnswer } from "../../server/http/shown.ts";
import { sayState, stateBasedOn } from "../../server/http/state.ts";
import { visibleCssTemplates } from "../../server/rights/guest-content.ts";
import { historiesOf } from "../../server/store/history.ts";
import { saveRow } from "../../server/store/row-saves.ts";
import { stampOf } from "../../server/store/stamp.ts";
import type { Row } from "../../server/store/tables.ts";
import { anyContainsText } from "../../server/store/text-match.ts";
import * as contract from "./contract.ts";
import { READ, VIEW, WRITE } from "./policy.ts";
import { deleteTemplates, insertTemplate, templatesByIds, updateTemplate } from "./store.ts";

const person = (name: string) => [`${name}.id`, `${name}.first_name`, `${name}.last_name`];

const LIST: ListDefinition = {
  view: VIEW,
  title: "List Css Template",
  table: "css_templates",
  permissions: ["can_read", "can_write"],
  columns: [
    "id",
    "template_name",
    "css",
    "created_on",
    "changed_on",
    "changed_on_delta_humanized",
    ...person("changed_by"),
    ...person("created_by"),
  ],
  search: {
    id: { type: "number", column: "css_templates.id" },
    template_name: { type: "text", column: "css_templates.template_name" },
    css: { type: "text", column: "css_templates.css" },
    created_by: { type: "one", column: "css_templates.created_by_fk" },
    changed_by: { type: "one", column: "css_templates.changed_by_fk" },
    created_on: { type: "date", column: "css_templates.created_on" },
    changed_on: { type: "date", column: "css_templates.changed_on" },
  },
  filters: {
    "template_name:css_template_all_text": (value) =>
      anyContainsText([sql.ref("css_templates.template_name"), sql.ref("css_templates.css")], String(value ?? "")),
  },
  order: {
    template_name: { by: "template_name", text: true },
    created_on: "created_on",
    changed_on_delta_humanized: "changed_on",
    "created_by.first_name": firstNameOf("css_templates.created_by_fk"),
    "changed_by.first_name": firstNameOf("css_templates.changed_by_fk"),
  },
  visible: ({ user }) => visibleCssTemplates(user),
  present: async ({ app }, ids) => presentTemplates(app, await templatesByIds(app.db, ids)),
  texts: () => ["css"],
  related: { created_by: { kind: "users" }, changed_by: { kind: "users" } },
  createBody: contract.SaveCssTemplate,
  updateBody: contract.SaveCssTemplate,
};

async function presentTemplates(app: App, rows: readonly Row<"css_templates">[]): Promise<WireRow[]> {
  const historyOf = await historiesOf(app, rows);
  return rows.map((row) => {
    const { created_on_delta_humanized: _, ...history } = historyOf(row);
    return { id: row.id, template_name: row.template_name, css: row.css, ...history };
  });
}

async function templateOf({ app, user }: Context, id: number): Promise<Row<"css_templates">> {
  if (user.guest) throw notFound();
  const [row] = await templatesByIds(app.db, possibleIds([id]));
  if (!row) throw notFound();
  return row;
}

const show = route(contract.show, READ, async (ctx, { params, q }) => {
  const template = await templateOf(ctx, params.id);
  const [row] = await presentTemplates(ctx.app, [template]);
  if (!row) throw notFound();
  sayState(ctx, template.changed_on);
  return shownAnswer(row, "Show Css Template", q);
});

const create = route(contract.create, WRITE, async ({ app, user }, { body }) => {
  return { id: await insertTemplate(app.db, body, stampOf(app, user)), result: body };
});

const update = route(contract.update, WRITE, async (ctx, { params, body }) => {
  const { app, user } = ctx;
  const { id, template_name, css } = await templateOf(ctx, params.id);
  const stamp = stampOf(app, user);
  const save = { table: "css_templates", id, basedOn: stateBasedOn(ctx) } as const;
  await saveRow(app, save, (trx) => updateTemplate(trx, id, { values: body, stamp }));
  sayState(ctx, stamp.now);
  return { result: { template_name, css, ...body } };
});

const remove = route(contract.remove, WRITE, async (ctx, { params }) => {
  await deleteTemplates(ctx.app.db, [(await templateOf(ctx, params.id)).id]);
  return { message: "OK" };
});

const removeMany = route(contract.removeMany, WRITE, async ({ app }, { q }) => {
  const rows = allFound(await templatesByIds(app.db, possibleIds(q)), q);
  await deleteTemplates(
    app.db,
    rows.map((row) => row.id),
  );
  return { message: deletedText(rows.length, "css template") };
});

export const cssTemplateResource: Resource = {
  name: "css-template",
  routes: [
    ...collectionRoutes({ list: contract.list, info: contract.info, related: contract.related }, LIST),
    show,
    withOptions(create, { invalidStatus: 422 }),
    withOptions(update, { invalidStatus: 422 }),
    remove,
    removeMany,
  ],
};
