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
import { UserInfoPage } from "./UserInfoPage.tsx";

const ADA = { userId: 7, username: "ada", firstName: "Ada", lastName: "Byron", email: "ada@x.example" };
const API = "/api/v1/security/api_keys/";
const KEY = {
  ...{ uuid: "u-1", name: "nightly export", key_prefix: "sst_abcdef", active: true, created_on: "2024-11-14T09:00:00" },
  ...{ expires_on: null, last_used_on: null, scopes: null, revoked_on: null },
};
const SOON = { ...KEY, uuid: "u-3", name: "next year", expires_on: "2099-02-01T12:00:00" };
const OLD = { ...KEY, uuid: "u-2", name: "old script", active: false, expires_on: "2024-11-20T09:00:00" };
const APPS = "/api/v1/oauth/apps/";
const APP = {
  ...{ uuid: "a-1", name: "Claude", scopes: ["read", "sql"], created_on: "2024-11-14T09:00:00", last_used_on: null },
};
const ROUTES: Routes = {
  [`GET ${APPS}`]: { body: { count: 0, result: [] } },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 3, result: [KEY, OLD, SOON] } },
};
const ALL = ["can_read on ApiKey", "can_write on ApiKey", "can_write on CurrentUserRestApi"];

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(routes: Routes = {}, pairs = ALL) {
  const roles = { Gamma: pairs.map((pair) => pair.split(" on ") as [string, string]) };
  const me = { ...ADA, isAnonymous: false, roles };
  useSession.setState(signedIn(me), true);
  const requests = serve({ ...ROUTES, "GET /api/v1/me/roles/": { body: { result: me } }, ...routes });
  const router = createMemoryRouter([{ path: "/", element: <UserInfoPage /> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[]) =>
  requests.filter((one) => one.method !== "GET").map(({ method, path, body }) => ({ method, path, body }));

test("shows profile and keys, without requesting keys for users who can't have any", async () => {
  const requests = open();
  const you = within(screen.getByRole("region", { name: "Profile" }));
  for (const text of ["Ada Byron", "ada", "ada@x.example", "Gamma"]) expect(you.getByText(text)).toBeTruthy();
  const row = within((await screen.findByText("old script")).closest("li") as HTMLElement);
  expect(row.getByText("Expired")).toBeTruthy();
  expect(screen.getAllByText("sst_abcdef…")).toHaveLength(3);
  expect(screen.getByText("Expires 1 Feb 2099")).toBeTruthy();
  expect(requests.map(({ path }) => path)).toEqual([API, APPS]);
  expect(screen.queryByRole("region", { name: "Connected apps" })).toBeNull();
  queryClient.clear();
  expect(open({}, []).map(({ path }) => path)).not.toContain(API);
  expect(screen.getAllByRole("button", { name: "Edit account" })).toHaveLength(1);
});

test("saves only changed account fields", async () => {
  const requests = open({ "PUT /api/v1/me/": { body: { result: {} } } });
  await userEvent.click(screen.getByRole("button", { name: "Edit account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Your account" }));
  expect(dialog.getByRole("button", { name: "Save account" })).toHaveProperty("disabled", true);
  await userEvent.clear(dialog.getByLabelText("Last name"));
  await userEvent.type(dialog.getByLabelText("New password"), "a long sentence");
  await userEvent.click(dialog.getByRole("button", { name: "Save account" }));
  expect(dialog.getByText("This is a required field")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Last name"), "King{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests).map(({ body }) => body)).toEqual([{ last_name: "King", password: "a long sentence" }]);
});

test("creates a key that expires, and shows it once", async () => {
  const key = "sst_abcdef-and-the-rest";
  const answers = [
    { status: 400, body: { message: { name: ["Longer than maximum length 256."] } } },
    { status: 201, body: { result: { ...KEY, key } } },
  ];
  const requests = open({ [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
  await userEvent.click(await screen.findByRole("button", { name: "New key" }));
  await userEvent.click(await screen.findByRole("radio", { name: "30 days" }));
  await userEvent.type(screen.getByLabelText("Name *"), "  nightly export{Enter}");
  expect(await screen.findByText("Longer than maximum length 256.")).toBeTruthy();
  expect(screen.getByLabelText("Name *")).toHaveProperty("value", "  nightly export");
  await userEvent.click(screen.getByRole("button", { name: /Create key/ }));
  expect(await screen.findByLabelText("API key")).toHaveProperty("value", key);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /Copy key/ }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(key));
  await userEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByDisplayValue(key)).toBeNull());
  const [, last] = sent(requests);
  expect(last?.body).toEqual({ name: "nightly export", expires_on: expect.any(String) });
  const days = (Date.parse(Object(last?.body).expires_on) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
});

test("revokes a key after confirmation, and reports errors", async () => {
  const answers = [{ status: 404, body: { message: "Not found" } }, { body: { message: "API key revoked" } }];
  const requests = open({ [`DELETE ${API}u-1`]: () => answers.shift() ?? { status: 500 } });
  for (const text of ["There was an issue revoking nightly export: Not found", "Revoked: nightly export"]) {
    await userEvent.click(await screen.findByRole("button", { name: "Revoke nightly export" }));
    await userEvent.type(await screen.findByLabelText("Type REVOKE to confirm"), "revoke{Enter}");
    await waitFor(() => expect(useToasts.getState().toasts.map((toast) => toast.text)).toContain(text));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(sent(requests)).toHaveLength(2);
});

test("explains an empty list and errors; read-only users can't create keys", async () => {
  open({ [`GET ${API}`]: { body: { count: 0, result: [] } } }, ["can_read on ApiKey"]);
  expect(await screen.findByText("No API keys yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New key|Edit account/ })).toBeNull();
  queryClient.clear();
  open({ [`GET ${API}`]: { status: 500, body: { message: "Database unavailable" } } });
  expect(await screen.findByText("Database unavailable")).toBeTruthy();
});

test("lists connected apps, and disconnects one after asking", async () => {
  let apps = [APP];
  const requests = open({
    [`GET ${APPS}`]: () => ({ body: { count: apps.length, result: apps } }),
    [`DELETE ${APPS}a-1`]: () => {
      apps = [];
      return { body: { message: "App disconnected" } };
    },
  });
  const region = within(await screen.findByRole("region", { name: "Connected apps" }));
  expect(region.getByText("Read · Run SQL")).toBeTruthy();
  await userEvent.click(region.getByRole("button", { name: "Disconnect Claude" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Disconnect Claude?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Disconnect" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Connected apps" })).toBeNull());
  expect(sent(requests)).toMatchObject([{ method: "DELETE", path: `${APPS}a-1` }]);
});
