import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { chooseAllRows } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { GroupsPage } from "./GroupsPage.tsx";
import { PATH } from "./group-list.tsx";

const ME = { userId: 1, username: "admin", firstName: "A", lastName: "U", email: "a@b.example", isAnonymous: false };
const API = "/api/v1/security/groups/";
const SELLERS = {
  ...{ id: 6, name: "Sellers", label: "Sales", description: null },
  roles: [{ id: 3, name: "Gamma" }],
  users: [
    { id: 7, username: "ada" },
    { id: 8, username: "bob" },
  ],
};
const EMPTY = { ...SELLERS, id: 9, name: "Empty", label: null, roles: [], users: [] };
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 2, ids: [6, 9], result: [SELLERS, EMPTY] } },
  [`GET ${API}6`]: { body: { id: 6, result: SELLERS } },
  [`GET ${API}related/roles`]: { body: { count: 1, result: [{ value: 4, text: "sql_lab" }] } },
  [`GET ${API}related/users`]: { body: { count: 1, result: [{ value: 5, text: "Carl King" }] } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

function open(path = PATH, routes: Routes = {}, role = "Admin") {
  const pairs = ["can_read", "can_write"].map((name): [string, string] => [name, "Group"]);
  useSession.setState(signedIn({ ...ME, roles: { [role]: pairs } }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: PATH, element: <GroupsPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[]) =>
  requests.filter((one) => one.method !== "GET").map(({ method, path, body }) => ({ method, path, body }));

test("lists groups with their roles and members", async () => {
  open();
  const row = within(await screen.findByRole("row", { name: /Sellers/ }));
  for (const text of ["Sales", "Gamma", "ada, bob"]) expect(row.getByText(text)).toBeTruthy();
});

test("only administrators can change groups, whatever permissions others have", async () => {
  open(`${PATH}?edit=6&new=1`, {}, "Keepers");
  expect(await screen.findByText("Sellers")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New group|Actions/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("creates a group with roles and users; a duplicate name is reported", async () => {
  const answers = [
    { status: 422, body: { message: { name: ["Already in use"] } } },
    { status: 201, body: { id: 10, result: {} } },
  ];
  const requests = open(`${PATH}?new=1`, { [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
  await userEvent.type(await screen.findByLabelText("Name *"), "Sellers");
  await userEvent.click(screen.getByRole("combobox", { name: "Roles" }));
  await userEvent.click(await screen.findByTitle("sql_lab"));
  await userEvent.click(screen.getByRole("combobox", { name: "Users" }));
  await userEvent.click(await screen.findByTitle("Carl King"));
  await userEvent.click(screen.getByRole("button", { name: /Save group/ }));
  expect(await screen.findByText("Already in use")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Save group/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = { name: "Sellers", label: null, description: null, roles: [4], users: [5] };
  expect(sent(requests)).toEqual(Array(2).fill({ method: "POST", path: API, body }));
});

test("saves only changes and shows server errors", async () => {
  const last = "At least one active administrator must remain.";
  const refused = { status: 422, body: { errors: [{ message: last, error_type: "X", level: "error", extra: {} }] } };
  const answers = [refused, { body: { result: {} } }];
  const requests = open(`${PATH}?edit=6`, { [`PUT ${API}6`]: () => answers.shift() ?? { status: 500 } });
  await userEvent.clear(await screen.findByLabelText("Label"));
  await userEvent.click(screen.getByRole("button", { name: /Save group/ }));
  expect(await screen.findByText(last)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Save group/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests).at(-1)).toEqual({ method: "PUT", path: `${API}6`, body: { label: null } });
});

test("says who loses roles before deleting several", async () => {
  const done = { body: { message: "OK" } };
  const requests = open(PATH, { [`DELETE ${API}6`]: done, [`DELETE ${API}9`]: done });
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 2 groups?" }));
  expect(await question.findByText(/^2 members lose a role/)).toBeTruthy();
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete 2 groups" }));
  await waitFor(() => expect(sent(requests).map(({ path }) => path)).toEqual([`${API}6`, `${API}9`]));
});
