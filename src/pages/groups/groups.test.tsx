import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { chooseAllRows } from "../../testing/menus.ts";
import { type Asked, type Routes, serve } from "../../testing/network.ts";
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
  const asked = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: PATH, element: <GroupsPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

const sent = (asked: readonly Asked[]) =>
  asked.filter((one) => one.method !== "GET").map(({ method, path, body }) => ({ method, path, body }));

test("lists groups with their roles and people", async () => {
  open();
  const row = within(await screen.findByRole("row", { name: /Sellers/ }));
  for (const text of ["Sales", "Gamma", "ada, bob"]) expect(row.getByText(text)).toBeTruthy();
});

test("who is no administrator changes none, whatever rights they have", async () => {
  open(`${PATH}?edit=6&new=1`, {}, "Keepers");
  expect(await screen.findByText("Sellers")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New group|Actions/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("makes one with roles and people; a name that is taken is told beside it", async () => {
  const answers = [
    { status: 422, body: { message: { name: ["Already in use"] } } },
    { status: 201, body: { id: 10, result: {} } },
  ];
  const asked = open(`${PATH}?new=1`, { [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
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
  expect(sent(asked)).toEqual(Array(2).fill({ method: "POST", path: API, body }));
});

test("changes what was changed alone, and says what stands against it", async () => {
  const last = "The last active administrator must stay one.";
  const refused = { status: 422, body: { errors: [{ message: last, error_type: "X", level: "error", extra: {} }] } };
  const answers = [refused, { body: { result: {} } }];
  const asked = open(`${PATH}?edit=6`, { [`PUT ${API}6`]: () => answers.shift() ?? { status: 500 } });
  await userEvent.clear(await screen.findByLabelText("Label"));
  await userEvent.click(screen.getByRole("button", { name: /Save group/ }));
  expect(await screen.findByText(last)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Save group/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(asked).at(-1)).toEqual({ method: "PUT", path: `${API}6`, body: { label: null } });
});

test("says who loses what before several are deleted", async () => {
  const done = { body: { message: "OK" } };
  const asked = open(PATH, { [`DELETE ${API}6`]: done, [`DELETE ${API}9`]: done });
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 2 groups?" }));
  expect(await question.findByText(/^2 people lose what a role gave them/)).toBeTruthy();
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete 2 groups" }));
  await waitFor(() => expect(sent(asked).map(({ path }) => path)).toEqual([`${API}6`, `${API}9`]));
});
