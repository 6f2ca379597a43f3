import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { RISON } from "rison2";
import { beforeEach, describe, expect, test } from "vitest";
import { chooseAllRows, pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { chartTypeName } from "../../web/components/chart-type-name.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { ChartsPage, chartTypeChoices, usedOn } from "./ChartsPage.tsx";

const WRITER = [
  ...["can_read", "can_write", "can_export"].map((permission) => [permission, "Chart"] as const),
  ["can_read", "Explore"] as const,
];
const ROW = {
  id: 4,
  slice_name: "When delays happen",
  viz_type: "heatmap_v2",
  url: "/explore/?slice_id=4",
  description: "Share late, by local departure hour",
  datasource_id: 2,
  datasource_name_text: "main.flights",
  certified_by: "Data team",
  owners: [{ id: 1, first_name: "Ada", last_name: "Lovelace" }],
  dashboards: [{ id: 9, dashboard_title: "US flight delays" }],
  changed_on_utc: "2024-11-14T09:00:00.000000+0000",
};
const ROUTES: Routes = {
  "GET /api/v1/chart/": { body: { count: 1, ids: [4], result: [ROW] } },
  "GET /api/v1/chart/favorite_status/": { body: { result: [{ id: 4, value: false }] } },
  "GET /api/v1/chart/related/owners": { body: { count: 1, result: [{ value: 1, text: "Ada Lovelace" }] } },
  "GET /api/v1/chart/4": {
    body: { result: { ...ROW, cache_timeout: null, certification_details: null, params: "{}", tags: [] } },
  },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
};

function open(pairs: readonly (readonly [string, string])[] = WRITER) {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Role: pairs } }), true);
  const router = createMemoryRouter(
    [
      { path: "/chart/list/", element: <ChartsPage /> },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: ["/chart/list/"] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  forgetCsrfToken();
});

