import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { codeIn, writeCode } from "../../testing/code.ts";
import { pickFromMenu } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { readStored } from "../../web/session/storage.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { SqlLabPage } from "./SqlLabPage.tsx";
import type { StoredDraft } from "./state/drafts.ts";

const PAIRS = [
  ["can_read", "SQLLab"],
  ["can_execute_sql_query", "SQLLab"],
  ["can_export_csv", "SQLLab"],
  ["can_write", "SavedQuery"],
] as const;

const DATABASES = {
  1: { id: 1, database_name: "examples", backend: "duckdb", expose_in_sqllab: true, allow_ctas: true },
  2: { id: 2, database_name: "hidden", backend: "duckdb", expose_in_sqllab: false },
};

const TAB = {
  id: 7,
  user_id: 1,
  label: "Genres",
  active: true,
  database_id: 1,
  catalog: null,
  schema: "main",
  table_schemas: [],
  sql: "select genre from movies",
  query_limit: 100,
  latest_query: null,
  autorun: false,
  template_params: null,
  hide_left_bar: false,
  saved_query: null,
  extra_json: '{"updatedAt":5}',
};

const QUERY = {
  id: "abc",
  queryId: 3,
  serverId: 3,
  dbId: 1,
  startDttm: 1000,
  endDttm: 1140,
  state: "success",
  executedSql: "select genre from movies\nLIMIT 101",
  sql: "select genre from movies",
  limit: 100,
  limitingFactor: "DROPDOWN",
  progress: 100,
  rows: 2,
  resultsKey: "k",
  ctas: false,
  extra: {},
};
const COLUMNS = [
  { column_name: "genre", name: "genre", type: "VARCHAR", type_generic: 1, is_dttm: false },
  { column_name: "id", name: "id", type: "BIGINT", type_generic: 0, is_dttm: false },
];
const RESULT = `{"query_id":3,"status":"success","columns":${JSON.stringify(COLUMNS)},"selected_columns":[],"expanded_columns":[],
  "data":[{"genre":"Drama","id":9007199254740993},{"genre":"Comedy","id":2}],"query":${JSON.stringify(QUERY)}}`;
const JSON_TYPE = { "content-type": "application/json" };

function storeDraft(draft: Pick<StoredDraft, "name" | "sql" | "updatedAt"> & Partial<StoredDraft> & { id: number }) {
  const rest = { dbId: 1, catalog: null, schema: "main", limit: 10, templateParams: "", savedQueryId: null };
  localStorage.setItem("tessera.sqllab.1.drafts", JSON.stringify({ [draft.id]: { ...rest, ...draft } }));
}

const started = (tabs: readonly (typeof TAB)[]) => ({
  body: {
    result: {
      conf: { SQL_MAX_ROW: 5000, SCHEDULED_QUERIES: true },
      tab_state_ids: tabs.map(({ id, label }) => [id, label]),
      unsaved_tab_ids: tabs.slice(1).map(({ id }) => id),
      active_tab: tabs[0] ?? null,
      databases: DATABASES,
    },
  },
});

const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/sqllab/": started([TAB]),
  "GET /api/v1/database/1/schemas/": { body: { result: ["main"] } },
  "GET /api/v1/database/1/tables/": { body: { count: 1, result: [{ value: "movies", type: "table" }] } },
  "GET /api/v1/database/1/table_metadata/": {
    body: {
      name: "movies",
      columns: [
        { name: "genre", type: "VARCHAR", longType: "VARCHAR(20)", keys: [{ type: "pk" }], comment: "Its kind" },
      ],
      indexes: [],
      selectStar: "SELECT * FROM movies",
    },
  },
  "GET /api/v1/database/1/function_names/": { body: { function_names: ["count"] } },
  "PUT /tabstateview/7": { body: 7 as unknown as string },
  "POST /tabstateview/": { body: { id: 8 } },
  "POST /tabstateview/*": { body: 7 as unknown as string },
  "DELETE /tabstateview/7": { body: '"OK"', headers: JSON_TYPE },
  "POST /tableschemaview/": { body: { id: 4 } },
  "POST /api/v1/sqllab/execute/": { body: RESULT, headers: JSON_TYPE },
};

