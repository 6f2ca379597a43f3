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
import { UsersPage } from "./UsersPage.tsx";

const ME = {
  userId: 1,
  username: "admin",
  firstName: "Admin",
  lastName: "User",
  email: "admin@localhost",
  isAnonymous: false,
};
const GAMMA = { id: 3, name: "Gamma" };
const ADA = {
  ...{ id: 7, username: "ada", first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", active: true },
  ...{ last_login: null, login_count: 0, roles: [GAMMA] },
};
const ADMIN = { ...ADA, id: 1, username: "admin", first_name: "Admin", last_name: "User" };

const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/security/users/": { body: { count: 2, ids: [7, 1], result: [ADA, ADMIN] } },
  "GET /api/v1/security/users/7": { body: { id: 7, result: ADA } },
  "GET /api/v1/security/users/related/roles": { body: { count: 1, result: [{ value: 3, text: "Gamma" }] } },
  "GET /api/v1/security/users/related/groups": { body: { count: 1, result: [{ value: 2, text: "Pilots" }] } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(path = "/users/", routes: Routes = {}, pairs = ["can_read", "can_write"]) {
  useSession.setState(
    signedIn({ ...ME, roles: { Admin: pairs.map((name): [string, string] => [name, "User"]) } }),
    true,
  );
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: "/users/", element: <UsersPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router };
}

const sent = (requests: readonly RecordedRequest[], method: string) =>
  requests.filter((one) => one.method === method).map(({ path, body }) => ({ path, body }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("lists users with roles; the own account can't be deleted", async () => {
  open();
  expect((await screen.findByRole("link", { name: "Ada Lovelace" })).getAttribute("href")).toBe("/users/?edit=7");
  expect(screen.getAllByText("Gamma")).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Actions for Admin User" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Edit", "Check access"]);
});

test("read-only users are offered no changes", async () => {
  open("/users/?edit=7&new=1", {}, ["can_read"]);
  expect(await screen.findByText("Ada Lovelace")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Ada Lovelace" })).toBeNull();
  expect(screen.queryByRole("button", { name: "New user" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("creates a user after showing missing fields and server errors", async () => {
  const answers = [
    { status: 400, body: { message: { roles: ["At least one role or group is required"] } } },
    { status: 422, body: { message: { username: ["Already in use"] } } },
    { status: 201, body: { id: 8, result: {} } },
  ];
  const { requests } = open("/users/", {
    "POST /api/v1/security/users/": () => answers.shift() ?? { status: 500 },
  });
  await userEvent.click(await screen.findByRole("button", { name: "New user" }));
  const form = await dialog("New user");
  await userEvent.type(await form.findByLabelText("First name *"), "Grace{Enter}");
  expect(form.getAllByText("This is a required field")).toHaveLength(4);
  expect(form.getByText("Choose at least one role or group.")).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText("Last name *"));
  await userEvent.keyboard("Hopper");
  expect(form.getAllByText("This is a required field")).toHaveLength(3);
  await userEvent.type(form.getByLabelText("Username *"), "grace");
  await userEvent.type(form.getByLabelText("Email *"), "grace@example.com");
  await userEvent.click(form.getByRole("combobox", { name: "Roles *" }));
  expect(await screen.findByText("Creates charts and dashboards from the data that other roles grant")).toBeTruthy();
  await userEvent.click(screen.getByTitle("Gamma"));
  await userEvent.type(form.getByLabelText("Password *"), "short{Enter}");
  expect(form.getByText("Use at least 8 characters.")).toBeTruthy();
  expect(sent(requests, "POST")).toEqual([]);
  await userEvent.clear(form.getByLabelText("Password *"));
  await userEvent.type(form.getByLabelText("Password *"), "a long sentence{Enter}");
  expect(await form.findByText("At least one role or group is required")).toBeTruthy();
  await userEvent.click(form.getByRole("combobox", { name: "Groups" }));
  await userEvent.click(await screen.findByTitle("Pilots"));
  await userEvent.click(form.getByRole("button", { name: /Save user/ }));
  expect(await form.findByText("Already in use")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Username *"), "h{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "POST").at(-1)?.body).toEqual({
    ...{ first_name: "Grace", last_name: "Hopper", username: "graceh", email: "grace@example.com" },
    ...{ password: "a long sentence", active: true, roles: [3], groups: [2] },
  });
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(["Created: graceh"]);
});

test("saves only changes and shows server errors", async () => {
  let answer: { status?: number; body: unknown } = {
    status: 422,
    body: {
      errors: [{ message: "At least one active administrator must remain.", error_type: "GENERIC_COMMAND_ERROR" }],
    },
  };
  const { requests } = open("/users/?edit=7", { "PUT /api/v1/security/users/7": () => answer });
  await screen.findByLabelText("New password");
  const form = await dialog("Edit user");
  await userEvent.type(form.getByLabelText("New password"), "a new sentence");
  await userEvent.click(form.getByRole("switch", { name: "Active (can sign in)" }));
  await userEvent.click(form.getByRole("button", { name: /Save user/ }));
  expect(await form.findByText("At least one active administrator must remain.")).toBeTruthy();
  answer = { body: { result: {} } };
  await userEvent.click(form.getByRole("button", { name: /Save user/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "PUT").at(-1)?.body).toEqual({ password: "a new sentence", active: false });
});

test("a missing user is reported", async () => {
  open("/users/?edit=9", { "GET /api/v1/security/users/9": { status: 404, body: { message: "Not found" } } });
  const form = await dialog("Edit user");
  expect(await form.findByText("Not found")).toBeTruthy();
});

test("asks before deleting", async () => {
  const { requests } = open("/users/", { "DELETE /api/v1/security/users/7": { body: { message: "OK" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Ada Lovelace" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const question = await dialog("Delete user?");
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete user" }));
  await waitFor(() =>
    expect(sent(requests, "DELETE")).toEqual([{ path: "/api/v1/security/users/7", body: undefined }]),
  );
});
