import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { RISON } from "rison2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { DashboardsPage } from "./DashboardsPage.tsx";
import { NewDashboardPage } from "./NewDashboardPage.tsx";

const WRITER = ["can_read", "can_write", "can_export"].map((permission) => [permission, "Dashboard"] as const);
const ROW = {
  id: 3,
  dashboard_title: "Film economics",
  slug: "films",
  url: "/superset/dashboard/films/",
  published: true,
  certified_by: null,
  certification_details: null,
  owners: [{ id: 1, first_name: "Ada", last_name: "Lovelace" }],
  tags: [
    { id: 1, name: "films", type: 1 },
    { id: 2, name: "owner:1", type: 3 },
  ],
  changed_on_utc: "2024-11-14T09:00:00.000000+0000",
};
const FILTER = { id: "NATIVE_FILTER-1", name: "Genre" };
const DETAIL = {
  ...ROW,
  css: null,
  json_metadata: JSON.stringify({ native_filter_configuration: [FILTER], refresh_frequency: 60 }),
  roles: [{ id: 4, name: "Gamma" }],
};
const ROUTES: Routes = {
  "GET /api/v1/dashboard/": { body: { count: 1, ids: [3], result: [ROW] } },
  "GET /api/v1/dashboard/favorite_status/": { body: { result: [{ id: 3, value: true }] } },
  "GET /api/v1/dashboard/related/owners": { body: { count: 1, result: [{ value: 1, text: "Ada Lovelace" }] } },
  "GET /api/v1/dashboard/3": { body: { result: DETAIL } },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
};

function open(address = "/dashboard/list/") {
  const router = createMemoryRouter(
    [
      { path: "/dashboard/list/", element: <DashboardsPage /> },
      { path: "/dashboard/new/", element: <NewDashboardPage /> },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return router;
}

const wide = (media: string) =>
  ({ media, matches: media.includes("min-width"), addEventListener: vi.fn(), removeEventListener: vi.fn() }) as never;

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  forgetCsrfToken();
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Alpha: WRITER } }), true);
});

