import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { chooseAllRows, pickFromMenu } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { SavedQueriesPage } from "./SavedQueriesPage.tsx";

const ROW = {
  id: 4,
  label: "Genres",
  description: "By number of films",
  schema: "main",
  sql_tables: [{ table: "movies", schema: "main", catalog: null }],
  database: { id: 1, database_name: "examples" },
  changed_on: "2024-11-14T09:00:00",
  tags: [{ id: 9, name: "films", type: 1 }],
};

let router: ReturnType<typeof createMemoryRouter>;

function open(routes: Routes, pairs: readonly (readonly [string, string])[]): RecordedRequest[] {
  const requests = serve({ "GET /api/v1/security/csrf_token/": { body: { result: "t" } }, ...routes });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: pairs } }), true);
  router = createMemoryRouter([{ path: "*", element: <SavedQueriesPage /> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

beforeEach(() => {
  forgetCsrfToken();
  queryClient.clear();
  useToasts.setState({ toasts: [] });
});

const LISTED = { "GET /api/v1/saved_query/": { body: { count: 1, ids: [4], result: [ROW] } } };

test("opens queries in SQL Lab and deletes them with permission", async () => {
  const requests = open({ ...LISTED, "DELETE /api/v1/saved_query/4": { body: { message: "OK" } } }, [
    ["can_write", "SavedQuery"],
  ]);
  const link = await screen.findByRole("link", { name: /Genres/ });
  expect(link.getAttribute("href")).toBe("/sqllab/?savedQueryId=4");
  expect(screen.getByText("movies")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Genres" }));
  await pickFromMenu("Delete");
  await userEvent.type(await screen.findByLabelText("Type DELETE to confirm"), "delete{Enter}");
  await waitFor(() =>
    expect(requests.some(({ method, path }) => `${method} ${path}` === "DELETE /api/v1/saved_query/4")).toBe(true),
  );
});

test("shows the empty state", async () => {
  open({ "GET /api/v1/saved_query/": { body: { count: 0, ids: [], result: [] } } }, []);
  expect(await screen.findByText("No saved queries yet")).toBeTruthy();
});

test("tags several queries and filters by tag", async () => {
  const tagged = { result: { objects_tagged: [["query", 4]], objects_skipped: [["query", 5]] } };
  const routes = {
    "GET /api/v1/saved_query/": { body: { count: 2, ids: [4, 5], result: [ROW, { ...ROW, id: 5, label: "Years" }] } },
    "GET /api/v1/tag/": { body: { count: 1, ids: [9], result: [{ id: 9, name: "films", type: 1 }] } },
    "POST /api/v1/tag/bulk_create": { body: tagged },
  };
  const requests = open(routes, [["can_bulk_create", "Tag"]]);
  expect((await screen.findAllByRole("link", { name: "films" }))[0]?.getAttribute("href")).toContain("all_entities");
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Add tags" }));
  const dialog = await screen.findByRole("dialog", { name: "Tag 2 saved queries" });
  await userEvent.type(await within(dialog).findByRole("combobox", { name: "Tags" }), "films{Enter}");
  await userEvent.click(within(dialog).getByRole("button", { name: "Add tags" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const objects_to_tag = [
    ["query", 4],
    ["query", 5],
  ];
  const sent = requests.find(({ method }) => method === "POST");
  expect(sent?.body).toEqual({ tags: [{ name: "films", objects_to_tag }] });
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    "1 items could not be tagged because you don’t have edit permissions to all selected objects.",
    "Tagged 1 saved query",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Tag" }));
  await userEvent.click(await within(await screen.findByRole("dialog")).findByText("films"));
  const narrowed = "filters:!((col:tags,opr:saved_query_tag_id,value:9))";
  await waitFor(() => expect(requests.some(({ query }) => query.get("q")?.includes(narrowed))).toBe(true));
});

test("exports and imports with permission", async () => {
  const item = { file: "queries/genres.yaml", kind: "saved_query", name: "Genres", action: "create" };
  const result = { items: [item], unused: [], needs: {} };
  const requests = open(
    {
      ...LISTED,
      "GET /api/v1/saved_query/export/": { body: {} },
      "POST /api/v1/bundle/import/": { body: { message: "OK", result } },
    },
    [
      ["can_write", "SavedQuery"],
      ["can_export", "SavedQuery"],
    ],
  );
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Genres" }));
  await pickFromMenu("Export");
  await waitFor(() => expect(requests.some(({ path }) => path === "/api/v1/saved_query/export/")).toBe(true));
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  const dialog = await screen.findByRole("dialog", { name: "Import" });
  await userEvent.upload(within(dialog).getByLabelText("File"), new File(["x"], "queries.zip"));
  await within(dialog).findByText("1 saved query");
  await userEvent.click(within(dialog).getByRole("button", { name: "Import" }));
  const isImport = ({ path, query }: RecordedRequest) => path === "/api/v1/bundle/import/" && !query.has("dry_run");
  await waitFor(() => expect(requests.some(isImport)).toBe(true));
});

test("offers readers only Copy link", async () => {
  open(LISTED, []);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Genres" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Copy link"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
});

test("expands to the SQL and the last result, and runs in SQL Lab", async () => {
  const RAN = {
    ...ROW,
    sql: "SELECT genre FROM movies",
    rows: 2,
    last_run: "2024-11-14T09:00:00",
    last_run_ms: 1250,
    last_query_id: 31,
  };
  const requests = open(
    {
      "GET /api/v1/saved_query/": { body: { count: 1, ids: [4], result: [RAN] } },
      "GET /api/v1/query/31": { body: { id: 31, result: { results_key: "k1" } } },
      "GET /api/v1/sqllab/results/": {
        body: {
          ...{ query_id: 31, status: "success", selected_columns: [], expanded_columns: [], query: {} },
          columns: [{ column_name: "genre", name: "genre", type: "VARCHAR", is_dttm: false }],
          data: [{ genre: "Drama" }, { genre: null }],
        },
      },
    },
    [["can_execute_sql_query", "SQLLab"]],
  );
  expect(await screen.findByText("1.25 s")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Details of Genres" }));
  const table = within(await screen.findByRole("table", { name: "Last result" }));
  expect(table.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["Drama", ""]);
  expect(requests.find(({ path }) => path.endsWith("/results/"))?.query.get("q")).toContain("k1");
  await userEvent.click(screen.getByRole("button", { name: "Run: Genres" }));
  expect(router.state.location).toMatchObject({
    pathname: "/sqllab/",
    state: { requestedQuery: { savedQueryId: 4, autorun: true } },
  });
});

test("says that the last result has expired, and what a query that never ran lacks", async () => {
  const ran = { ...ROW, rows: 9, last_run: "2024-11-14T09:00:00", last_run_ms: 40, last_query_id: 32 };
  const never = { ...ROW, id: 5, label: "Years", last_run: null };
  open(
    {
      "GET /api/v1/saved_query/": { body: { count: 2, ids: [4, 5], result: [ran, never] } },
      "GET /api/v1/query/32": { status: 404, body: { message: "Not found" } },
    },
    [],
  );
  await userEvent.click(await screen.findByRole("button", { name: "Details of Genres" }));
  const shown = within(await screen.findByRole("region", { name: "Last result" }));
  expect(shown.getByText("9 rows")).toBeTruthy();
  expect(await shown.findByText("These results have expired")).toBeTruthy();
  expect(screen.getByText("Not run yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Run:/ })).toBeNull();
});
