import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import type { Routes } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { ShareDialog } from "./ShareDialog.tsx";

beforeEach(forgetCsrfToken);

const ROUTES: Routes = {
  "POST /api/v1/dashboard/5/permalink": { status: 201, body: { key: "abc", url: "/superset/dashboard/p/abc/" } },
  "PUT /api/v1/dashboard/5": { body: { id: 5, result: {} } },
  "GET /api/v1/security/csrf_token/": { body: { result: "token" } },
};

const ADA = { id: 1, first_name: "Ada", last_name: "Lovelace" };

function show(detail: { published: boolean; roles?: string[]; owners?: (typeof ADA)[] }, routes: Routes = {}) {
  const opened = renderOnDashboard(<ShareDialog onClose={() => {}} />, {}, { ...ROUTES, ...routes });
  const { dashboard, replaceDashboard } = opened.store.getState();
  const roles = (detail.roles ?? []).map((name, id) => ({ id, name }));
  replaceDashboard({ ...dashboard, detail: { ...dashboard.detail, owners: [ADA], ...detail, roles } });
  return opened;
}

const audience = async () => within(await screen.findByRole("region", { name: "Who can see it" }));

test("warns of a draft and publishes it", async () => {
  const { requests } = show({ published: false });
  const who = await audience();
  expect(who.getByRole("note").textContent).toMatch(/isn't listed for others/);
  await userEvent.click(who.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(who.queryByRole("note")).toBeNull());
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({ published: true });
  expect(who.getByText(/access to the data of at least one chart/)).toBeTruthy();
  expect(who.getByText("Owners: Ada Lovelace")).toBeTruthy();
});

test("names the roles that have access, now or once it's published", async () => {
  const { store } = show({ published: true, roles: ["Sales", "Finance"], owners: [] });
  const who = await audience();
  expect(who.getByText(/Users with one of these roles.*Sales, Finance/)).toBeTruthy();
  expect(who.getByText(/only administrators/)).toBeTruthy();
  const { dashboard, replaceDashboard } = store.getState();
  replaceDashboard({ ...dashboard, detail: { ...dashboard.detail, published: false } });
  await who.findByText(/Once it's published.*Sales, Finance/);
  expect(who.getByRole("note").textContent).toMatch(/only its owners and administrators/);
});

test("editors get to owners and roles, and see what they saved", async () => {
  const stored = { value: {} };
  const { store } = show(
    { published: true },
    { "GET /api/v1/dashboard/5": () => ({ body: { result: stored.value } }) },
  );
  const { detail } = store.getState().dashboard;
  stored.value = { ...detail, owners: [ADA] };
  await userEvent.click((await audience()).getByRole("button", { name: "Change owners and roles" }));
  expect(await screen.findByRole("tab", { name: "Access", selected: true }, { timeout: 5000 })).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: "General" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
  stored.value = { ...detail, owners: [{ ...ADA, first_name: "Grace", last_name: "Hopper" }] };
  await userEvent.click(screen.getByRole("button", { name: /Save dashboard/ }));
  expect(await screen.findByText("Owners: Grace Hopper", {}, { timeout: 5000 })).toBeTruthy();
});

test("links to the dashboard, or to its current state", async () => {
  const { store, requests } = show({ published: true });
  const link = await screen.findByRole<HTMLInputElement>("textbox", { name: "Link" });
  expect(new URL(link.value).pathname).toBe(new URL(store.getState().dashboard.detail.url, link.value).pathname);
  await userEvent.click(screen.getByRole("checkbox", { name: "With the current filters and tabs" }));
  await waitFor(() => expect(new URL(link.value).pathname).toBe("/superset/dashboard/p/abc/"));
  expect(requests.find(({ path }) => path.endsWith("/permalink"))?.body).toMatchObject({ activeTabs: ["TAB-a"] });
});
