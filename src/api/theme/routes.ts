import { msg, t } from "../../i18n/translate.ts";
import { forbidden, notFound, unprocessable } from "../../model/errors.ts";
import { crud } from "../../server/http/crud.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import { anyColumnContains, searchOfHistory } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import { audited, type Context, permission, type Resource, route } from "../../server/http/route.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import { visibleThemes } from "../../server/rights/guest-content.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { fullName, historiesOf } from "../../server/store/users.ts";
import type { User } from "../../server/user.ts";
import * as contract from "./contract.ts";
import { assertAdministrator, canChange } from "./policy.ts";
import {
  deleteThemes,
  insertTheme,
  markTheme,
  type SystemMark,
  type ThemeRecord,
  themesByIds,
  updateTheme,
} from "./store.ts";

const LIST: ListDefinition = {
  view: "Theme",
  title: msg("List Theme"),
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
    ...userColumns("changed_by"),
    ...userColumns("created_by"),
  ],
  search: {
    id: { type: "number", column: "themes.id" },
    uuid: { type: "uuid", column: "themes.uuid" },
    theme_name: { type: "text", column: "themes.theme_name" },
    json_data: { type: "text", column: "themes.json_data" },
    is_system: { type: "boolean", column: "themes.is_system" },
    is_system_default: { type: "boolean", column: "themes.is_system_default" },
    is_system_dark: { type: "boolean", column: "themes.is_system_dark" },
    ...searchOfHistory("themes"),
  },
  filters: {
    "theme_name:theme_all_text": anyColumnContains(["themes.theme_name", "themes.json_data"]),
  },
  order: {
    theme_name: { by: "theme_name", text: true },
    created_on: "created_on",
    changed_on_delta_humanized: "changed_on",
    "created_by.first_name": firstNameOf("themes.created_by_fk"),
    "changed_by.first_name": firstNameOf("themes.changed_by_fk"),
  },
  visible: ({ user }) => visibleThemes(user),
  present: async ({ app }, ids) => {
    const rows = await themesByIds(app.db, ids);
    const historyOf = await historiesOf(app, rows);
    return rows.map((row) => {
      const { created_on, changed_by, created_by, changed_on_delta_humanized } = historyOf(row);
      const { created_by_fk: _, changed_by_fk: __, ...theme } = row;
      const users = { changed_by_name: fullName(changed_by), changed_by, created_by };
      return { ...theme, ...users, created_on, changed_on_delta_humanized };
    });
  },
  texts: () => ["json_data"],
  related: { created_by: { kind: "users" }, changed_by: { kind: "users" } },
  createBody: contract.CreateTheme,
  updateBody: contract.UpdateTheme,
};

const WRITE = permission("can_write", LIST.view);

async function themeOf({ app, user }: Context, id: number): Promise<ThemeRecord> {
  const [row] = await themesByIds(app.db, possibleIds([id]), visibleThemes(user));
  if (!row) throw notFound();
  return row;
}

function assertChangeable(user: User, theme: ThemeRecord): void {
  if (theme.is_system) throw forbidden(t("Cannot modify system themes."));
  if (!canChange(user, theme)) throw forbidden();
}

function assertRemovable(user: User, themes: readonly ThemeRecord[]): void {
  if (themes.some((theme) => theme.is_system)) throw forbidden(t("Cannot delete system themes."));
  const isInUse = themes.some((theme) => theme.is_system_default || theme.is_system_dark);
  if (isInUse) throw unprocessable(t("Cannot delete theme that is set as system default or dark theme."));
  if (!themes.every((theme) => canChange(user, theme))) throw forbidden();
}

const remove = route(
  contract.remove,
  audited(WRITE, { action: "ThemeRestApi.delete", verb: "delete", kind: "theme" }),
  async (ctx, { params }) => {
    const theme = await themeOf(ctx, params.id);
    assertRemovable(ctx.user, [theme]);
    await deleteThemes(ctx.app.db, [theme.id]);
    return { message: t("Deleted {count, plural, one {# theme} other {# themes}}", { count: 1 }) };
  },
);

async function markRoute(ctx: Context, id: number, mark: SystemMark) {
  assertAdministrator(ctx.user);
  const theme = await themeOf(ctx, id);
  await markTheme(ctx.app.db, mark, theme.id);
  return { id: theme.id, result: "success" as const };
}

async function unmarkRoute(ctx: Context, mark: SystemMark) {
  assertAdministrator(ctx.user);
  await markTheme(ctx.app.db, mark);
  return { result: "success" };
}

const { show, create, update, removeMany } = contract;

export const themeResource: Resource = {
  name: "theme",
  routes: [
    ...collectionRoutes(contract, LIST),
    ...crud({ show, create, update, removeMany }, LIST, {
      audit: { kind: "theme", api: "ThemeRestApi" },
      find: ({ app, user }, ids) => themesByIds(app.db, ids, visibleThemes(user)),
      stateOf: (theme) => theme.changed_on,
      create: async ({ app, user }, { body }) => {
        try {
          return { id: await insertTheme(app.db, body, stampOf(app, user)), result: body };
        } catch (error) {
          throw storeFailureOf(error) === "unique" ? unprocessable({ uuid: [t("Must be unique")] }) : error;
        }
      },
      update: async (ctx, theme, { body }) => {
        assertChangeable(ctx.user, theme);
        const { id } = theme;
        await saveIfMatch(ctx, { table: "themes", id }, (trx, stamp) => updateTheme(trx, id, { values: body, stamp }));
        return { id, result: body };
      },
      remove: ({ app, user }, ids, themes) => {
        assertRemovable(user, themes);
        return deleteThemes(app.db, ids);
      },
    }),
    remove,
    route(
      contract.setDefault,
      audited(WRITE, { action: "ThemeRestApi.set_system_default", verb: "change", kind: "theme" }),
      (ctx, { params }) => markRoute(ctx, params.id, "is_system_default"),
    ),
    route(
      contract.setDark,
      audited(WRITE, { action: "ThemeRestApi.set_system_dark", verb: "change", kind: "theme" }),
      (ctx, { params }) => markRoute(ctx, params.id, "is_system_dark"),
    ),
    route(
      contract.unsetDefault,
      audited(WRITE, { action: "ThemeRestApi.unset_system_default", verb: "change", kind: "theme" }),
      (ctx) => unmarkRoute(ctx, "is_system_default"),
    ),
    route(
      contract.unsetDark,
      audited(WRITE, { action: "ThemeRestApi.unset_system_dark", verb: "change", kind: "theme" }),
      (ctx) => unmarkRoute(ctx, "is_system_dark"),
    ),
  ],
};
