import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { forbidden, notFound, TesseraError } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import type { App } from "../../server/app.ts";
import {
  type Context,
  permission,
  type Resource,
  route,
  unaudited,
  withLargeBody,
  withOptions,
} from "../../server/http/route.ts";
import { canSeeDatabase, findDatabase } from "../database/index.ts";
import {
  findQueryByClientId,
  isOwnQuery,
  latestOfEditor,
  moveQuery,
  type QueryRecord,
  queryStates,
  removeQuery,
} from "../query/index.ts";
import { noteSavedRun, ownSavedQuery } from "../saved-query/index.ts";
import * as contract from "./contract.ts";
import {
  activateTab,
  deleteTab,
  deleteTable,
  expandTable,
  findTab,
  findTable,
  insertTab,
  insertTable,
  type TableRecord,
  type TabRecord,
  tablesOfTab,
  updateTab,
} from "./store.ts";

const tabPermission = (name: string) => permission(name, "TabStateView");
const tablePermission = (name: string) => permission(name, "TableSchemaView");

async function ownTab({ app, user }: Context, id: number): Promise<TabRecord> {
  const tab = await findTab(app.db, id);
  if (!tab) throw notFound();
  if (tab.user_id !== user.id) throw forbidden();
  return tab;
}

export async function presentTab(app: App, tab: TabRecord): Promise<z.infer<typeof contract.showTab.response>> {
  const latest = tab.latest_query_id ? await findQueryByClientId(app.db, tab.latest_query_id) : undefined;
  const [state = null] = latest ? await queryStates(app, [latest]) : [];
  const { latest_query_id: _, saved_query_id, created_on: __, changed_on: ___, ...own } = tab;
  return {
    ...own,
    table_schemas: (await tablesOfTab(app.db, tab.id)).map(presentTable),
    latest_query: state,
    saved_query: saved_query_id === null ? null : { id: saved_query_id },
  };
}

function presentTable({ table_name, description, ...row }: TableRecord) {
  return { ...row, table: table_name, description: JSON.parse(description ?? "null") as unknown };
}

export async function recordSavedRun(app: App, query: QueryRecord, rows: number): Promise<void> {
  if (!/^\d{1,9}$/.test(query.sql_editor_id ?? "")) return;
  const tab = await findTab(app.db, Number(query.sql_editor_id));
  if (!tab || tab.saved_query_id === null || tab.user_id !== query.user_id) return;
  const ms = Math.max(0, app.clock.now() - query.start_time);
  await noteSavedRun(app, tab.saved_query_id, { queryId: query.id, rows, ms });
}

const unreadable = (error: string) => new TesseraError(400, { error });
const absent = () => new TesseraError(404, { error: t("Not found") });

function jsonOf<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  try {
    return schema.parse(readJson(text));
  } catch (error) {
    const place = error instanceof z.ZodError ? error.issues[0]?.path.join(".") : undefined;
    throw unreadable(place ? t("Not a valid value: {place}", { place }) : t("Not valid JSON"));
  }
}

async function assertReferences({ app, user }: Context, changes: contract.TabChanges): Promise<void> {
  const { database_id, saved_query_id, latest_query_id } = changes;
  if (database_id != null) {
    const database = await findDatabase(app.db, database_id);
    if (!database || !canSeeDatabase(user, database)) throw unreadable(t("Database not found"));
  }
  if (saved_query_id != null && !(await ownSavedQuery(app, user, saved_query_id)))
    throw unreadable(t("Saved query not found"));
  if (latest_query_id) {
    const query = await findQueryByClientId(app.db, latest_query_id);
    if (!query || !isOwnQuery(user, query)) throw unreadable(t("Query not found"));
  }
}