describe("the list of dashboards", () => {
  test("shows status, custom tags, owners and the modification date", async () => {
    serve(ROUTES);
    open();
    expect((await screen.findByRole("link", { name: "Film economics" })).getAttribute("href")).toBe(
      "/superset/dashboard/films/",
    );
    expect(screen.getByText("Published")).toBeTruthy();
    expect(screen.getByText("films")).toBeTruthy();
    expect(screen.queryByText("owner:1")).toBeNull();
    expect(screen.getByText("14 Nov 2024")).toBeTruthy();
  });

  test("shows views, users and the last view in wide windows, and sorts by them", async () => {
    const matches = vi.spyOn(globalThis, "matchMedia").mockImplementation(wide);
    const seen = { id: 3, views: 1240, has_more: false, viewers: 12, last_viewed_utc: "2024-11-13T09:00:00+0000" };
    const never = { id: 4, views: 0, has_more: false, viewers: 0, last_viewed_utc: null };
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/dashboard/": { body: { count: 2, ids: [3, 4], result: [ROW, { ...ROW, id: 4, slug: "new" }] } },
      "GET /api/v1/log/usage/": { body: { result: [seen, never] } },
    });
    open();
    expect(await screen.findByRole("cell", { name: "1,240 12 users" })).toBeTruthy();
    expect(screen.getByText("13 Nov 2024")).toBeTruthy();
    expect(screen.getByText("Never")).toBeTruthy();
    const asked = requests.filter(({ path }) => path === "/api/v1/log/usage/");
    expect(asked.map(({ query }) => RISON.parse(query.get("q") ?? ""))).toEqual([{ type: "dashboard", ids: [3, 4] }]);
    await userEvent.click(screen.getByRole("button", { name: "Views" }));
    expect((await screen.findByRole("tooltip")).textContent).toBe("Views by all users in the last 30 days");
    await waitFor(() => {
      const q = requests.findLast(({ path }) => path === "/api/v1/dashboard/")?.query.get("q") ?? "()";
      expect(RISON.parse(q)).toMatchObject({ order_column: "views", order_direction: "desc" });
    });
    matches.mockRestore();
  });

  test("doesn't load views in narrow windows", async () => {
    const requests = serve(ROUTES);
    open();
    await screen.findByRole("link", { name: "Film economics" });
    expect(requests.filter(({ path }) => path === "/api/v1/log/usage/")).toEqual([]);
  });

  test("filters by status and reloads", async () => {
    const requests = serve(ROUTES);
    const router = open();
    const [chip] = await screen.findAllByRole("button", { name: "Status" });
    await userEvent.click(chip!);
    await userEvent.click(await screen.findByRole("button", { name: "Draft" }));
    await waitFor(() => {
      const filters = requests.map(
        (each) => (RISON.parse(each.query.get("q") ?? "()") as { filters?: unknown }).filters,
      );
      expect(filters).toContainEqual([{ col: "published", opr: "eq", value: false }]);
    });
    expect(decodeURIComponent(router.state.location.search)).toContain("published:(value:!f,label:Draft)");
  });

  test("saves properties; an empty slug is sent as null", async () => {
    const requests = serve({
      ...ROUTES,
      "PUT /api/v1/dashboard/3": { body: { id: 3, result: {}, last_modified_time: 1 } },
    });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Edit properties: Film economics" }));
    await screen.findByRole("tab", { name: "Behavior" });
    await userEvent.clear(await screen.findByLabelText("URL slug"));
    await userEvent.click(screen.getByRole("combobox", { name: "Visibility" }));
    fireEvent.click(await screen.findByTitle(/^Draft/));
    await userEvent.click(screen.getByRole("tab", { name: "Behavior" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Cross-filtering" }));
    await userEvent.click(screen.getByRole("button", { name: "Save dashboard" }));
    await waitFor(() => expect(requests.some((each) => each.method === "PUT")).toBe(true));
    expect(requests.find((each) => each.method === "PUT")?.body).toEqual({
      dashboard_title: "Film economics",
      slug: null,
      owners: [1],
      certified_by: null,
      certification_details: null,
      published: false,
      css: null,
      roles: [4],
      tags: [1],
      theme_id: null,
      json_metadata: JSON.stringify({
        refresh_frequency: 60,
        cross_filters_enabled: false,
        native_filter_configuration: [FILTER],
      }),
    });
  });

  test("shows a duplicate-slug error at the field", async () => {
    serve({ ...ROUTES, "PUT /api/v1/dashboard/3": { status: 422, body: { message: { slug: ["Must be unique"] } } } });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Edit properties: Film economics" }));
    await userEvent.type(await screen.findByLabelText("URL slug"), "x");
    await userEvent.click(screen.getByRole("button", { name: "Save dashboard" }));
    expect(await screen.findByText("Must be unique")).toBeTruthy();
  });
});

test("what is edited in files is read-only here until it's detached", async () => {
  const place = "analytics/dashboards/films.yaml";
  const managed = { ...ROW, is_managed_externally: true };
  const requests = serve({
    ...ROUTES,
    "GET /api/v1/dashboard/": { body: { count: 1, ids: [3], result: [managed] } },
    "GET /api/v1/dashboard/3": { body: { result: { ...DETAIL, ...managed, external_url: place } } },
    "PUT /api/v1/dashboard/3": { body: { id: 3, result: {}, last_modified_time: 1 } },
  });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Film economics" }));
  await screen.findByRole("menuitem", { name: "Edited in files" });
  for (const name of ["Edit properties", "Delete", "Move to folder"])
    expect(screen.queryByRole("menuitem", { name })).toBeNull();
  await pickFromMenu("Edited in files");
  expect(await screen.findByText(place)).toBeTruthy();
  expect(screen.getByLabelText("URL slug")).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Save dashboard" })).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByRole("button", { name: "Detach" }));
  await waitFor(() => expect(screen.queryByText(place)).toBeNull());
  const put = requests.find(({ method }) => method === "PUT");
  expect(put?.body).toEqual({ is_managed_externally: false, external_url: null });
});

test("reports a failed deletion and keeps the dashboard", async () => {
  serve({ ...ROUTES, "DELETE /api/v1/dashboard/3": { status: 422, body: { message: "A report uses it" } } });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Film economics" }));
  await pickFromMenu("Delete");
  await userEvent.click(await screen.findByRole("button", { name: "Delete dashboard" }));
  await waitFor(() =>
    expect(
      useToasts
        .getState()
        .toasts.map((each) => each.text)
        .join(),
    ).toContain("A report uses it"),
  );
  expect(screen.getByRole("link", { name: "Film economics" })).toBeTruthy();
});

test("applies the filter in the URL", async () => {
  const requests = serve(ROUTES);
  open("/dashboard/list/?filters=(published:(label:Draft,value:!f))");
  expect(await screen.findByRole("button", { name: /Status\s*Draft/ })).toBeTruthy();
  const lists = requests.filter((each) => each.path === "/api/v1/dashboard/");
  const first = RISON.parse(lists[0]?.query.get("q") ?? "()") as { filters?: unknown };
  expect(first.filters).toEqual([{ col: "published", opr: "eq", value: false }]);
});

describe("NewDashboardPage", () => {
  test("creates one dashboard and opens it for editing", async () => {
    const requests = serve({ ...ROUTES, "POST /api/v1/dashboard/": { status: 201, body: { id: 42, result: {} } } });
    const router = open("/dashboard/new/");
    await waitFor(() => expect(router.state.location.pathname).toBe("/superset/dashboard/42/"));
    expect(router.state.location.search).toBe("?edit=true");
    expect(requests.filter((each) => each.method === "POST")).toHaveLength(1);
  });

  test("shows why creation failed", async () => {
    serve({ ...ROUTES, "POST /api/v1/dashboard/": { status: 403, body: { message: "Forbidden" } } });
    open("/dashboard/new/");
    expect(await screen.findByText("Failed to create the dashboard")).toBeTruthy();
    expect(screen.getByText("An error occurred while creating dashboards: Forbidden")).toBeTruthy();
  });
});
