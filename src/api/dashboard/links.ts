import { t } from "../../i18n/translate.ts";
import { badRequest, notFound } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import { audited, type Context, type Route, route, unaudited } from "../../server/http/route.ts";
import type { ValueActor } from "../../server/store/key-values.ts";
import { keyValuesOf } from "../../server/store/key-values.ts";
import * as contract from "./contract.ts";
import { openDashboard, PERMALINK_READ, PERMALINK_WRITE, STATE_READ, STATE_WRITE } from "./policy.ts";

interface StoredPermalink {
  dashboardId: string;
  state: contract.Permalink;
}

interface StoredState {
  dashboardId: number;
  value: string;
}

const PERMALINKS = keyValuesOf<StoredPermalink>("dashboard_permalink", null);
const STATES = keyValuesOf<StoredState>("filter_state", 90);

const createPermalink = route(
  contract.createPermalink,
  audited(PERMALINK_WRITE, { action: "DashboardPermalinkRestApi.post", verb: "share", kind: "dashboard" }),
  async (ctx, { params, body }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    const key = await savePermalink(ctx, dashboard, body);
    return { key, url: `${originOf(ctx)}/superset/dashboard/p/${key}/` };
  },
);

export function savePermalink(
  actor: ValueActor,
  { uuid }: { uuid: string },
  state: contract.Permalink,
): Promise<string> {
  const value = { dashboardId: uuid, state };
  return PERMALINKS.create(actor, value, { context: JSON.stringify(value), place: `dashboard ${uuid}` });
}

const showPermalink = route(contract.showPermalink, PERMALINK_READ, async (ctx, { params }) => {
  const { dashboardId, state } = await PERMALINKS.read(ctx.app, params.key);
  await openDashboard(ctx.app, ctx.user, dashboardId);
  return { dashboardId, state };
});

function originOf({ request }: Context): string {
  return `${request.protocol}://${request.host}`;
}

const createState = route(
  contract.createFilterState,
  unaudited(STATE_WRITE, "keeps what the caller has chosen on a page"),
  async (ctx, { params, query, body }) => {
    const { id } = await openDashboard(ctx.app, ctx.user, params.id);
    const tab = query.tab_id;
    // Anonymous visitors can't be told apart: each gets states of their own.
    const isNew = tab === undefined || ctx.user.isAnonymous;
    const context = isNew ? undefined : `${ctx.session?.tokenHash ?? ""}:${tab}:${id}`;
    const place = `dashboard ${id}`;
    return { key: await STATES.create(ctx, { dashboardId: id, value: jsonText(body.value) }, { context, place }) };
  },
);

async function stateOf(ctx: Context, { id, key }: { id: string; key: string }): Promise<StoredState> {
  const dashboard = await openDashboard(ctx.app, ctx.user, id);
  const state = await STATES.read(ctx.app, key);
  if (state.dashboardId !== dashboard.id) throw notFound();
  return state;
}

const showState = route(contract.showFilterState, STATE_READ, async (ctx, { params }) => {
  return { value: (await stateOf(ctx, params)).value };
});

const updateState = route(
  contract.updateFilterState,
  unaudited(STATE_WRITE, "keeps what the caller has chosen on a page"),
  async (ctx, { params, body }) => {
    const { dashboardId: id } = await stateOf(ctx, params);
    await STATES.update(ctx, params.key, { dashboardId: id, value: jsonText(body.value) });
    return { key: params.key };
  },
);

const removeState = route(
  contract.removeFilterState,
  unaudited(STATE_WRITE, "keeps what the caller has chosen on a page"),
  async (ctx, { params }) => {
    await stateOf(ctx, params);
    await STATES.remove(ctx, params.key);
    return { message: t("Deleted successfully") };
  },
);

function jsonText(text: string): string {
  try {
    readJson(text);
  } catch {
    throw badRequest(t("Value is not valid JSON"));
  }
  return text;
}

export const LINK_ROUTES: readonly Route[] = [
  createPermalink,
  showPermalink,
  createState,
  showState,
  updateState,
  removeState,
];