function open(
  routes: Routes = {},
  at: string | { pathname: string; search?: string; state?: unknown } = "/sqllab/",
): RecordedRequest[] {
  const requests = serve({ ...ROUTES, ...routes });
  const paths = ["/sqllab/", "/sqllab/p/:key/", "/explore/"].map((path) => ({ path, element: <SqlLabPage /> }));
  const router = createMemoryRouter(paths, { initialEntries: [at] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const bodyOf = (requests: readonly RecordedRequest[], call: string) =>
  requests.filter(({ method, path }) => `${method} ${path}` === call).at(-1)?.body as
    | Record<string, unknown>
    | undefined;

beforeEach(() => {
  forgetCsrfToken();
  queryClient.clear();
  localStorage.clear();
  useToasts.setState({ toasts: [] });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: PAIRS } }), true);
});

describe("tabs", () => {
  test("are restored as stored on the server", async () => {
    open();
    expect(await screen.findByRole("tab", { name: /Genres/, selected: true })).toBeTruthy();
    expect(await codeIn("SQL")).toBe("select genre from movies");
    expect(screen.getByRole("button", { name: "Limit 100 rows" })).toBeTruthy();
  });

  test("with a newer draft in the browser use that draft and send it", async () => {
    storeDraft({ id: 7, name: "Genres", sql: "select 2", updatedAt: 9 });
    const requests = open();
    await screen.findByRole("tab", { name: /Genres/ });
    expect(await codeIn("SQL")).toBe("select 2");
    await waitFor(() => expect(bodyOf(requests, "PUT /tabstateview/7")).toMatchObject({ sql: '"select 2"' }));
    await waitFor(() => expect(readStored("sqllab.1.drafts", {})).toEqual({}));
  });

  test("use the draft even if another page sent it during the request", async () => {
    storeDraft({ id: 7, name: "Genres", sql: "select 2", updatedAt: 9, page: "gone" });
    const respond = () => {
      localStorage.clear();
      return started([TAB]);
    };
    const requests = open({ "GET /api/v1/sqllab/": respond });
    await screen.findByRole("tab", { name: /Genres/ });
    expect(await codeIn("SQL")).toBe("select 2");
    await waitFor(() => expect(bodyOf(requests, "PUT /tabstateview/7")).toMatchObject({ sql: '"select 2"' }));
    await waitFor(() => expect(readStored("sqllab.1.drafts", {})).toEqual({}));
  });

  test("in the background are marked as not saved, from the server and from drafts", async () => {
    storeDraft({ id: 9, name: "Kept", sql: "select 9", updatedAt: 9, page: "gone" });
    const start = started([TAB, { ...TAB, id: 8, label: "Written" }, { ...TAB, id: 9, label: "Kept" }]);
    start.body.result.unsaved_tab_ids = [8];
    const requests = open({ "GET /api/v1/sqllab/": start });
    expect((await screen.findByRole("tab", { name: /Written/ })).textContent).toBe("Written");
    for (const name of [/^Written ?not saved/, /^Kept ?not saved/])
      expect(screen.getByRole("tab", { name })).toBeTruthy();
    expect(requests.some(({ path }) => path === "/tabstateview/8")).toBe(false);
  });

  test("edited in another window show its changes, which that window sends", async () => {
    const requests = open();
    await screen.findByRole("tab", { name: /Genres/, selected: true });
    expect(await codeIn("SQL")).toBe("select genre from movies");
    storeDraft({ id: 7, name: "Genres", sql: "select 3", updatedAt: 9e12, page: "another" });
    fireEvent(window, new Event("storage"));
    await waitFor(async () => expect(await codeIn("SQL")).toBe("select 3"));
    expect(bodyOf(requests, "PUT /tabstateview/7")).toBeUndefined();
    expect(readStored("sqllab.1.drafts", {})).toHaveProperty("7.page", "another");
  });

  test("start with a numbered one if there are none", async () => {
    const requests = open({ "GET /api/v1/sqllab/": started([]) });
    expect(await screen.findByRole("tab", { name: "Untitled Query 1" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "New query" }));
    expect(screen.getByRole("tab", { name: "Untitled Query 2", selected: true })).toBeTruthy();
    const opened = JSON.parse(String(bodyOf(requests, "POST /tabstateview/")?.queryEditor));
    expect(opened).toMatchObject({ name: "Untitled Query 2", dbId: 1 });
  });

  test("aren't added for a new query while one is empty", async () => {
    open({ "GET /api/v1/sqllab/": started([]) }, "/sqllab/?new=true");
    await screen.findByRole("tab", { name: /Untitled Query 1/ });
    await waitFor(() => expect(screen.getAllByRole("tab", { name: /Untitled Query/ })).toHaveLength(1));
  });

  test("are added for a new query next to others", async () => {
    open({}, "/sqllab/?new=true");
    expect(await screen.findByRole("tab", { name: /Untitled Query 1/, selected: true })).toBeTruthy();
    expect(screen.getByRole("tab", { name: /Genres/ })).toBeTruthy();
  });

  test("can be closed by keyboard and reopened", async () => {
    const requests = open();
    (await screen.findByRole("tab", { name: /Genres/ })).focus();
    await userEvent.keyboard("{Delete}");
    await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
    await waitFor(() => expect(readStored("sqllab.1.closed", {})).toEqual({}));
    expect(screen.queryByRole("tab", { name: /Genres/ })).toBeNull();
    useToasts.getState().toasts[0]?.action?.run();
    expect(await screen.findByRole("tab", { name: /Genres/ })).toBeTruthy();
    expect(await codeIn("SQL")).toBe("select genre from movies");
  });

  test("not yet closed on the server stay closed, with their closing time", async () => {
    localStorage.setItem("tessera.sqllab.1.closed", JSON.stringify({ 7: 5 }));
    open({ "DELETE /tabstateview/7": { status: 500, body: { message: "down" } } });
    await screen.findByRole("tab", { name: "Untitled Query 1" });
    expect(screen.queryByRole("tab", { name: /Genres/ })).toBeNull();
    expect(readStored("sqllab.1.closed", {})).toEqual({ 7: 5 });
  });

  test("report that their query wasn't properly saved", async () => {
    storeDraft({ id: 7, name: "Genres", sql: "select 2", updatedAt: 9, savedQueryId: 3 });
    const refused = { status: 400, body: { message: { saved_query_id: ["Unknown"] } } };
    open({ "PUT /tabstateview/7": refused, "GET /api/v1/saved_query/3": { status: 500, body: {} } });
    const texts = () => useToasts.getState().toasts.map(({ text }) => text);
    await waitFor(() => expect(texts()).toContain("Your query was not properly saved"));
  });

  test("can be renamed", async () => {
    open();
    await userEvent.dblClick(await screen.findByRole("tab", { name: /Genres/ }));
    const name = await screen.findByRole("textbox", { name: "Name" });
    await userEvent.clear(name);
    await userEvent.type(name, "Films{Enter}");
    expect(await screen.findByRole("tab", { name: /Films/ })).toBeTruthy();
  });
});

