import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { LabelColors } from "../chart-kit/colors/label-colors.ts";
import type { QueryContext } from "../model/query-context.ts";
import { DashboardContext } from "../pages/dashboard/state/context.ts";
import { initialMasks } from "../pages/dashboard/state/masks.ts";
import { createDashboardStore } from "../pages/dashboard/state/store.ts";
import { signedIn, useSession } from "../web/session/session.ts";
import { type RecordedRequest, type Routes, serve } from "./network.ts";
import { charts, datasets, detailOf, sampleDashboard } from "./sample-dashboard.ts";

export const VALUES = ["ATL", "LAX", "ORD", "SFO", "Springfield", "Sacramento", "Reno", "Boise"];

function resultOf(context: QueryContext): Record<string, unknown> {
  const [query] = context.queries;
  const labels = (query?.metrics ?? []).map((metric) => (typeof metric === "string" ? metric : String(metric.label)));
  const [column] = (query?.columns ?? []).map((one) => (typeof one === "string" ? one : String(one.label)));
  if (labels.includes("__min"))
    return { data: [{ __min: 0, __max: 100 }], colnames: ["__min", "__max"], coltypes: [0, 0] };
  const row = Object.fromEntries(labels.map((label) => [label, 10]));
  const data = column ? VALUES.map((value) => ({ [column]: value, ...row })) : [row];
  return {
    data,
    colnames: [...(column ? [column] : []), ...labels],
    coltypes: column ? [1, 0] : [0],
    rowcount: data.length,
    query: "SELECT 1",
    applied_filters: [],
    rejected_filters: [],
  };
}

export function chartDataRoutes(fail: (context: QueryContext) => string | undefined = () => undefined): Routes {
  const answer = (context: QueryContext) => {
    const message = fail(context);
    if (!message) return { status: 200, body: { result: [resultOf(context)] } };
    return {
      status: 400,
      body: { errors: [{ message, error_type: "GENERIC_DB_ENGINE_ERROR", level: "error", extra: null }] },
    };
  };
  return {
    "POST /api/v1/chart/data": ({ body }) => answer(body as QueryContext),
    "POST /api/v1/chart/data/batch": ({ body }) => ({
      body: (body as { requests: { key: string; context: QueryContext }[] }).requests
        .map(({ key, context }) => JSON.stringify({ key, ...answer(context) }))
        .join("\n")
        .concat("\n"),
    }),
    "GET /api/v1/security/csrf_token/": { body: { result: "token" } },
  };
}

export function contextsOf(requests: readonly RecordedRequest[]): QueryContext[] {
  return requests.flatMap(({ path, body }) => {
    if (path === "/api/v1/chart/data") return [body as QueryContext];
    if (path !== "/api/v1/chart/data/batch") return [];
    return (body as { requests: { context: QueryContext }[] }).requests.map((request) => request.context);
  });
}

export function dashboardRoutes(metadata: Record<string, unknown> = {}): Routes {
  return {
    "GET /api/v1/dashboard/flights": { body: { result: detailOf(metadata) } },
    "GET /api/v1/dashboard/flights/charts": { body: { result: charts } },
    "GET /api/v1/dashboard/flights/datasets": { body: { result: datasets } },
    "GET /api/v1/dashboard/favorite_status/": { body: { result: [{ id: 5, value: false }] } },
    "POST /api/v1/dashboard/5/filter_state": { status: 201, body: { key: "k1" } },
    "PUT /api/v1/dashboard/5/filter_state/k1": { body: { key: "k1" } },
    "PUT /api/v1/dashboard/5/colors": { body: {} },
    ...chartDataRoutes(),
  };
}

export function grantAllAccess(): void {
  Object.defineProperty(globalThis, "IntersectionObserver", {
    configurable: true,
    writable: true,
    value: class {
      #report: (entries: { isIntersecting: boolean }[]) => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#report = report;
      }
      observe = () => this.#report([{ isIntersecting: true }]);
      disconnect = () => {};
    },
  });
}

export function signIn(pairs: readonly (readonly [string, string])[] = ALL): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "Lovelace", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Alpha: pairs } }), true);
}

const ALL = [
  ["can_read", "Dashboard"],
  ["can_write", "Dashboard"],
  ["can_explore", "Superset"],
  ["can_csv", "Superset"],
  ["can_view_query", "Dashboard"],
  ["can_write", "DashboardPermalinkRestApi"],
] as const;

export function openAt(path: string, routes: { path: string; element: ReactNode }[]) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...view, router };
}

export function renderOnDashboard(
  part: ReactNode,
  metadata: Record<string, unknown> = {},
  routes: Routes = chartDataRoutes(),
) {
  signIn();
  const requests = serve(routes);
  const dashboard = sampleDashboard(metadata);
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  const context = {
    store,
    colors: new LabelColors(),
    urlParams: {},
    canEdit: true,
    canExplore: true,
    canDownload: true,
    hideChartControls: false,
    showRowLimitWarning: false,
  };
  const element = <DashboardContext value={context}>{part}</DashboardContext>;
  return { ...openAt("/", [{ path: "/", element }]), store, requests };
}
