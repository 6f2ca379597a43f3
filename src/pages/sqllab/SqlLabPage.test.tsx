import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { codeIn, writeCode } from "../../testing/code.ts";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Asked, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { readStored } from "../../web/session/storage.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { SqlLabPage } from "./SqlLabPage.tsx";

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
): Asked[] {
  const asked = serve({ ...ROUTES, ...routes });
  const paths = ["/sqllab/", "/sqllab/p/:key/", "/explore/"].map((path) => ({ path, element: <SqlLabPage /> }));
  const router = createMemoryRouter(paths, { initialEntries: [at] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

const bodyOf = (asked: readonly Asked[], call: string) =>
  asked.filter(({ method, path }) => `${method} ${path}` === call).at(-1)?.body as Record<string, unknown> | undefined;

beforeEach(() => {
  forgetCsrfToken();
  queryClient.clear();
  localStorage.clear();
  useToasts.setState({ toasts: [] });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: PAIRS } }), true);
});

describe("tabs", () => {
  test("come back as the server has them", async () => {
    open();
    expect(await screen.findByRole("tab", { name: /Genres/, selected: true })).toBeTruthy();
    expect(await codeIn("SQL")).toBe("select genre from movies");
    expect(screen.getByRole("button", { name: "Limit 100 rows" })).toBeTruthy();
  });

  test("that were written in later than the server knows have what was written, and it is sent", async () => {
    const draft = { id: 7, name: "Genres", sql: "select 2", dbId: 1, catalog: null, schema: "main", limit: 10 };
    const kept = { 7: { ...draft, templateParams: "", autorun: false, savedQueryId: null, updatedAt: 9 } };
    localStorage.setItem("tessera.sqllab.1.drafts", JSON.stringify(kept));
    const asked = open();
    await screen.findByRole("tab", { name: /Genres/ });
    expect(await codeIn("SQL")).toBe("select 2");
    await waitFor(() => expect(bodyOf(asked, "PUT /tabstateview/7")).toMatchObject({ sql: '"select 2"' }));
    await waitFor(() => expect(readStored("sqllab.1.drafts", {})).toEqual({}));
  });

  test("have what was written though the page that wrote it sent it just after the server was asked", async () => {
    const draft = { id: 7, name: "Genres", sql: "select 2", dbId: 1, catalog: null, schema: "main", limit: 10 };
    const rest = { templateParams: "", autorun: false, savedQueryId: null, updatedAt: 9, page: "gone" };
    localStorage.setItem("tessera.sqllab.1.drafts", JSON.stringify({ 7: { ...draft, ...rest } }));
    const answered = () => {
      localStorage.clear();
      return started([TAB]);
    };
    const asked = open({ "GET /api/v1/sqllab/": answered });
    await screen.findByRole("tab", { name: /Genres/ });
    expect(await codeIn("SQL")).toBe("select 2");
    await waitFor(() => expect(bodyOf(asked, "PUT /tabstateview/7")).toMatchObject({ sql: '"select 2"' }));
    await waitFor(() => expect(readStored("sqllab.1.drafts", {})).toEqual({}));
  });

  test("in the background say that they are no saved query, by what the server and this browser know", async () => {
    const draft = { id: 9, name: "Kept", sql: "select 9", dbId: 1, catalog: null, schema: "main", limit: 10 };
    const rest = { templateParams: "", autorun: false, savedQueryId: null, updatedAt: 9, page: "gone" };
    localStorage.setItem("tessera.sqllab.1.drafts", JSON.stringify({ 9: { ...draft, ...rest } }));
    const start = started([TAB, { ...TAB, id: 8, label: "Written" }, { ...TAB, id: 9, label: "Kept" }]);
    start.body.result.unsaved_tab_ids = [8];
    const asked = open({ "GET /api/v1/sqllab/": start });
    expect((await screen.findByRole("tab", { name: /Written/ })).textContent).toBe("Written");
    for (const name of [/^Written ?not saved/, /^Kept ?not saved/])
      expect(screen.getByRole("tab", { name })).toBeTruthy();
    expect(asked.some(({ path }) => path === "/tabstateview/8")).toBe(false);
  });

  test("that another window writes in hold what it wrote, and it sends it", async () => {
    const asked = open();
    await screen.findByRole("tab", { name: /Genres/, selected: true });
    expect(await codeIn("SQL")).toBe("select genre from movies");
    const draft = { id: 7, name: "Genres", sql: "select 3", dbId: 1, catalog: null, schema: "main", limit: 10 };
    const rest = { templateParams: "", autorun: false, savedQueryId: null, updatedAt: 9e12, page: "another" };
    localStorage.setItem("tessera.sqllab.1.drafts", JSON.stringify({ 7: { ...draft, ...rest } }));
    fireEvent(window, new Event("storage"));
    await waitFor(async () => expect(await codeIn("SQL")).toBe("select 3"));
    expect(bodyOf(asked, "PUT /tabstateview/7")).toBeUndefined();
    expect(readStored("sqllab.1.drafts", {})).toHaveProperty("7.page", "another");
  });

  test("there is a first one where there was none, and its name is counted", async () => {
    const asked = open({ "GET /api/v1/sqllab/": started([]) });
    expect(await screen.findByRole("tab", { name: "Untitled Query 1" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "New query" }));
    expect(screen.getByRole("tab", { name: "Untitled Query 2", selected: true })).toBeTruthy();
    const opened = JSON.parse(String(bodyOf(asked, "POST /tabstateview/")?.queryEditor));
    expect(opened).toMatchObject({ name: "Untitled Query 2", dbId: 1 });
  });

  test("are not made anew for a query to be written while one is blank", async () => {
    open({ "GET /api/v1/sqllab/": started([]) }, "/sqllab/?new=true");
    await screen.findByRole("tab", { name: /Untitled Query 1/ });
    await waitFor(() => expect(screen.getAllByRole("tab", { name: /Untitled Query/ })).toHaveLength(1));
  });

  test("are made for a query to be written beside others", async () => {
    open({}, "/sqllab/?new=true");
    expect(await screen.findByRole("tab", { name: /Untitled Query 1/, selected: true })).toBeTruthy();
    expect(screen.getByRole("tab", { name: /Genres/ })).toBeTruthy();
  });

  test("are closed by key, and reopened", async () => {
    const asked = open();
    (await screen.findByRole("tab", { name: /Genres/ })).focus();
    await userEvent.keyboard("{Delete}");
    await waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
    await waitFor(() => expect(readStored("sqllab.1.closed", {})).toEqual({}));
    expect(screen.queryByRole("tab", { name: /Genres/ })).toBeNull();
    useToasts.getState().toasts[0]?.action?.run();
    expect(await screen.findByRole("tab", { name: /Genres/ })).toBeTruthy();
    expect(await codeIn("SQL")).toBe("select genre from movies");
  });

  test("that the server has not closed yet stay closed, with the moment they were", async () => {
    localStorage.setItem("tessera.sqllab.1.closed", JSON.stringify({ 7: 5 }));
    open({ "DELETE /tabstateview/7": { status: 500, body: { message: "down" } } });
    await screen.findByRole("tab", { name: "Untitled Query 1" });
    expect(screen.queryByRole("tab", { name: /Genres/ })).toBeNull();
    expect(readStored("sqllab.1.closed", {})).toEqual({ 7: 5 });
  });

  test("say so when the query that they hold was not properly saved", async () => {
    const kept = { 7: { id: 7, name: "Genres", sql: "select 2", dbId: 1, catalog: null, schema: "main", limit: 10 } };
    const draft = { ...kept[7], templateParams: "", autorun: false, savedQueryId: 3, updatedAt: 9 };
    localStorage.setItem("tessera.sqllab.1.drafts", JSON.stringify({ 7: draft }));
    const refused = { status: 400, body: { message: { saved_query_id: ["Unknown"] } } };
    open({ "PUT /tabstateview/7": refused, "GET /api/v1/saved_query/3": { status: 500, body: {} } });
    const texts = () => useToasts.getState().toasts.map(({ text }) => text);
    await waitFor(() => expect(texts()).toContain("Your query was not properly saved"));
  });

  test("are renamed", async () => {
    open();
    await userEvent.dblClick(await screen.findByRole("tab", { name: /Genres/ }));
    const name = await screen.findByRole("textbox", { name: "Name" });
    await userEvent.clear(name);
    await userEvent.type(name, "Films{Enter}");
    expect(await screen.findByRole("tab", { name: /Films/ })).toBeTruthy();
  });
});