describe("the result grid", () => {
  const ROWS = RESULT.replace('"genre":"Drama"', String.raw`"genre":"{\"kind\": [\"Drama\"]}"`);
  const runQuery = async () => {
    open({ "POST /api/v1/sqllab/execute/": { body: ROWS, headers: JSON_TYPE } });
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    return within(await screen.findByRole("grid", { name: "Results" }));
  };
  const menuOf = (grid: Awaited<ReturnType<typeof runQuery>>, name: RegExp) =>
    userEvent.pointer({ keys: "[MouseRight]", target: grid.getByRole("columnheader", { name }) });

  test("pins, fits and hides columns from their menu", async () => {
    const grid = await runQuery();
    await menuOf(grid, /id/);
    expect(await screen.findByRole("button", { name: "Fit to content" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Pin to the left" }));
    await waitFor(() => expect(grid.getAllByRole("columnheader")[1]?.textContent).toMatch(/^#id/));
    await menuOf(grid, /genre/);
    await userEvent.click(await screen.findByRole("button", { name: "Hide" }));
    await waitFor(() => expect(grid.queryByRole("columnheader", { name: /genre/ })).toBeNull());
  });

  test("summarizes a column of the filtered rows", async () => {
    const grid = await runQuery();
    const summaryOf = async (name: RegExp) => {
      await menuOf(grid, name);
      return (await screen.findByRole("region", { name: "id summary" })).textContent;
    };
    expect(await summaryOf(/id/)).toBe("In 2 rowsMissing0Distinct2Min2Max9007199254740993Mean4,503,599,627,370,497");
    expect(screen.getByRole("img", { name: /^Values from 2 to 9007199254740993: 1, 0/ })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    await userEvent.type(screen.getByRole("searchbox", { name: "Search rows" }), "come");
    await waitFor(async () => expect(await summaryOf(/id/)).toBe("In 1 rowMissing0Distinct1Min2Max2Mean2"));
  });

  test("opens JSON cells", async () => {
    const grid = await runQuery();
    await userEvent.click(grid.getByText(/Drama/));
    const dialog = within(await screen.findByRole("dialog", { name: "Cell content: genre" }));
    expect(dialog.getByText(/"kind"/).textContent).toBe('{\n  "kind": [\n    "Drama"\n  ]\n}');
  });
});

describe("invalid SQL", () => {
  const WRONG = { line_number: 2, start_column: 1, end_column: 1, message: "No column title" };
  const marked = async () => {
    const requests = open({
      "POST /api/v1/database/1/validate_sql/": { body: { result: [WRONG] } },
      ...withParams("{oops"),
    });
    await waitFor(() => expect(document.querySelector(".cm-lintRange-error")).toBeTruthy());
    return requests;
  };
  const withParams = (template_params: string): Routes => ({
    "GET /api/v1/sqllab/": started([{ ...TAB, sql: "select genre,\ntitle from movies", template_params } as never]),
  });

  test("is marked where the database reports it; unreadable parameters are left out", async () => {
    const requests = await marked();
    const body = bodyOf(requests, "POST /api/v1/database/1/validate_sql/");
    expect(body).toEqual({ sql: "select genre,\ntitle from movies", catalog: null, schema: "main" });
  });
});

describe("a run", () => {
  test("shows lossless rows, their count, the limit and the duration", async () => {
    const requests = open();
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText("Drama")).toBeTruthy();
    expect(screen.getByText("9007199254740993")).toBeTruthy();
    expect(screen.getByText("2 rows")).toBeTruthy();
    expect(screen.getByText("limit reached: first 100 rows")).toBeTruthy();
    expect(screen.getByText("0.14 s")).toBeTruthy();
    expect(bodyOf(requests, "POST /api/v1/sqllab/execute/")).toMatchObject({
      database_id: 1,
      sql: "select genre from movies",
      schema: "main",
      queryLimit: 100,
      runAsync: false,
      sql_editor_id: "7",
      tab: "Genres",
      select_as_cta: false,
    });
    await userEvent.type(screen.getByRole("searchbox", { name: "Search rows" }), "come");
    await waitFor(() => expect(screen.queryByText("Drama")).toBeNull());
  });

  test("runs the statement under the cursor", async () => {
    const requests = open();
    await screen.findByRole("tab", { name: /Genres/ });
    await writeCode("SQL", ";\nselect 2");
    await userEvent.click(await screen.findByRole("button", { name: "Run statement" }));
    await waitFor(() => expect(bodyOf(requests, "POST /api/v1/sqllab/execute/")).toMatchObject({ sql: "select 2" }));
  });

  test("of all statements says that the rows are from the last one", async () => {
    open();
    await screen.findByRole("tab", { name: /Genres/ });
    await writeCode("SQL", ";\nselect 2 -- ; not a third\n");
    await userEvent.click(screen.getByRole("button", { name: "More run options" }));
    await pickFromMenu("Run all statements");
    expect(await screen.findByText(/from the last of 2 statements/)).toBeTruthy();
  });

  test("that fails shows the server's message and marks the place", async () => {
    const extra = {
      sql: "select genre from movies",
      line: 1,
      column: 8,
      issue_codes: [{ code: 1004, message: "Issue 1004 - gone" }],
    };
    const error = { message: "No column genre", error_type: "COLUMN_DOES_NOT_EXIST_ERROR", level: "error", extra };
    open({ "POST /api/v1/sqllab/execute/": { status: 400, body: { errors: [error] } } });
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("No column genre")).toBeTruthy();
    expect(within(alert).getByText("Issue 1004 - gone")).toBeTruthy();
    expect(within(alert).getAllByText("^^^^^")).toHaveLength(1);
    expect(screen.getByText("Failed")).toBeTruthy();
    await waitFor(() => expect(document.querySelector(".cm-lintRange-error")?.textContent).toBe("genre"));
  });

  test("links to the database's page about it", async () => {
    const trackingUrl = "https://trino.example/ui/query.html?1";
    const body = RESULT.replace('"resultsKey":"k"', `"resultsKey":"k","trackingUrl":"${trackingUrl}"`);
    open({ "POST /api/v1/sqllab/execute/": { body, headers: JSON_TYPE } });
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    const link = await screen.findByRole("link", { name: "Query details" });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([trackingUrl, "noopener noreferrer"]);
  });

  test("stops right away, and shows when the database has confirmed it", async () => {
    let confirm: (() => void) | undefined;
    const confirmed = new Promise<void>((resolve) => (confirm = resolve));
    const requests = open({
      "POST /api/v1/sqllab/execute/": () => new Promise(() => undefined),
      "POST /api/v1/query/stop": () => confirmed.then(() => ({ body: { result: "OK" } })),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    expect(screen.getByText("Stopping…")).toBeTruthy();
    confirm?.();
    expect(await screen.findByText("Stopped")).toBeTruthy();
    const { client_id } = bodyOf(requests, "POST /api/v1/sqllab/execute/") ?? {};
    expect(bodyOf(requests, "POST /api/v1/query/stop")).toEqual({ client_id });
    await userEvent.click(screen.getByRole("button", { name: "Run again" }));
    expect(requests.filter(({ path }) => path === "/api/v1/sqllab/execute/")).toHaveLength(2);
    // A running query polls its progress, which would disturb later tests.
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Stopped")).toBeTruthy();
  });

  test("of EXPLAIN shows the plan as text", async () => {
    const columns = [{ ...COLUMNS[0], name: "plan" }];
    const plan = { status: "success", columns, data: [{ plan: "SCAN" }, { plan: "  FILTER" }], query: QUERY };
    const requests = open({ "POST /api/v1/sqllab/execute/": { body: plan } });
    await screen.findByRole("tab", { name: /Genres/ });
    await userEvent.click(screen.getByRole("button", { name: "More actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Explain" }));
    expect(await screen.findByText(/SCAN\s+FILTER/)).toBeTruthy();
    expect(bodyOf(requests, "POST /api/v1/sqllab/execute/")?.sql).toBe("EXPLAIN\nselect genre from movies");
  });

  test("is shown again when the page is reopened", async () => {
    const tab = { ...TAB, latest_query: QUERY };
    open({
      "GET /api/v1/sqllab/": started([tab as unknown as typeof TAB]),
      "GET /api/v1/sqllab/results/": { body: RESULT, headers: JSON_TYPE },
    });
    expect(await screen.findByText("Drama")).toBeTruthy();
  });

  test("with expired results offers to fetch them again", async () => {
    const tab = { ...TAB, latest_query: QUERY };
    open({
      "GET /api/v1/sqllab/": started([tab as unknown as typeof TAB]),
      "GET /api/v1/sqllab/results/": {
        status: 410,
        body: { errors: [{ message: "gone", error_type: "RESULTS_BACKEND_ERROR" }] },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Refetch results" }));
    expect(await screen.findByText("Drama")).toBeTruthy();
  });
});

describe("opening a query", () => {
  test("opens a dataset's SQL from another page in the dataset's schema", async () => {
    const dataset = { id: 5, table_name: "movies", schema: "main", database: { id: 1 }, columns: [], metrics: [] };
    const state = { requestedQuery: { datasourceKey: "5__table", sql: "select 5", name: "Chart" } };
    const requests = open(
      { "GET /api/v1/dataset/5": { body: { id: 5, result: dataset } } },
      { pathname: "/sqllab/", state },
    );
    expect(await screen.findByRole("tab", { name: /Chart/, selected: true })).toBeTruthy();
    await waitFor(async () => expect(await codeIn("SQL")).toBe("select 5"));
    expect(bodyOf(requests, "POST /api/v1/sqllab/execute/")).toBeUndefined();
  });

  test("opens a saved query, marked as saved", async () => {
    const saved = { id: 3, label: "Mine", sql: "select 3", database: { id: 1 }, schema: "main" };
    open({ "GET /api/v1/saved_query/3": { body: { id: 3, result: saved } } }, "/sqllab/?savedQueryId=3");
    expect(await screen.findByRole("tab", { name: "Mine", selected: true })).toBeTruthy();
  });

  test("runs a link's SQL automatically only if requested and read-only", async () => {
    const requests = open({}, "/sqllab/?dbid=1&autorun=true&sql=drop+table+movies");
    await screen.findByRole("tab", { name: /Untitled Query 1/, selected: true });
    await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toMatch(/wants to run SQL automatically/));
    expect(bodyOf(requests, "POST /api/v1/sqllab/execute/")).toBeUndefined();
  });

  test("reports a broken link and keeps the tabs", async () => {
    open({}, "/sqllab/p/nowhere/");
    await screen.findByRole("tab", { name: /Genres/, selected: true });
    await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe("Failed to open the query: Not found"));
  });
});

test("scheduling a saved query keeps its other settings", async () => {
  const extra = { owner: "etl", schedule_info: { schedule_interval: "30 7 * * *", timezone: "UTC" } };
  const saved = { id: 3, label: "Genres", sql: "select 1", db_id: 1, schema: "main", description: "All", extra };
  const requests = open(
    {
      "GET /api/v1/saved_query/3": { body: { id: 3, result: saved } },
      "PUT /api/v1/saved_query/3": { body: { result: {} } },
    },
    "/sqllab/?savedQueryId=3",
  );
  await waitFor(async () => expect(await codeIn("SQL")).toBe("select 1"));
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await pickFromMenu("Schedule…");
  await screen.findByLabelText("First day", undefined, { timeout: 10_000 });
  const form = within(screen.getByRole("dialog"));
  expect(form.getByLabelText<HTMLInputElement>("Time").value).toBe("07:30");
  fireEvent.change(form.getByLabelText("First day"), { target: { value: "2026-03-02" } });
  fireEvent.change(form.getByLabelText("Last day"), { target: { value: "2026-03-01" } });
  expect(form.getByRole("alert").textContent).toBe("The first day must be on or before the last.");
  expect(form.getByRole<HTMLButtonElement>("button", { name: "Schedule" }).disabled).toBe(true);
  fireEvent.change(form.getByLabelText("Last day"), { target: { value: "" } });
  await userEvent.click(form.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe("Your query has been scheduled"));
  const sent = bodyOf(requests, "PUT /api/v1/saved_query/3");
  expect(sent).toMatchObject({ label: "Genres", description: "All", sql: "select 1", db_id: 1 });
  expect(JSON.parse(String(sent?.extra_json))).toEqual({
    owner: "etl",
    schedule_info: { schedule_interval: "30 7 * * *", timezone: "UTC", start_date: "2026-03-02" },
  });
});

test("scheduling is not offered without a scheduler", async () => {
  const { body } = started([TAB]);
  const conf = { SQL_MAX_ROW: 5000, SCHEDULED_QUERIES: false };
  open({ "GET /api/v1/sqllab/": { body: { result: { ...body.result, conf } } } });
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  expect(await screen.findByRole("menuitem", { name: /Save query/ })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /Schedule/ })).toBeNull();
});

test("a query can be saved and is then no longer marked", async () => {
  const requests = open({ "POST /api/v1/saved_query/": { status: 201, body: { id: 12, result: {} } } });
  expect(await screen.findByRole("tab", { name: /not saved as a query/ })).toBeTruthy();
  await userEvent.keyboard("{Control>}s{/Control}");
  await userEvent.type(await screen.findByRole("textbox", { name: "Description" }), "By genre");
  await userEvent.click(screen.getByRole("button", { name: "Save query" }));
  expect(await screen.findByRole("tab", { name: "Genres" })).toBeTruthy();
  expect(bodyOf(requests, "POST /api/v1/saved_query/")).toMatchObject({
    label: "Genres",
    sql: "select genre from movies",
    db_id: 1,
    schema: "main",
    description: "By genre",
  });
});

test("a query can overwrite one of the user's datasets", async () => {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: [...PAIRS, ["can_write", "Dataset"]] } }), true);
  const requests = open({
    "GET /api/v1/dataset/": { body: { count: 1, ids: [5], result: [{ id: 5, table_name: "my genres" }] } },
    "PUT /api/v1/dataset/5": { body: { id: 5, result: {} } },
  });
  await screen.findByRole("tab", { name: /Genres/ });
  await userEvent.click(screen.getByRole("button", { name: "Limit 100 rows" }));
  expect((await screen.findAllByRole("menuitem")).map((one) => one.textContent)).toContain("5,000");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await pickFromMenu("Save as dataset…");
  await userEvent.click(await screen.findByText("Overwrite existing"));
  const choice = await screen.findByRole("combobox", { name: "Dataset to overwrite" });
  await userEvent.click(choice);
  await userEvent.click(await screen.findByText("my genres"));
  await userEvent.click(screen.getByRole("button", { name: "Overwrite dataset" }));
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain("Overwritten: my genres"));
  expect(requests.find(({ path }) => path === "/api/v1/dataset/")?.query.get("q")).toContain("col:owners");
  const put = requests.find(({ method, path }) => `${method} ${path}` === "PUT /api/v1/dataset/5");
  expect(put?.query.get("override_columns")).toBe("true");
  expect(put?.body).toMatchObject({ database_id: 1, schema: "main", sql: "select genre from movies" });
});

