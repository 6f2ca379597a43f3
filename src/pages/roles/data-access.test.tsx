import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { DataAccessPage } from "./DataAccessPage.tsx";

const pair = (id: number, permission: string, view: string) => ({
  id,
  permission: { name: permission },
  view_menu: { name: view },
});

const PAIRS = [
  pair(1, "all_datasource_access", "all_datasource_access"),
  pair(2, "database_access", "[shop].(id:3)"),
  pair(3, "schema_access", "[shop].[sales]"),
  pair(4, "datasource_access", "[shop].[orders](id:7)"),
  pair(5, "datasource_access", "[shop].[returns](id:8)"),
];

const role = (id: number, name: string, permission_ids: number[]) => ({
  ...{ id, name, permission_ids },
  ...{ user_ids: [], group_ids: [] },
});

let held: number[];
let published: number[];
let canSave: boolean;
let requests: ReturnType<typeof serve>;

beforeEach(() => {
  held = [4, 90];
  published = [];
  canSave = true;
  forgetCsrfToken();
  signIn(["can_read", "can_write"]);
  requests = serve({
    "GET /api/v1/security/roles/search/": {
      body: {
        ...{ count: 4, ids: [] },
        result: [role(1, "Alpha", [1]), role(2, "Finance", [4]), role(9, "Public", []), role(6, "Sales", [3])],
      },
    },
    "GET /api/v1/security/permissions-resources/": ({ query }) => {
      const q = query.get("q") ?? "";
      const found = PAIRS.filter(({ permission, view_menu }) => {
        if (q.includes("all_data")) return permission.name.startsWith("all_data");
        if (q.includes("database_access")) return permission.name === "database_access";
        return view_menu.name.startsWith("[shop].");
      });
      return { body: { count: found.length, ids: [], result: found } };
    },
    "GET /api/v1/database/": { body: { count: 1, ids: [3], result: [{ id: 3, database_name: "shop" }] } },
    "GET /api/v1/dataset/": {
      body: {
        ...{ count: 2, ids: [7, 8] },
        result: ["orders", "returns"].map((table_name, at) => ({
          ...{ id: 7 + at, table_name },
          ...{ schema: "sales", catalog: null },
        })),
      },
    },
    "GET /api/v1/security/roles/2/permissions/": () => ({
      body: { result: held.map((id) => ({ id, permission_name: "p", view_menu_name: "v" })) },
    }),
    "POST /api/v1/security/roles/2/permissions": ({ body }) => {
      if (!canSave) return { status: 403, body: { message: "Forbidden" } };
      held = (body as { permission_view_menu_ids: number[] }).permission_view_menu_ids;
      return { body: { result: body } };
    },
    "GET /api/v1/security/roles/9/permissions/": () => ({
      body: { result: published.map((id) => ({ id, permission_name: "p", view_menu_name: "v" })) },
    }),
    "POST /api/v1/security/roles/9/permissions": ({ body }) => {
      published = (body as { permission_view_menu_ids: number[] }).permission_view_menu_ids;
      return { body: { result: body } };
    },
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <DataAccessPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

function signIn(permissions: string[]): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  const pairs = permissions.map((permission) => [permission, "Role"] as const);
  useSession.setState(signedIn({ ...user, roles: { Admin: pairs } }), true);
}

const cell = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const expand = async () => userEvent.click(await screen.findByRole("button", { name: "Contents of shop" }));
const stateOf = async (name: string) => {
  const { checked, disabled, title } = await cell(name);
  return { checked, disabled, title };
};

test("shows what each role reads, and through what", async () => {
  expect(await stateOf("Finance reads shop")).toEqual({ checked: false, disabled: false, title: "No access" });
  await expand();
  expect(await stateOf("Finance reads orders")).toEqual({ checked: true, disabled: false, title: "Has access" });
  expect(await stateOf("Sales reads sales")).toEqual({ checked: true, disabled: false, title: "Has access" });
  const through = { checked: true, disabled: true, title: "Has access through its database or schema" };
  expect(await stateOf("Sales reads returns")).toEqual(through);
  const all = { checked: true, disabled: true, title: "Has access to all data" };
  expect(await stateOf("Alpha reads returns")).toEqual(all);
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
    ...["shop", "sales", "orders", "returns"],
  ]);
});

test("a click changes one permission, and keeps those that others changed meanwhile", async () => {
  await expand();
  await userEvent.click(await cell("Finance reads returns"));
  await userEvent.click(await cell("Finance reads orders"));
  expect((await stateOf("Finance reads returns")).checked).toBe(true);
  await waitFor(() => expect(held).toEqual([90, 5]));
});

test("a change is reported and can be undone", async () => {
  await expand();
  await userEvent.click(await cell("Finance reads returns"));
  await waitFor(() => expect(held).toEqual([4, 90, 5]));
  const [shown] = useToasts.getState().toasts.slice(-1);
  expect(shown?.text.replace(/[\u2066-\u2069]/g, "")).toBe("Finance can now read returns");
  act(() => shown?.action?.run());
  await waitFor(() => expect(held).toEqual([4, 90]));
  expect((await stateOf("Finance reads returns")).checked).toBe(false);
});

test("publishing data to visitors asks first", async () => {
  await userEvent.click(await cell("Public reads shop"));
  const question = within(await screen.findByRole("dialog", { name: /^Publish/ }));
  expect(question.getByText(/read all data in it without signing in/)).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect((await stateOf("Public reads shop")).checked).toBe(false);
  await userEvent.click(await cell("Public reads shop"));
  await userEvent.click(await screen.findByRole("button", { name: "Publish" }));
  await waitFor(() => expect(published).toEqual([2]));
  await userEvent.click(await cell("Public reads shop"));
  await waitFor(() => expect(published).toEqual([]));
});

test("a refused change is taken back, with the reason", async () => {
  canSave = false;
  await expand();
  await userEvent.click(await cell("Finance reads returns"));
  await waitFor(() =>
    expect(
      useToasts
        .getState()
        .toasts.map(({ text }) => text)
        .join(),
    ).toContain("Forbidden"),
  );
  await waitFor(async () => expect((await stateOf("Finance reads returns")).checked).toBe(false));
});

test("finds schemas and datasets by name", async () => {
  await userEvent.type(await screen.findByRole("searchbox", { name: "Search by name" }), "retu");
  await cell("Finance reads returns");
  expect(screen.getByRole("checkbox", { name: "Finance reads sales" })).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: "Finance reads orders" })).toBeNull();
  await userEvent.clear(screen.getByRole("searchbox"));
  await userEvent.type(screen.getByRole("searchbox"), "nothing");
  expect(await screen.findByText("No databases, schemas or datasets found")).toBeTruthy();
  expect(requests.length).toBeGreaterThan(0);
});
