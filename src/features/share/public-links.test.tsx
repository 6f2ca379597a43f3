import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { PublicLinks } from "./PublicLinks.tsx";
import { dayIn } from "./public-links.ts";

const API = "/api/v1/public_link/";
const LINK = {
  ...{ id: 5, name: "Press", dashboard: { id: 3, dashboard_title: "Sales" }, status: "active", opens: 2 },
  ...{ created_on: "2024-11-14T09:00:00", ends_on: "2024-12-24T23:00:00", created_by: null },
};
const ON = { body: { result: { enabled: true, max_days: 10 } } };
const OFF = { body: { result: { enabled: false, max_days: 30 } } };
const listed = (...result: object[]) => ({ body: { count: result.length, ids: [], result } });

function show(routes: Routes, pairs: [string, string][] = []): RecordedRequest[] {
  const requests = serve({ "GET /api/v1/security/csrf_token/": { body: { result: "t" } }, ...routes });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Gamma: pairs } }), true);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PublicLinks dashboardId={3} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

test("says who can turn them on, with the way there for those who can", async () => {
  show({ [`GET ${API}settings`]: OFF });
  await screen.findByText(/An administrator can turn them on under Public links/);
  expect(screen.queryByRole("button")).toBeNull();
});

test("leads administrators to the settings", async () => {
  show({ [`GET ${API}settings`]: OFF }, [["can_manage", "PublicLink"]]);
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Turn on in Public links" });
  expect(new URL(link.href).pathname).toBe("/public-links/");
});

test("creates a link until the end of its last day, and shows its address for copying", async () => {
  const clipboard = vi.fn(async (_: string) => {});
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: clipboard } });
  const answers = [
    { status: 400, body: { message: { ends_on: ["Public links last 10 days at most."] } } },
    { status: 201, body: { id: 5, url: "/public/secret/", result: LINK } },
  ];
  const requests = show({
    [`GET ${API}settings`]: ON,
    [`GET ${API}`]: listed(),
    [`POST ${API}`]: () => answers.shift() ?? {},
  });
  const day = await screen.findByLabelText<HTMLInputElement>("Last day *");
  expect([day.value, day.max]).toEqual([dayIn(10, Date.now()), dayIn(10, Date.now())]);
  fireEvent.change(day, { target: { value: "" } });
  await userEvent.click(screen.getByRole("button", { name: "Create public link" }));
  expect(screen.getByText("This is a required field")).toBeTruthy();
  const last = dayIn(2, Date.now());
  fireEvent.change(day, { target: { value: last } });
  await userEvent.type(screen.getByLabelText("Name"), " Press ");
  await userEvent.click(screen.getByRole("button", { name: "Create public link" }));
  await screen.findByText("Public links last 10 days at most.");
  await userEvent.click(screen.getByRole("button", { name: "Create public link" }));
  await userEvent.click(await screen.findByRole("button", { name: "Copy public link" }));
  expect(clipboard).toHaveBeenCalledWith(`${window.location.origin}/public/secret/`);
  const sent = requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  const ends_on = new Date(`${last}T23:59:59`).toISOString();
  expect(sent.at(-1)).toEqual({ dashboard_id: 3, name: "Press", ends_on });
});

test("lists active links of the dashboard, and revokes one after saying what follows", async () => {
  const shown = [LINK];
  const requests = show({
    [`GET ${API}settings`]: ON,
    [`GET ${API}`]: () => listed(...shown),
    [`DELETE ${API}5`]: () => {
      shown.pop();
      return { body: { message: "OK" } };
    },
  });
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText(/opened 2 times/)).toBeTruthy();
  expect(requests.find(({ path }) => path === API)?.url).toMatch(/dashboard.*3.*status.*active/);
  await userEvent.click(row.getByRole("button", { name: "Revoke" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke public link “Press”?" }));
  expect(dialog.getByText(/can't be undone/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
});
