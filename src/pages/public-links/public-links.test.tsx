import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { PublicLinksPage } from "./PublicLinksPage.tsx";

const API = "/api/v1/public_link/";
const ANN = { id: 7, first_name: "Ann", last_name: "B" };
const link = (id: number, name: string | null, status: string) => ({
  ...{ id, name, status, dashboard: { id: 3, dashboard_title: "Sales" }, opens: 4, created_by: ANN },
  ...{ created_on: "2024-11-14T09:00:00", ends_on: "2024-12-24T23:00:00", last_opened_on: null },
});
const LINKS = [link(5, "Press", "active"), link(6, null, "revoked")];

function open(routes: Routes = {}) {
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    [`GET ${API}settings`]: { body: { result: { enabled: true, max_days: 30 } } },
    [`GET ${API}`]: { body: { count: 2, ids: [5, 6], result: LINKS } },
    ...routes,
  });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Admin: [["can_manage", "PublicLink"]] } }), true);
  const router = createMemoryRouter([{ path: "/public-links/", element: <PublicLinksPage /> }], {
    initialEntries: ["/public-links/"],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));
const bodyOf = (requests: ReturnType<typeof open>, method: string) =>
  requests.find((request) => request.method === method)?.body;

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

test("lists all links with their makers and openings; only active ones can be revoked", async () => {
  const requests = open({ [`DELETE ${API}5`]: { body: { message: "OK" } } });
  const active = await row(/Press/);
  for (const text of ["Ann B", "Active", "4", "Sales"]) expect(active.getByText(text)).toBeTruthy();
  expect((await row(/Revoked/)).queryByRole("button", { name: /^Revoke:/ })).toBeNull();
  await userEvent.click(active.getByRole("button", { name: "Revoke: Press" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
});

test("revokes all links of a user", async () => {
  const requests = open({ [`POST ${API}revoke`]: { body: { count: 2 } } });
  await userEvent.click((await row(/Press/)).getByRole("button", { name: /^Actions|^More/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Revoke all of this user" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke all public links of Ann B?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(bodyOf(requests, "POST")).toEqual({ created_by: 7 }));
});

test("turns public links on after saying what that means", async () => {
  const requests = open({
    [`GET ${API}settings`]: { body: { result: { enabled: false, max_days: 30 } } },
    [`PUT ${API}settings`]: { body: { result: { enabled: true, max_days: 7 } } },
  });
  await screen.findByText(/Public links are off: nobody can create them/);
  await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Turn on public links?" }));
  expect(dialog.getByText(/anyone on the internet/)).toBeTruthy();
  const days = dialog.getByLabelText("Maximum days *");
  await userEvent.clear(days);
  await userEvent.type(days, "7");
  await userEvent.click(dialog.getByRole("button", { name: "Turn on" }));
  await waitFor(() => expect(bodyOf(requests, "PUT")).toEqual({ enabled: true, max_days: 7 }));
});
