import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { ConnectAppPage } from "./ConnectAppPage.tsx";

const ME = {
  userId: 7,
  username: "ada",
  firstName: "Ada",
  lastName: "Byron",
  email: "",
  isAnonymous: false,
  roles: {},
};
const ADDRESS = "/api/v1/oauth/authorization/";
const SEARCH = "client_id=c&redirect_uri=http%3A%2F%2Flocalhost%3A1%2Fx&state=s";
const REQUESTED = { name: "An agent", redirect_to: "localhost:1", scopes: ["read", "sql"] };
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${ADDRESS}`]: { body: { result: REQUESTED } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
  useSession.setState(signedIn(ME), true);
});

function open(routes: Routes = {}) {
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: "*", element: <ConnectAppPage /> }], {
    initialEntries: [`/oauth/authorize?${SEARCH}`],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
}

// In these tests, the app returns to a place on this page, which jsdom can go to.
const answered = { body: { redirect_to: "#returned" } };

test("says who the app acts as and what it may do, and sends what the user leaves chosen", async () => {
  const sent = open({ [`POST ${ADDRESS}`]: answered });
  expect(await screen.findByRole("heading", { name: "Connect An agent?" })).toBeTruthy();
  expect(screen.getByText("ada")).toBeTruthy();
  expect(screen.getByText(/You return to the app at localhost:1/)).toBeTruthy();
  expect(screen.queryByLabelText("Make changes")).toBeNull();
  expect(screen.getByLabelText("Read")).toHaveProperty("checked", true);
  await userEvent.click(screen.getByLabelText("Run SQL"));
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  expect(await screen.findByText("You can close this page.")).toBeTruthy();
  expect(window.location.hash).toBe("#returned");
  const params = { client_id: "c", redirect_uri: "http://localhost:1/x", state: "s" };
  expect(sent()).toEqual([{ ...params, allow: true, scopes: ["read"] }]);
});

test("nothing to allow can't be connected, but canceled", async () => {
  const sent = open({ [`POST ${ADDRESS}`]: answered });
  for (const name of ["Read", "Run SQL"]) await userEvent.click(await screen.findByLabelText(name));
  expect(screen.getByRole("button", { name: "Connect" })).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("You can close this page.")).toBeTruthy();
  expect(sent()).toMatchObject([{ allow: false }]);
});

test("an app that can't read can't make changes either", async () => {
  const result = { ...REQUESTED, scopes: ["read", "sql", "write"] };
  const sent = open({ [`GET ${ADDRESS}`]: { body: { result } }, [`POST ${ADDRESS}`]: answered });
  await userEvent.click(await screen.findByLabelText("Read"));
  expect(screen.getByLabelText("Make changes")).toMatchObject({ checked: false, disabled: true });
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  expect(await screen.findByText("You can close this page.")).toBeTruthy();
  expect(sent()).toMatchObject([{ allow: true, scopes: ["sql"] }]);
});

test("an app that isn't registered can't be connected", async () => {
  open({ [`GET ${ADDRESS}`]: { status: 400, body: { message: "This app isn't registered." } } });
  expect(await screen.findByText("This app can't be connected")).toBeTruthy();
  expect(screen.getByText("This app isn't registered.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a server that doesn't answer can be asked again", async () => {
  const routes: Routes = { [`GET ${ADDRESS}`]: { status: 502, body: { message: "Bad gateway" } } };
  open(routes);
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
});
