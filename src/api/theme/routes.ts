import { sql } from "kysely";
import { forbidden, notFound, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { collectionRoutes, firstNameOf, type ListDefinition } from "../../server/http/resource-list.ts";
import { type Context, type Resource, route } from "../../server/http/route.ts";
import { allFound, deletedText, possibleIds, shownAnswer, withoutPeople } from "../../server/http/shown.ts";
import { sayState, stateBasedOn } from "../../server/http/state.ts";
import { visibleThemes } from "../../server/rights/guest-content.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { historiesOf } from "../../server/store/history.ts";
import { fullName } from "../../server/store/people.ts";
import { saveRow } from "../../server/store/row-saves.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { anyContainsText } from "../../server/store/text-match.ts";
import type { User } from "../../server/user.ts";
import * as contract from "./contract.ts";
import { assertAdministers, mayChange, READ, VIEW, WRITE } from "./policy.ts";
import {
  deleteThemes,
  insertTheme,
  markTheme,
  type SystemMark,
  type ThemeRecord,
  themesByIds,
  updateTheme,
} from "./store.ts";

const person = (name: string) => [`${name}.id`, `${name}.first_name`, `${name}.last_name`];

const LIST: ListDefinition = {
  view: VIEW,
  title: "List Theme",
  table: "themes",
  permissions: ["can_read", "can_write", "can_export"],
  columns: [
    "id",
    "uuid",
    "theme_name",
    "json_data",
    "is_system",
    "is_system_default",
    "is_system_dark",
    "created_on",
    "changed_by_name",
    "changed_on",
    "changed_on_delta_humanized",
    ...person("changed_by"),
    ...person("created_by"),
  ],
  search: {
    id: { type: "number", column: "themes.id" },
    uuid: { type: "uuid", column: "themes.uuid" },
    theme_name: { type: "text", column: "themes.theme_name" },
    json_data: { type: "text", column: "themes.json_data" },
    is_system: { type: "boolean", column: "themes.is_system" },
    is_system_default: { type: "boolean", column: "themes.is_system_default" },
    is_system_dark: { type: "boolean", column: "themes.is_system_dark" },
    created_by: { type: "one", column: "themes.created_by_fk" },
    changed_by: { type: "one", column: "themes.changed_by_fk" },
    created_on: { type: "date", column: "themes.created_on" },
    changed_on: { type: "date", column: "themes.changed_on" },
  },
  filters: {
    "theme_name:theme_all_text": (value) =>
      anyContainsText([sql.ref("themes.theme_name"), sql.ref("themes.json_data")], String(value ?? "")),
  },
  order: {
    theme_name: { by: "theme_name", text: true },
    created_on: "created_on",
    changed_on_delta_humanized: "changed_on",
    "created_by.first_name": firstNameOf("themes.created_by_fk"),
    "changed_by.first_name": firstNameOf("themes.changed_by_fk"),
  },
  visible: ({ user }) => visibleThemes(user),
  present: async ({ app }, ids) => presentThemes(app, await themesByIds(app.db, ids)),
  texts: () => ["json_data"],
  related: { created_by: { kind: "users" }, changed_by: { kind: "users" } },
  createBody: contract.CreateTheme,
  updateBody: contract.UpdateTheme,
};

async function presentThemes(app: App, rows: readonly ThemeRecord[]) {
  const historyOf = await historiesOf(app, rows);
  return rows.map((row) => {
    const { created_on, changed_by, created_by, changed_on_delta_humanized } = historyOf(row);
    const { created_by_fk: _, changed_by_fk: __, ...theme } = row;
    const people = { changed_by_name: fullName(changed_by), changed_by, created_by };
    return { ...theme, ...people, created_on, changed_on_delta_humanized };
  });
}

async function themeOf({ app, user }: Context, id: number): Promise<ThemeRecord> {
  const [row] = await themesByIds(app.db, possibleIds([id]), visibleThemes(user));
  if (!row) throw notFound();
  return row;
}

function assertChangeable(user: User, theme: ThemeRecord): void {
  if (theme.is_system) throw forbidden("Cannot modify system themes.");
  if (!mayChange(user, theme)) throw forbidden();
}

function assertRemovable(user: User, themes: readonly ThemeRecord[]): void {
  if (themes.some((theme) => theme.is_system)) throw forbidden("Cannot delete system themes.");
  const isInUse = themes.some((theme) => theme.is_system_default || theme.is_system_dark);
  if (isInUse) throw unprocessable("Cannot delete theme that is set as system default or dark theme.");
  if (!themes.every((theme) => mayChange(user, theme))) throw forbidden();
}

const show = route(contract.show, READ, async (ctx, { params, q }) => {
  const theme = await themeOf(ctx, params.id);
  const [row] = await presentThemes(ctx.app, [theme]);
  if (!row) throw notFound();
  sayState(ctx, theme.changed_on);
  return shownAnswer(ctx.user.guest ? withoutPeople(row) : row, "Show Theme", q);
});

const create = route(contract.create, WRITE, async ({ app, user }, { body }) => {
  try {
    return { id: await insertTheme(app.db, body, stampOf(app, user)), result: body };
  } catch (error) {
    throw storeFailureOf(error) === "unique" ? unprocessable({ uuid: ["Must be unique"] }) : error;
  }
});

const update = route(contract.update, WRITE, async (ctx, { params, body }) => {
  const { app, user } = ctx;
  const theme = await themeOf(ctx, params.id);
  assertChangeable(user, theme);
  const { id } = theme;
  const stamp = stampOf(app, user);
  const save = { table: "themes", id, basedOn: stateBasedOn(ctx) } as const;
  await saveRow(app, save, (trx) => updateTheme(trx, id, { values: body, stamp }));
  sayState(ctx, stamp.now);
  return { id, result: body };
});

const remove = route(contract.remove, WRITE, async (ctx, { params }) => {
  const theme = await themeOf(ctx, params.id);
  assertRemovable(ctx.user, [theme]);
  await deleteThemes(ctx.app.db, [theme.id]);
  return { message: deletedText(1, "theme") };
});

const removeMany = route(contract.removeMany, WRITE, async ({ app, user }, { q }) => {
  const themes = allFound(await themesByIds(app.db, possibleIds(q)), q);
  assertRemovable(user, themes);
  await deleteThemes(
    app.db,
    themes.map((theme) => theme.id),
  );
  return { message: deletedText(themes.length, "theme") };
});

async function marked(ctx: Context, id: number, mark: SystemMark) {
  assertAdministers(ctx.user);
  const theme = await themeOf(ctx, id);
  await markTheme(ctx.app.db, mark, theme.id);
  return { id: theme.id, result: "success" as const };
}

async function unmarked(ctx: Context, mark: SystemMark) {
  assertAdministers(ctx.user);
  await markTheme(ctx.app.db, mark);
  return { result: "success" };
}

export const themeResource: Resource = {
  name: "theme",
  routes: [
    ...collectionRoutes({ list: contract.list, info: contract.info, related: contract.related }, LIST),
    show,
    create,
    update,
    remove,
    removeMany,
    route(contract.setDefault, WRITE, (ctx, { params }) => marked(ctx, params.id, "is_system_default")),
    route(contract.setDark, WRITE, (ctx, { params }) => marked(ctx, params.id, "is_system_dark")),
    route(contract.unsetDefault, WRITE, (ctx) => unmarked(ctx, "is_system_default")),
    route(contract.unsetDark, WRITE, (ctx) => unmarked(ctx, "is_system_dark")),
  ],
};