describe("ChartsPage", () => {
  test("shows type, dataset, dashboards, owners and the certified badge", async () => {
    serve(ROUTES);
    open();
    expect((await screen.findByRole("link", { name: "When delays happen" })).getAttribute("href")).toBe(
      "/explore/?slice_id=4",
    );
    expect(screen.getByText("Heatmap")).toBeTruthy();
    expect(screen.getByRole("link", { name: "main.flights" }).getAttribute("href")).toBe(
      "/explore/?datasource_id=2&datasource_type=table",
    );
    expect(screen.getByRole("link", { name: "US flight delays" }).getAttribute("href")).toBe("/superset/dashboard/9/");
    expect(screen.getByRole("img", { name: "Certified by Data team" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Ada Lovelace" })).toBeTruthy();
    expect(screen.getByText("14 Nov 2024")).toBeTruthy();
  });

  test("has no Explore links without Explore permission", async () => {
    serve(ROUTES);
    open([["can_read", "Chart"]]);
    expect(await screen.findByText("When delays happen")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "When delays happen" })).toBeNull();
    expect(screen.queryByRole("link", { name: "main.flights" })).toBeNull();
    expect(screen.getByRole("link", { name: "US flight delays" })).toBeTruthy();
  });

  test("searches all text on the server", async () => {
    const requests = serve(ROUTES);
    open();
    await userEvent.type(await screen.findByRole("searchbox"), "late{Enter}");
    await waitFor(() => {
      const queries = requests.map((each) => RISON.parse(each.query.get("q") ?? "()") as { filters?: unknown });
      expect(queries.map((q) => q.filters)).toContainEqual([
        { col: "slice_name", opr: "chart_all_text", value: "late" },
      ]);
    });
  });

  test("saves changed properties", async () => {
    const requests = serve({ ...ROUTES, "PUT /api/v1/chart/4": { body: { id: 4, result: {} } } });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Edit properties: When delays happen" }));
    const name = await screen.findByLabelText(/^Name/);
    await userEvent.clear(name);
    await userEvent.type(name, "Late hours");
    await userEvent.click(screen.getByRole("button", { name: "Save properties" }));
    await waitFor(() => expect(requests.some((each) => each.method === "PUT")).toBe(true));
    expect(requests.find((each) => each.method === "PUT")?.body).toEqual({
      slice_name: "Late hours",
      description: "Share late, by local departure hour",
      owners: [1],
      tags: [],
      cache_timeout: null,
      certified_by: "Data team",
      certification_details: null,
    });
  });

  test("opens a chart and duplicates it, without the copy naming the original", async () => {
    const detail = { ...ROW, datasource_type: "table", cache_timeout: null, params: '{"slice_id":4,"row_limit":7}' };
    const query_context = '{"queries":[],"form_data":{"slice_id":4,"row_limit":7}}';
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/chart/4": { body: { result: { ...detail, query_context } } },
      "POST /api/v1/chart/": { status: 201, body: { id: 5, result: {} } },
    });
    const router = open();
    await userEvent.click(await screen.findByRole("button", { name: "Actions for When delays happen" }));
    await pickFromMenu("Duplicate");
    await waitFor(() => expect(requests.some(({ method }) => method === "POST")).toBe(true));
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      ...{ slice_name: "Copy of When delays happen", datasource_id: 2, datasource_type: "table" },
      ...{ viz_type: "heatmap_v2", description: "Share late, by local departure hour", cache_timeout: null },
      ...{ params: '{"row_limit":7}', query_context: '{"queries":[],"form_data":{"row_limit":7}}' },
    });
    await userEvent.click(screen.getByRole("button", { name: "Actions for When delays happen" }));
    await pickFromMenu("Open");
    expect(router.state.location.search).toBe("?slice_id=4");
  });

  test("deletes after naming the affected dashboards", async () => {
    const requests = serve({ ...ROUTES, "DELETE /api/v1/chart/4": { body: { message: "OK" } } });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Actions for When delays happen" }));
    await pickFromMenu("Delete");
    expect(
      await screen.findByText(
        /The chart will also be removed from the dashboard “US flight delays”\. Its tile stays empty/,
      ),
    ).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Delete chart" }));
    await waitFor(() => expect(requests.some((each) => each.method === "DELETE")).toBe(true));
  });

  test("offers no changes to readers", async () => {
    serve(ROUTES);
    open(["Chart", "Explore"].map((view) => ["can_read", view] as const));
    await screen.findByRole("link", { name: "When delays happen" });
    expect(screen.queryByRole("button", { name: /New chart|Import|Edit/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Actions for When delays happen" }));
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Open", "Check access"]);
  });

  test("bulk-deletes the selected charts only, after confirmation", async () => {
    const rows = [ROW, { ...ROW, id: 5, slice_name: "Busiest routes", dashboards: [] }];
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/chart/": { body: { count: 2, ids: [4, 5], result: rows } },
      "DELETE /api/v1/chart/": { body: { message: "Deleted 2 charts" } },
    });
    open();
    await chooseAllRows();
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete 2 charts" }));
    await waitFor(() => expect(requests.some((each) => each.method === "DELETE")).toBe(true));
    const deleted = requests.find((each) => each.method === "DELETE");
    expect(RISON.parse(deleted?.query.get("q") ?? "()")).toEqual([4, 5]);
    await waitFor(() => expect(screen.queryByText("2 selected")).toBeNull());
  });

  test("cards show type, dataset and owners, and are sortable", async () => {
    serve(ROUTES);
    open();
    await userEvent.click(await screen.findByRole("radio", { name: "Cards" }));
    expect(await screen.findByText("main.flights")).toBeTruthy();
    expect(screen.getByText(/^Heatmap ·/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sort: Recently modified" })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: "Select When delays happen" })).toBeTruthy();
  });

  test("opens the page for a new chart", async () => {
    serve(ROUTES);
    const router = open();
    await userEvent.click(await screen.findByRole("button", { name: "New chart" }));
    expect(router.state.location.pathname).toBe("/chart/add");
  });
});

test("usedOn names the dashboards", () => {
  const on = (...titles: string[]) => [
    { ...ROW, dashboards: titles.map((dashboard_title, id) => ({ id, dashboard_title })) },
  ];
  expect(usedOn(on())).toBe("No dashboards use this chart.");
  expect(usedOn(on("A", "B", "C", "D", "E"))).toBe(
    "The chart will also be removed from 5 dashboards: A, B, C and 2 more.",
  );
  expect(usedOn([...on("A"), ...on()])).toBe("The charts will also be removed from the dashboard “A”.");
  expect(usedOn([...on(), ...on()])).toBe("No dashboards use these charts.");
});

test("names chart types, including unknown ones", () => {
  expect(chartTypeName("pie")).toBe("Pie Chart");
  expect(chartTypeName("deck_globe")).toBe("Deck Globe");
  expect(chartTypeName(undefined)).toBe("");
  expect(chartTypeChoices().map((choice) => choice.value)).toContain("echarts_timeseries_line");
});