const create = route(
  contract.createTab,
  unaudited(tabPermission("can_post"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { body }) => {
    const editor = jsonOf(contract.QueryEditor, body.queryEditor);
    const database_id = editor.dbId ?? null;
    const saved_query_id = editor.remoteId ?? null;
    await assertReferences(ctx, { database_id, saved_query_id });
    const id = await insertTab(ctx.app, {
      user_id: ctx.user.id,
      label: editor.name ?? editor.title ?? t("Untitled Query"),
      active: true,
      database_id,
      saved_query_id,
      catalog: editor.catalog ?? null,
      schema: editor.schema ?? null,
      sql: editor.sql ?? "SELECT ...",
      query_limit: editor.queryLimit ?? null,
      latest_query_id: null,
      autorun: editor.autorun ?? false,
      template_params: editor.templateParams ?? null,
      hide_left_bar: editor.hideLeftBar ?? false,
      extra_json: null,
    });
    return { id };
  },
);

const show = route(contract.showTab, tabPermission("can_get"), async (ctx, { params }) =>
  presentTab(ctx.app, await ownTab(ctx, params.id)),
);

const update = route(
  contract.updateTab,
  unaudited(tabPermission("can_put"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { params, body }) => {
    const tab = await ownTab(ctx, params.id);
    const fields = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" ? jsonOf(z.unknown(), value) : value,
    ]);
    const changes = jsonOf(contract.TabChanges, JSON.stringify(Object.fromEntries(fields)));
    await assertReferences(ctx, changes);
    const { autorun, hide_left_bar, extra_json, ...rest } = changes;
    const presentValues = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    await updateTab(ctx.app, tab, {
      ...presentValues,
      ...(autorun == null ? {} : { autorun }),
      ...(hide_left_bar == null ? {} : { hide_left_bar }),
      ...(extra_json === undefined
        ? {}
        : {
            extra_json: typeof extra_json === "string" || extra_json === null ? extra_json : JSON.stringify(extra_json),
          }),
    });
    return tab.id;
  },
);

const remove = route(
  contract.removeTab,
  unaudited(tabPermission("can_delete"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { params }) => {
    await deleteTab(ctx.app.db, (await ownTab(ctx, params.id)).id);
    return "OK" as const;
  },
);

const activate = route(
  contract.activateTab,
  unaudited(tabPermission("can_activate"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { params }) => {
    const tab = await ownTab(ctx, params.id);
    await activateTab(ctx.app, tab);
    return tab.id;
  },
);

const migrate = route(
  contract.migrateQuery,
  unaudited(tabPermission("can_migrate_query"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { params, body }) => {
    const tab = await ownTab(ctx, params.id);
    const query = await findQueryByClientId(ctx.app.db, jsonOf(z.string(), body.queryId));
    if (!query || !isOwnQuery(ctx.user, query)) throw absent();
    await moveQuery(ctx.app, query.id, String(tab.id));
    return tab.id;
  },
);

const removeOne = route(
  contract.removeQuery,
  unaudited(tabPermission("can_delete_query"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { params }) => {
    const { app, user } = ctx;
    const query = await findQueryByClientId(app.db, params.client_id);
    if (!query || !isOwnQuery(user, query)) throw absent();
    if (/^\d{1,9}$/.test(params.id)) {
      const tab = await ownTab(ctx, Number(params.id));
      if (tab.latest_query_id === query.client_id) {
        const place = { editorId: String(tab.id), userId: user.id, except: query.client_id };
        const before = await latestOfEditor(app.db, place);
        await updateTab(app, tab, { latest_query_id: before?.client_id ?? null });
      }
    }
    await removeQuery(app.db, query.id);
    return "OK" as const;
  },
);

const addTable = route(
  contract.createTable,
  unaudited(tablePermission("can_post"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { body }) => {
    const table = jsonOf(contract.OpenTable, body.table);
    const tab = await ownTab(ctx, table.queryEditorId);
    await assertReferences(ctx, { database_id: table.dbId });
    const id = await insertTable(ctx.app.db, {
      tab_state_id: tab.id,
      database_id: table.dbId,
      catalog: table.catalog ?? null,
      schema: table.schema ?? null,
      table_name: table.name,
      description: JSON.stringify(table),
      expanded: true,
    });
    return { id };
  },
);

async function ownTable(ctx: Context, id: number): Promise<TableRecord> {
  const table = await findTable(ctx.app.db, id);
  if (!table) throw absent();
  await ownTab(ctx, table.tab_state_id);
  return table;
}

const removeTable = route(
  contract.removeTable,
  unaudited(tablePermission("can_delete"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { params }) => {
    await deleteTable(ctx.app.db, (await ownTable(ctx, params.id)).id);
    return "OK" as const;
  },
);

const expanded = route(
  contract.expandTable,
  unaudited(tablePermission("can_expanded"), "keeps the caller's own SQL Lab tabs"),
  async (ctx, { params, body }) => {
    const { id } = await ownTable(ctx, params.id);
    const isExpanded = typeof body.expanded === "string" ? jsonOf(z.boolean(), body.expanded) : body.expanded;
    await expandTable(ctx.app.db, id, isExpanded);
    return { id, expanded: isExpanded };
  },
);

const FORM = { acceptsForm: true };

export const tabStateResource: Resource = {
  name: "tab-state",
  routes: [
    withLargeBody(withOptions(create, FORM)),
    show,
    withLargeBody(withOptions(update, FORM)),
    remove,
    activate,
    withLargeBody(withOptions(migrate, FORM)),
    removeOne,
    withOptions(addTable, FORM),
    removeTable,
    withOptions(expanded, FORM),
  ],
};