describe("the grid of results", () => {
  const ROWS = RESULT.replace('"genre":"Drama"', String.raw`"genre":"{\"kind\": [\"Drama\"]}"`);
  const ran = async () => {
    open({ "POST /api/v1/sqllab/execute/": { body: ROWS, headers: JSON_TYPE } });
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    return within(await screen.findByRole("grid", { name: "Results" }));
  };
  const menuOf = (grid: Awaited<ReturnType<typeof ran>>, name: RegExp) =>
    userEvent.pointer({ keys: "[MouseRight]", target: grid.getByRole("columnheader", { name }) });

  test("pins, fits and hides columns by their menu", async () => {
    const grid = await ran();
    await menuOf(grid, /id/);
    expect(await screen.findByRole("button", { name: "Fit to content" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Pin to the left" }));
    await waitFor(() => expect(grid.getAllByRole("columnheader")[1]?.textContent).toMatch(/^#id/));
    await menuOf(grid, /genre/);
    await userEvent.click(await screen.findByRole("button", { name: "Hide" }));
    await waitFor(() => expect(grid.queryByRole("columnheader", { name: /genre/ })).toBeNull());
  });

  test("sums up a column of the rows that the search leaves", async () => {
    const grid = await ran();
    const summaryOf = async (name: RegExp) => {
      await menuOf(grid, name);
      return (await screen.findByRole("region", { name: "id summary" })).textContent;
    };
    expect(await summaryOf(/id/)).toBe("In 2 rowsMissing0Distinct2Min2Max9007199254740993Mean4,503,599,627,370,497");
    expect(screen.getByRole("img", { name: /^Values from 2 to 9007199254740993: 1, 0/ })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    await userEvent.type(screen.getByRole("searchbox", { name: "Filter rows" }), "come");
    await waitFor(async () => expect(await summaryOf(/id/)).toBe("In 1 rowMissing0Distinct1Min2Max2Mean2"));
  });

  test("opens JSON", async () => {
    const grid = await ran();
    await userEvent.click(grid.getByText(/Drama/));
    const dialog = within(await screen.findByRole("dialog", { name: "Cell content: genre" }));
    expect(dialog.getByText(/"kind"/).textContent).toBe('{\n  "kind": [\n    "Drama"\n  ]\n}');
  });
});

describe("SQL that cannot run", () => {
  const WRONG = { line_number: 2, start_column: 1, end_column: 1, message: "No column title" };
  const marked = async () => {
    const asked = open({
      "POST /api/v1/database/1/validate_sql/": { body: { result: [WRONG] } },
      ...withParams("{oops"),
    });
    await waitFor(() => expect(document.querySelector(".cm-lintRange-error")).toBeTruthy());
    return asked;
  };
  const withParams = (template_params: string): Routes => ({
    "GET /api/v1/sqllab/": started([{ ...TAB, sql: "select genre,\ntitle from movies", template_params } as never]),
  });

  test("is marked where the database says, and parameters that cannot be read are left out", async () => {
    const asked = await marked();
    const body = bodyOf(asked, "POST /api/v1/database/1/validate_sql/");
    expect(body).toEqual({ sql: "select genre,\ntitle from movies", catalog: null, schema: "main" });
  });
});

describe("a run", () => {
  test("gives rows with every digit, and says how many, that the limit cut them, and the time", async () => {
    const asked = open();
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText("Drama")).toBeTruthy();
    expect(screen.getByText("9007199254740993")).toBeTruthy();
    expect(screen.getByText("2 rows")).toBeTruthy();
    expect(screen.getByText("limit reached: the first 100 rows")).toBeTruthy();
    expect(screen.getByText("0.14 s")).toBeTruthy();
    expect(bodyOf(asked, "POST /api/v1/sqllab/execute/")).toMatchObject({
      database_id: 1,
      sql: "select genre from movies",
      schema: "main",
      queryLimit: 100,
      runAsync: false,
      sql_editor_id: "7",
      tab: "Genres",
      select_as_cta: false,
    });
    await userEvent.type(screen.getByRole("searchbox", { name: "Filter rows" }), "come");
    await waitFor(() => expect(screen.queryByText("Drama")).toBeNull());
  });

  test("of several statements takes the one under the cursor", async () => {
    const asked = open();
    await screen.findByRole("tab", { name: /Genres/ });
    await writeCode("SQL", ";\nselect 2");
    await userEvent.click(await screen.findByRole("button", { name: "Run statement" }));
    await waitFor(() => expect(bodyOf(asked, "POST /api/v1/sqllab/execute/")).toMatchObject({ sql: "select 2" }));
  });

  test("of all statements says that the rows are those of the last", async () => {
    open();
    await screen.findByRole("tab", { name: /Genres/ });
    await writeCode("SQL", ";\nselect 2 -- ; not a third\n");
    await userEvent.click(screen.getByRole("button", { name: "More ways to run" }));
    await pickFromMenu("Run all statements");
    expect(await screen.findByText(/of the last of 2 statements/)).toBeTruthy();
  });

  test("that fails says why in the server's words, and marks the place", async () => {
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

  test("leads to the page on which its database shows it", async () => {
    const trackingUrl = "https://trino.example/ui/query.html?1";
    const body = RESULT.replace('"resultsKey":"k"', `"resultsKey":"k","trackingUrl":"${trackingUrl}"`);
    open({ "POST /api/v1/sqllab/execute/": { body, headers: JSON_TYPE } });
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    const link = await screen.findByRole("link", { name: "Query details" });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([trackingUrl, "noopener noreferrer"]);
  });

  test("is stopped at once, and it is said when the database has confirmed it", async () => {
    let confirm: (() => void) | undefined;
    const confirmed = new Promise<void>((resolve) => (confirm = resolve));
    const asked = open({
      "POST /api/v1/sqllab/execute/": () => new Promise(() => undefined),
      "POST /api/v1/query/stop": () => confirmed.then(() => ({ body: { result: "OK" } })),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Run" }));
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    expect(screen.getByText("Stopping…")).toBeTruthy();
    confirm?.();
    expect(await screen.findByText("Stopped")).toBeTruthy();
    const { client_id } = bodyOf(asked, "POST /api/v1/sqllab/execute/") ?? {};
    expect(bodyOf(asked, "POST /api/v1/query/stop")).toEqual({ client_id });
    await userEvent.click(screen.getByRole("button", { name: "Run again" }));
    expect(asked.filter(({ path }) => path === "/api/v1/sqllab/execute/")).toHaveLength(2);
    // What runs on asks how far it is, also while other pages are tested.
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Stopped")).toBeTruthy();
  });

  test("of a plan is shown as text", async () => {
    const columns = [{ ...COLUMNS[0], name: "plan" }];
    const plan = { status: "success", columns, data: [{ plan: "SCAN" }, { plan: "  FILTER" }], query: QUERY };
    const asked = open({ "POST /api/v1/sqllab/execute/": { body: plan } });
    await screen.findByRole("tab", { name: /Genres/ });
    await userEvent.click(screen.getByRole("button", { name: "More actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Explain" }));
    expect(await screen.findByText(/SCAN\s+FILTER/)).toBeTruthy();
    expect(bodyOf(asked, "POST /api/v1/sqllab/execute/")?.sql).toBe("EXPLAIN\nselect genre from movies");
  });

  test("of before is shown again when the page is opened", async () => {
    const tab = { ...TAB, latest_query: QUERY };
    open({
      "GET /api/v1/sqllab/": started([tab as unknown as typeof TAB]),
      "GET /api/v1/sqllab/results/": { body: RESULT, headers: JSON_TYPE },
    });
    expect(await screen.findByText("Drama")).toBeTruthy();
  });

  test("of which the rows are kept no more offers to fetch them again", async () => {
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

describe("what the page is asked to open", () => {
  test("SQL of a dataset, sent along by a page, in the dataset's place", async () => {
    const dataset = { id: 5, table_name: "movies", schema: "main", database: { id: 1 }, columns: [], metrics: [] };
    const state = { requestedQuery: { datasourceKey: "5__table", sql: "select 5", name: "Chart" } };
    const asked = open(
      { "GET /api/v1/dataset/5": { body: { id: 5, result: dataset } } },
      { pathname: "/sqllab/", state },
    );
    expect(await screen.findByRole("tab", { name: /Chart/, selected: true })).toBeTruthy();
    await waitFor(async () => expect(await codeIn("SQL")).toBe("select 5"));
    expect(bodyOf(asked, "POST /api/v1/sqllab/execute/")).toBeUndefined();
  });

  test("a saved query, which then is not told to be unsaved", async () => {
    const saved = { id: 3, label: "Mine", sql: "select 3", database: { id: 1 }, schema: "main" };
    open({ "GET /api/v1/saved_query/3": { body: { id: 3, result: saved } } }, "/sqllab/?savedQueryId=3");
    expect(await screen.findByRole("tab", { name: "Mine", selected: true })).toBeTruthy();
  });

  test("SQL of a link runs by itself only when it asks and changes nothing", async () => {
    const asked = open({}, "/sqllab/?dbid=1&autorun=true&sql=drop+table+movies");
    await screen.findByRole("tab", { name: /Untitled Query 1/, selected: true });
    await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toMatch(/asks to run its SQL/));
    expect(bodyOf(asked, "POST /api/v1/sqllab/execute/")).toBeUndefined();
  });

  test("a link that does not lead anywhere says so, and leaves the tabs", async () => {
    open({}, "/sqllab/p/nowhere/");
    await screen.findByRole("tab", { name: /Genres/, selected: true });
    await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe("The query could not be opened: Not found"));
  });
});

test("a query that was saved gets the times at which a scheduler is to run it, and keeps what else it has", async () => {
  const extra = { owner: "etl", schedule_info: { schedule_interval: "30 7 * * *", timezone: "UTC" } };
  const saved = { id: 3, label: "Genres", sql: "select 1", db_id: 1, schema: "main", description: "All", extra };
  const asked = open(
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
  expect(form.getByRole("alert").textContent).toBe("The first day must not be after the last.");
  expect(form.getByRole<HTMLButtonElement>("button", { name: "Schedule" }).disabled).toBe(true);
  fireEvent.change(form.getByLabelText("Last day"), { target: { value: "" } });
  await userEvent.click(form.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe("Your query has been scheduled"));
  const sent = bodyOf(asked, "PUT /api/v1/saved_query/3");
  expect(sent).toMatchObject({ label: "Genres", description: "All", sql: "select 1", db_id: 1 });
  expect(JSON.parse(String(sent?.extra_json))).toEqual({
    owner: "etl",
    schedule_info: { schedule_interval: "30 7 * * *", timezone: "UTC", start_date: "2026-03-02" },
  });
});

test("a query is not offered to a scheduler that is not there", async () => {
  const { body } = started([TAB]);
  const conf = { SQL_MAX_ROW: 5000, SCHEDULED_QUERIES: false };
  open({ "GET /api/v1/sqllab/": { body: { result: { ...body.result, conf } } } });
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  expect(await screen.findByRole("menuitem", { name: /Save query/ })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /Schedule/ })).toBeNull();
});

test("a query is saved, and then it is no unsaved one", async () => {
  const asked = open({ "POST /api/v1/saved_query/": { status: 201, body: { id: 12, result: {} } } });
  expect(await screen.findByRole("tab", { name: /not saved as a query/ })).toBeTruthy();
  await userEvent.keyboard("{Control>}s{/Control}");
  await userEvent.type(await screen.findByRole("textbox", { name: "Description" }), "By genre");
  await userEvent.click(screen.getByRole("button", { name: "Save query" }));
  expect(await screen.findByRole("tab", { name: "Genres" })).toBeTruthy();
  expect(bodyOf(asked, "POST /api/v1/saved_query/")).toMatchObject({
    label: "Genres",
    sql: "select genre from movies",
    db_id: 1,
    schema: "main",
    description: "By genre",
  });
});

test("a query takes the place of a dataset's SQL, of one's own datasets", async () => {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: [...PAIRS, ["can_write", "Dataset"]] } }), true);
  const asked = open({
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
  expect(asked.find(({ path }) => path === "/api/v1/dataset/")?.query.get("q")).toContain("col:owners");
  const put = asked.find(({ method, path }) => `${method} ${path}` === "PUT /api/v1/dataset/5");
  expect(put?.query.get("override_columns")).toBe("true");
  expect(put?.body).toMatchObject({ database_id: 1, schema: "main", sql: "select genre from movies" });
});

test("a table of the tree opens, and is pinned beside the results, with its partitions and the query of a view", async () => {
  const partitions = { cols: ["day"], latest: { day: "2024-03-02" }, partitionQuery: "SELECT 1" };
  const extra = { metadata: { view: "SELECT genre FROM films" }, partitions };
  const asked = open({ "GET /api/v1/database/1/table_metadata/extra/": { body: extra } });
  const tree = await screen.findByRole("tree", { name: "Tables" });
  await within(tree).findByText("movies");
  tree.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  expect(await within(tree).findByText("genre")).toBeTruthy();
  await userEvent.keyboard("p");
  const table = await screen.findByRole("table", { name: "Columns" });
  expect(within(table).getByText("varchar(20)")).toBeTruthy();
  expect(within(table).getByText("primary key")).toBeTruthy();
  expect(JSON.parse(String(bodyOf(asked, "POST /tableschemaview/")?.table))).toMatchObject({ name: "movies", dbId: 1 });
  expect(await screen.findByText("Partitions by day · latest 2024-03-02")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "SQL of the view" }));
  expect(await codeIn("SQL of movies")).toBe("SELECT genre FROM films");
  await userEvent.click(screen.getByRole("button", { name: "Unpin" }));
  expect(screen.queryByRole("button", { name: "Unpin" })).toBeNull();
});

test("whoever wants no words while typing says so once", async () => {
  open();
  const choose = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
    return screen.findByRole("menuitem", { name: /Offer words while typing/ });
  };
  expect(within(await choose()).getByRole("img", { name: "selected" })).toBeTruthy();
  await pickFromMenu(/Offer words while typing/);
  expect(readStored("sqllab.quiet", false)).toBe(true);
  expect(within(await choose()).queryByRole("img", { name: "selected" })).toBeNull();
});

test("without a database there is nothing to write in, and the page says why", async () => {
  const result = {
    conf: { SQL_MAX_ROW: 5000 },
    tab_state_ids: [],
    unsaved_tab_ids: [],
    active_tab: null,
    databases: { 2: DATABASES[2] },
  };
  open({ "GET /api/v1/sqllab/": { body: { result } } });
  expect(await screen.findByRole("heading", { name: "No database is open to SQL Lab" })).toBeTruthy();
});