test("a table can be opened and pinned next to the results, with partitions and view SQL", async () => {
  const partitions = { cols: ["day"], latest: { day: "2024-03-02" }, partitionQuery: "SELECT 1" };
  const extra = { metadata: { view: "SELECT genre FROM films" }, partitions };
  const requests = open({ "GET /api/v1/database/1/table_metadata/extra/": { body: extra } });
  const tree = await screen.findByRole("tree", { name: "Tables" });
  await within(tree).findByText("movies");
  tree.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  expect(await within(tree).findByText("genre")).toBeTruthy();
  await userEvent.keyboard("p");
  const table = await screen.findByRole("table", { name: "Columns" });
  expect(within(table).getByText("varchar(20)")).toBeTruthy();
  expect(within(table).getByText("primary key")).toBeTruthy();
  expect(JSON.parse(String(bodyOf(requests, "POST /tableschemaview/")?.table))).toMatchObject({
    name: "movies",
    dbId: 1,
  });
  expect(await screen.findByText("Partitioned by day · latest 2024-03-02")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "View SQL" }));
  expect(await codeIn("SQL for movies")).toBe("SELECT genre FROM films");
  await userEvent.click(screen.getByRole("button", { name: "Unpin" }));
  expect(screen.queryByRole("button", { name: "Unpin" })).toBeNull();
});

test("autocomplete while typing can be turned off", async () => {
  open();
  const choose = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
    return screen.findByRole("menuitem", { name: /Autocomplete while typing/ });
  };
  expect(within(await choose()).getByRole("img", { name: "selected" })).toBeTruthy();
  await pickFromMenu(/Autocomplete while typing/);
  expect(readStored("sqllab.quiet", false)).toBe(true);
  expect(within(await choose()).queryByRole("img", { name: "selected" })).toBeNull();
});

test("without a database the page explains what is missing", async () => {
  const result = {
    conf: { SQL_MAX_ROW: 5000 },
    tab_state_ids: [],
    unsaved_tab_ids: [],
    active_tab: null,
    databases: { 2: DATABASES[2] },
  };
  open({ "GET /api/v1/sqllab/": { body: { result } } });
  expect(await screen.findByRole("heading", { name: "No databases available in SQL Lab" })).toBeTruthy();
});
