import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { RolesPage } from "./RolesPage.tsx";

const ME = { userId: 1, username: "admin", firstName: "A", lastName: "U", email: "a@b.example", isAnonymous: false };
const SELLERS = { id: 6, name: "Sellers", user_ids: [7, 8], permission_ids: [11], group_ids: [] };
const READ_CHARTS = { id: 11, permission_name: "can_read", view_menu_name: "Chart" };
const FLIGHTS = {
  id: 12,
  permission: { name: "datasource_access" },
  view_menu: { name: "[examples].[flights](id:8)" },
};
const API = "/api/v1/security/roles/";
const PAIRS = "GET /api/v1/security/permissions-resources/";

const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}search/`]: { body: { count: 1, ids: [6], result: [SELLERS] } },
  [`GET ${API}6`]: { body: { id: 6, result: { id: 6, name: "Sellers" } } },
  [`GET ${API}6/permissions/`]: { body: { result: [READ_CHARTS] } },
  [PAIRS]: { body: { count: 1, ids: [12], result: [FLIGHTS] } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(path = "/roles/", routes: Routes = {}, pairs = ["can_read", "can_write"]) {
  useSession.setState(
    signedIn({ ...ME, roles: { Admin: pairs.map((name): [string, string] => [name, "Role"]) } }),
    true,
  );
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: "/roles/", element: <RolesPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[]) =>
  requests.filter((one) => one.method !== "GET").map(({ method, path, body }) => ({ method, path, body }));

test("lists roles with their numbers of users and permissions", async () => {
  open();
  const row = within(await screen.findByRole("row", { name: /Sellers/ }));
  expect(row.getByRole("link", { name: "Sellers" }).getAttribute("href")).toBe("/roles/?edit=6");
  expect(row.getByRole("cell", { name: "2" })).toBeTruthy();
  expect(row.getByRole("cell", { name: "1" })).toBeTruthy();
});

test("read-only users are offered no changes", async () => {
  open("/roles/?edit=6&new=1", {}, ["can_read"]);
  expect(await screen.findByText("Sellers")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New role|Actions/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("creates a role with permissions found by search", async () => {
  const requests = open("/roles/?new=1", {
    [`POST ${API}`]: { status: 201, body: { id: 9, result: { name: "Flyers" } } },
    [`POST ${API}9/permissions`]: { body: { result: {} } },
  });
  await userEvent.type(await screen.findByLabelText("Name *"), "Flyers");
  await userEvent.type(screen.getByRole("combobox", { name: "Permissions" }), "datasource_access on fli");
  await userEvent.click(await screen.findByText("datasource_access on [examples].[flights](id:8)"));
  await userEvent.click(screen.getByRole("button", { name: /Save role/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests)).toEqual([
    { method: "POST", path: API, body: { name: "Flyers" } },
    { method: "POST", path: `${API}9/permissions`, body: { permission_view_menu_ids: [12] } },
  ]);
  const q = requests.filter(({ path }) => path.includes("permissions-resources")).map(({ query }) => query.get("q"));
  expect(q.at(-1)).toContain(
    "(col:permission.name,opr:ct,value:datasource_access),(col:view_menu.name,opr:ct,value:fli)",
  );
});

test("saves only changed permissions and shows server errors", async () => {
  const answers = [
    { status: 422, body: { message: "The permissions of administrators can't be changed." } },
    { body: { result: {} } },
  ];
  const requests = open("/roles/?edit=6", { [`POST ${API}6/permissions`]: () => answers.shift() ?? { status: 500 } });
  const rights = await screen.findByRole("combobox", { name: "Permissions" });
  expect(screen.getByTitle("Charts: view")).toBeTruthy();
  await userEvent.type(rights, "flights");
  await userEvent.click(await screen.findByText("datasource_access on [examples].[flights](id:8)"));
  await userEvent.click(screen.getByRole("button", { name: /Save role/ }));
  expect(await screen.findByText("The permissions of administrators can't be changed.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Save role/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests).at(-1)).toEqual({
    ...{ method: "POST", path: `${API}6/permissions`, body: { permission_view_menu_ids: [11, 12] } },
  });
});

test("says who loses permissions before deleting", async () => {
  const requests = open("/roles/", { [`DELETE ${API}6`]: { body: { message: "OK" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Sellers" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete role?" }));
  expect(question.getByText(/2 users lose the role's permissions/)).toBeTruthy();
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete role" }));
  await waitFor(() => expect(sent(requests).map(({ path }) => path)).toEqual([`${API}6`]));
});
