import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { SqlLabPage } from "./SqlLabPage.tsx";

const database = (id: number, database_name: string) => ({ id, database_name, backend: "postgresql" });
const TAB = {
  ...{ id: 7, user_id: 1, label: "Genres", active: true, database_id: 1, catalog: null, schema: null },
  ...{ table_schemas: [], sql: "delete from movies", query_limit: 100, latest_query: null, autorun: false },
  ...{ template_params: null, hide_left_bar: false, saved_query: null, extra_json: '{"updatedAt":5}' },
};
const REFUSAL = {
  error_type: "DML_NOT_ALLOWED_ERROR",
  ...{ message: "This database doesn't allow DML or DDL statements.", level: "error", extra: {} },
};

/** Only `schema` has tables. */
const tablesOf =
  (schema: string): Routes[string] =>
  ({ query }) => {
    const isAsked = query.get("q")?.includes(`schema_name:${schema}`);
    const result = isAsked ? [{ value: `${schema} orders`, type: "table" }] : [];
    return { body: { count: result.length, result } };
  };
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/sqllab/": {
    body: {
      result: {
        conf: { SQL_MAX_ROW: 5000 },
        ...{ tab_state_ids: [[7, "Genres"]], unsaved_tab_ids: [], active_tab: TAB },
        databases: {
          1: { ...database(1, "shop"), expose_in_sqllab: true },
          2: { ...database(2, "warehouse"), expose_in_sqllab: true },
        },
      },
    },
  },
  "GET /api/v1/database/1/schemas/": { body: { result: ["hr", "information_schema", "public", "sales"] } },
  "GET /api/v1/database/2/schemas/": { body: { result: ["main"] } },
  "GET /api/v1/database/1/tables/": tablesOf("sales"),
  "GET /api/v1/database/2/tables/": tablesOf("main"),
  "POST /api/v1/sqllab/execute/": { status: 400, body: { errors: [REFUSAL] } },
  "PUT /tabstateview/7": { body: "7" },
};

function open(pairs: readonly (readonly [string, string])[]): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: pairs } }), true);
  serve(ROUTES);
  const router = createMemoryRouter([{ path: "/sqllab/", element: <SqlLabPage /> }], { initialEntries: ["/sqllab/"] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const RUNS = [
  ["can_read", "SQLLab"],
  ["can_execute_sql_query", "SQLLab"],
] as const;

beforeEach(() => {
  forgetCsrfToken();
  queryClient.clear();
  localStorage.clear();
});

test("the first schema with tables is open, and a database is chosen in its field", async () => {
  open(RUNS);
  const tree = await screen.findByRole("tree", { name: "Tables" });
  await within(tree).findByText("sales orders");
  expect(within(tree).queryByText("No tables")).toBeNull();
  await userEvent.click(await screen.findByRole("combobox", { name: "Database" }));
  await userEvent.click(await screen.findByTitle("warehouse"));
  await screen.findByText("main orders");
});

test("saved queries and the query history are one click away for those who may read them", async () => {
  open([...RUNS, ["can_read", "SavedQuery"], ["can_read", "Query"]]);
  const links = within(await screen.findByRole("navigation", { name: "SQL Lab" }));
  expect(links.getByRole("link", { name: "Saved queries" }).getAttribute("href")).toBe("/savedqueryview/list/");
  expect(links.getByRole("link", { name: "Query history" }).getAttribute("href")).toBe("/sqllab/history/");
});

test("are not offered to others", async () => {
  open(RUNS);
  await screen.findByRole("tree", { name: "Tables" });
  expect(screen.queryByRole("link", { name: "Saved queries" })).toBeNull();
});

test.each([
  [[], "An administrator can allow them."],
  [[["can_write", "Database"]], "settings"],
] as const)("a refused write says how it is allowed (%#)", async (more, hint) => {
  open([...RUNS, ...more]);
  await userEvent.click(await screen.findByRole("button", { name: "Run" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("This database doesn't allow DML or DDL statements.");
  expect(alert.textContent).toContain(hint);
  const link = within(alert).queryByRole("link", { name: "settings" });
  await waitFor(() =>
    expect(link?.getAttribute("href") ?? null).toBe(more.length > 0 ? "/databaseview/list/?edit=1" : null),
  );
});
