import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { LogPage } from "./LogPage.tsx";

const ME = { userId: 1, username: "admin", firstName: "A", lastName: "U", email: "a@b.example", isAnonymous: false };
const API = "/api/v1/log/";
const OPENED = {
  ...{ action: "mount_dashboard", user_id: 7, dttm: "2024-11-14T09:00:00", json: '{"source":"dashboard"}' },
  ...{
    slice_id: null,
    dashboard_id: 3,
    dashboard_title: "Air traffic",
    duration_ms: 1234.4,
    referrer: "http://localhost/dashboard/list/",
  },
  user: { first_name: "Ada", last_name: "Byron", username: "ada" },
};
const NOBODY = {
  ...{
    action: "log",
    user_id: null,
    user: null,
    dttm: "2024-11-13T09:00:00",
    json: '{"event_name":"load_chart"}',
    slice_id: 5,
  },
  ...{ dashboard_id: null, duration_ms: null, referrer: null },
};
const ROUTES: Routes = {
  [`GET ${API}`]: { body: { count: 2, ids: [12, 11], result: [OPENED, NOBODY] } },
  "GET /api/v1/dashboard/": { body: { count: 1, ids: [3], result: [{ id: 3, dashboard_title: "Flights" }] } },
};

beforeEach(() => {
  queryClient.clear();
  useSession.setState(signedIn({ ...ME, roles: { Admin: [["can_read", "Log"]] } }), true);
});

function open(routes: Routes = {}) {
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: "/", element: <LogPage /> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router };
}

test("lists actions with user, duration and links, latest first, read-only", async () => {
  const { requests } = open();
  const row = within(await screen.findByRole("row", { name: /Opened a dashboard/ }));
  for (const text of ["Ada Byron", "1,234 ms", '{"source":"dashboard"}']) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByRole("link", { name: "Air traffic" }).getAttribute("href")).toBe("/superset/dashboard/3/");
  expect(screen.getByRole("link", { name: "5" }).getAttribute("href")).toBe("/explore/?slice_id=5");
  expect(screen.getByText("Loaded a chart")).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Action" })).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(requests[0]?.query.get("q")).toContain("order_column:dttm,order_direction:desc");
});

test("filters by action and dashboard, and keeps the filters in the URL", async () => {
  const { requests, router } = open();
  await screen.findByText("Opened a dashboard");
  await userEvent.type(screen.getByRole("searchbox", { name: "Search by action or details" }), "mount{Enter}");
  const [filter] = screen.getAllByRole("button", { name: "Dashboard" });
  await userEvent.click(filter as HTMLElement);
  await userEvent.click(await screen.findByText("Flights"));
  await waitFor(() => {
    const expectedFilters = "filters:!((col:action,opr:log_all_text,value:mount),(col:dashboard_id,opr:eq,value:3))";
    expect(requests.some(({ path, query }) => path === API && query.get("q")?.includes(expectedFilters))).toBe(true);
  });
  expect(decodeURIComponent(router.state.location.search)).toContain("dashboard:(value:3,label:Flights)");
});

test("filters by kind, so that changes aren't lost among views", async () => {
  const { requests } = open();
  await screen.findByText("Opened a dashboard");
  await userEvent.click(screen.getByRole("button", { name: "Kind" }));
  await userEvent.click(await screen.findByText("Changes and messages"));
  await waitFor(() => {
    const expected = "filters:!((col:action,opr:log_kind,value:changes))";
    expect(requests.some(({ path, query }) => path === API && query.get("q")?.includes(expected))).toBe(true);
  });
});

test("shows the details of an entry", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Details: Opened a dashboard" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Opened a dashboard" }));
  expect(dialog.getByText(/^Ada Byron \(ada\), .*2024/)).toBeTruthy();
  expect(dialog.getByText("From http://localhost/dashboard/list/")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(await screen.findByRole("button", { name: "Details: Loaded a chart" }));
  expect(await screen.findByText(/^Not signed in/)).toBeTruthy();
});

test("shows the no-access and empty states", async () => {
  open({ [`GET ${API}`]: { status: 403, body: { message: "Forbidden" } } });
  expect(await screen.findByText("You don't have access to the action log")).toBeTruthy();
  queryClient.clear();
  open({ [`GET ${API}`]: { body: { count: 0, ids: [], result: [] } } });
  expect(await screen.findByText("Nothing recorded yet")).toBeTruthy();
});
