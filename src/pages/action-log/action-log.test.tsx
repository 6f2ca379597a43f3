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
const NONE = { json: null, slice_id: null, dashboard_id: null, duration_ms: 12, referrer: null, address: "192.0.2.7" };
const ADA = { user_id: 7, user: OPENED.user, username: "ada" };
const CHANGED = {
  ...{ ...NONE, ...ADA, action: "ChartRestApi.put", verb: "change", object_kind: "chart", object_id: "5", slice_id: 5 },
  ...{ object_name: "Sales by region", result: "ok", status: 200, dttm: "2024-11-14T08:00:00", request_id: "r1" },
  details: '{"fields":["slice_name","owners"],"old_name":"Sales","tables":["a","b"],"if_exists":"append"}',
};
const MISSING = { ...CHANGED, object_id: "99", object_name: "Old chart", slice_id: 99, result: "failed", status: 404 };
const DELETED = { ...CHANGED, action: "ChartRestApi.delete", verb: "delete", details: null };
const REFUSED = {
  ...{ ...NONE, user: null, user_id: null, username: "mia", action: "SecurityApi.login", verb: "sign_in" },
  ...{ result: "refused", status: 401, dttm: "2024-11-14T07:00:00", details: '{"skipped":3}' },
};
const SENT = {
  ...{ ...NONE, user: null, user_id: null, username: null, action: "report_failed", verb: "send", address: null },
  ...{ object_kind: "report", object_id: "9", object_name: "Weekly", result: "failed", dttm: "2024-11-14T06:00:00" },
};
const ROUTES: Routes = {
  [`GET ${API}`]: {
    body: {
      count: 7,
      ids: [17, 16, 15, 14, 13, 12, 11],
      result: [CHANGED, MISSING, DELETED, REFUSED, SENT, OPENED, NOBODY],
    },
  },
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

const line = async (text: RegExp) => within(await screen.findByRole("row", { name: text }));

test("says in words who did what, with links to what still exists, latest first, read-only", async () => {
  const { requests } = open();
  const link = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
  expect(await link("Ada Byron changed the chart Sales by region")).toBe("/explore/?slice_id=5");
  expect(screen.getByText("Ada Byron couldn't change the chart Old chart")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Old chart/ })).toBeNull();
  expect(screen.getByText("Ada Byron deleted the chart Sales by region")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /deleted/ })).toBeNull();
  expect((await line(/mia couldn't sign in/)).getByText("Refused 401")).toBeTruthy();
  expect((await line(/The server couldn't send the alert or report Weekly/)).getByText("Failed")).toBeTruthy();
  expect(await link("The server couldn't send the alert or report Weekly")).toBe("/report/9/log/");
  expect(await link("Opened a dashboard: Air traffic")).toBe("/superset/dashboard/3/");
  expect(await link("Loaded a chart: #5")).toBe("/explore/?slice_id=5");
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(requests[0]?.query.get("q")).toContain("order_column:dttm,order_direction:desc");
});

test("filters by action, object and result, and downloads what is left as CSV", async () => {
  const { requests } = open();
  await line(/Ada Byron changed/);
  for (const [filter, choice] of [
    ["Action", "Delete"],
    ["Object", "Chart"],
    ["Result", "Failed"],
  ] as const) {
    await userEvent.click(screen.getAllByRole("button", { name: filter })[0] as HTMLElement);
    await userEvent.click((await screen.findAllByText(choice)).at(-1) as HTMLElement);
  }
  const expected =
    "filters:!((col:action,opr:log_verb,value:delete),(col:object_kind,opr:eq,value:chart),(col:result,opr:eq,value:failed))";
  await waitFor(() => expect(requests.some(({ query }) => query.get("q")?.includes(expected))).toBe(true));
  const address = new URL(screen.getByRole("link", { name: "Download CSV" }).getAttribute("href") ?? "", "http://x");
  expect(address.pathname).toBe("/api/v1/log/csv/");
  expect(address.searchParams.get("q")).toBe(`(${expected})`);
});

test("filters by action and dashboard, and keeps the filters in the URL", async () => {
  const { requests, router } = open();
  await screen.findByText(/Opened a dashboard/);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search by action or details" }), "mount{Enter}");
  const [filter] = screen.getAllByRole("button", { name: "Dashboard" });
  await userEvent.click(filter as HTMLElement);
  await userEvent.click(await screen.findByText("Flights"));
  await waitFor(() => {
    const expectedFilters =
      "filters:!((col:action,opr:log_all_text,value:mount),(col:action,opr:log_dashboard,value:3))";
    expect(requests.some(({ path, query }) => path === API && query.get("q")?.includes(expectedFilters))).toBe(true);
  });
  expect(decodeURIComponent(router.state.location.search)).toContain("dashboard:(value:3,label:Flights)");
});

test("filters by kind, so that changes aren't lost among views", async () => {
  const { requests } = open();
  await screen.findByText(/Opened a dashboard/);
  await userEvent.click(screen.getByRole("button", { name: "Kind" }));
  await userEvent.click(await screen.findByText("Changes and messages"));
  await waitFor(() => {
    const expected = "filters:!((col:action,opr:log_kind,value:changes))";
    expect(requests.some(({ path, query }) => path === API && query.get("q")?.includes(expected))).toBe(true);
  });
});

test("shows the details of an entry in words", async () => {
  await import("./Entry.tsx");
  open();
  await userEvent.click(await screen.findByRole("button", { name: /^Details: Ada Byron changed/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change: Chart" }));
  expect(dialog.getByText(/^Ada Byron \(ada\), .*2024/)).toBeTruthy();
  for (const text of ["Name and Owners", "Sales", "192.0.2.7", "12 ms", "a, b", "Append", "r1", "Done"])
    expect(dialog.getByText(text)).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(await screen.findByRole("button", { name: /^Details: mia/ }));
  expect(await screen.findByText("3 requests")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(await screen.findByRole("button", { name: /^Details: Loaded a chart/ }));
  expect(await screen.findByText(/^Not signed in/)).toBeTruthy();
});

test("shows the no-access and empty states", async () => {
  open({ [`GET ${API}`]: { status: 403, body: { message: "Forbidden" } } });
  expect(await screen.findByText("You don't have access to the action log")).toBeTruthy();
  queryClient.clear();
  open({ [`GET ${API}`]: { body: { count: 0, ids: [], result: [] } } });
  expect(await screen.findByText("Nothing recorded yet")).toBeTruthy();
});
