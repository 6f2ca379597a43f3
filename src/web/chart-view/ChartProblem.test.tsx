import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { typedError } from "../../model/errors.ts";
import { type ChartDataResult, QueryContext } from "../../model/query-context.ts";
import { serve } from "../../testing/network.ts";
import { errorOfResponse, networkError, timeoutError } from "../client/errors.ts";
import { type Session, useSession } from "../session/session.ts";
import { ChartProblem } from "./ChartProblem.tsx";
import type { ChartState } from "./chart-state.ts";
import { StaleNote } from "./StaleNote.tsx";

function show(state: ChartState, extra: Partial<Parameters<typeof ChartProblem>[0]> = {}) {
  return render(<ChartProblem state={state} isUnknown={false} drawing={undefined} {...extra} />);
}

test("shows the line of a database error with a caret under the column", async () => {
  const { body } = typedError("COLUMN_DOES_NOT_EXIST_ERROR", 'Column "dep_delay" does not exist', {
    extra: { sql: "SELECT 1,\n  avg(dep_delay)", line: 2, column: 7, engine_name: "DuckDB" },
  });
  show({ status: "failed", error: errorOfResponse(400, body) });
  expect(screen.getByRole("alert").textContent).toContain('Column "dep_delay" does not exist');
  expect(screen.getByText("DuckDB")).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("^^^^^^^^^"));
});

const MISTYPED = typedError("COLUMN_DOES_NOT_EXIST_ERROR", 'Column "weigth" does not exist', {
  extra: { sql: "SELECT 1,\n  avg(weigth)", line: 2, column: 7, engine_name: "DuckDB" },
});

test("copies error details", async () => {
  const user = userEvent.setup();
  show({ status: "failed", error: errorOfResponse(400, MISTYPED.body) });
  await user.click(screen.getByRole("button", { name: "Copy details" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/"message": ".*weigth/));
});

test("offers details of a failed refresh behind See more", async () => {
  const error = errorOfResponse(400, MISTYPED.body);
  render(<StaleNote since={0} error={error} dataset={CARS} />);
  await userEvent.click(screen.getByRole("button", { name: "See more" }));
  const details = await screen.findByRole("dialog", { name: "Error details" });
  await waitFor(() => expect(details.textContent).toContain("^^^^^^"));
  expect(details.textContent).toContain("Did you mean “weight”?");
  expect(details.textContent).toContain("DuckDB");
  await userEvent.click(screen.getByRole("button", { name: "See less" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "See less" })).toBeNull());
});

test("shows issue codes, the whole message and the server's response behind See more", async () => {
  const { body } = typedError("COLUMN_DOES_NOT_EXIST_ERROR", `no such column: ${"x".repeat(400)}end`);
  show({ status: "failed", error: errorOfResponse(400, body, { requestId: "3f2a" }) });
  expect(screen.queryByText(/end$/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "See more" }));
  const details = await screen.findByRole("dialog", { name: "Error details" });
  await waitFor(() => expect(details.textContent).toContain("Issue 1004"));
  expect(details.textContent).toMatch(/x{400}end/);
  expect(details.textContent).toContain("Request 3f2a for your administrator");
  expect(details.textContent).toContain('"error_type": "COLUMN_DOES_NOT_EXIST_ERROR"');
  await userEvent.click(within(details).getByRole("button", { name: "Copy details" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/"status": 400/));
});

test("names the part of the chart that failed, and says what to do", async () => {
  const error = errorOfResponse(400, MISTYPED.body);
  const metric = { expressionType: "SQL", sqlExpression: "avg(weigth)", label: "Weight" };
  show({ status: "failed", error }, { formData: { viz_type: "table", metrics: [metric] }, dataset: CARS });
  await screen.findByText("In the metric “Weight”");
  await screen.findByText(/sync the dataset's columns/);
});

test("says that the database can't be reached, and who can help", async () => {
  const { body } = typedError("CONNECTION_PORT_CLOSED_ERROR", "The port is closed.", { extra: {} });
  show({ status: "failed", error: errorOfResponse(400, body) });
  expect(screen.getByText("Can't connect to the database")).toBeTruthy();
  await screen.findByText(/ask an administrator to test the connection/);
});

test("offers details in a small tile behind See more", async () => {
  show({ status: "failed", error: errorOfResponse(400, MISTYPED.body) }, { isTile: true });
  await userEvent.click(screen.getByRole("button", { name: "See more" }));
  const details = await screen.findByRole("dialog", { name: "Error details" });
  await waitFor(() => expect(details.textContent).toContain("^^^^^^"));
});

test("shortens a very long message", async () => {
  const sql = `${"sum(1) + ".repeat(100_000)}1 x`;
  const { body } = typedError("INVALID_SQL_ERROR", `Invalid SQL clause: ${sql}`, {
    extra: { sql, line: 1, column: sql.length },
  });
  show({ status: "failed", error: errorOfResponse(400, body) });
  const alert = screen.getByRole("alert");
  await waitFor(() => expect(alert.textContent).toMatch(/1 x\s*\^/));
  const text = alert.textContent ?? "";
  expect(text).toContain("Invalid SQL clause: sum(1)");
  expect(text.length).toBeLessThan(1000);
});

test("names the dataset without access, and whom to ask", async () => {
  const owners = [
    { id: 1, first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" },
    { id: 2, first_name: "Mary", last_name: "Somerville", email: "mary+data@example.org" },
  ];
  const { body } = typedError("DATASOURCE_SECURITY_ACCESS_ERROR", "no", { status: 403, extra: { owners } });
  show({ status: "failed", error: errorOfResponse(403, body) }, { dataset: CARS });
  const letter = (await screen.findByRole("link", { name: "Request access" })).getAttribute("href") ?? "";
  expect(letter).toMatch(/^mailto:ada%40example.org,mary%2Bdata%40example.org\?subject=/);
  expect(decodeURIComponent(letter)).toContain(window.location.href);
  expect(screen.getByText(/^Owners/).textContent).toContain("Ada Lovelace, Mary Somerville");
});

test("without a mail address of the owner, the request can be copied", async () => {
  const user = userEvent.setup();
  const owners = [{ id: 1, first_name: "Admin", last_name: "User", email: "admin@localhost" }];
  const { body } = typedError("DATASOURCE_SECURITY_ACCESS_ERROR", "no", { status: 403, extra: { owners } });
  show({ status: "failed", error: errorOfResponse(403, body) }, { dataset: CARS });
  await user.click(await screen.findByRole("button", { name: "Copy request" }));
  expect(await navigator.clipboard.readText()).toContain(window.location.href);
  expect(screen.queryByRole("link", { name: "Request access" })).toBeNull();
});

test("names the dataset without access, without database details", () => {
  const { body } = typedError("DATASOURCE_SECURITY_ACCESS_ERROR", "no", {
    status: 403,
    extra: { datasource_name: "revenue" },
  });
  show({ status: "failed", error: errorOfResponse(403, body) });
  expect(screen.getByText('No access to the dataset "revenue"')).toBeTruthy();
});

const CARS = Dataset.parse({ id: 1, table_name: "cars", columns: [{ column_name: "weight" }], metrics: [] });

test.each([
  [
    "a parameter with a similar name",
    "MISSING_TEMPLATE_PARAMS_ERROR",
    { undefined_parameters: ["regoin", "year"], template_parameters: { region: "x" } },
    ["regoin: did you mean “region”?", "year has no value"],
  ],
  ["a column with a similar name", "COLUMN_DOES_NOT_EXIST_ERROR", {}, ["Did you mean “weight”?"]],
  [
    "errors in a request",
    "INVALID_PAYLOAD_SCHEMA_ERROR",
    { messages: { row_limit: ["Not a number."] } },
    ["row_limit: Not a number."],
  ],
] as const)("says %s", async (_, type, extra, lines) => {
  const { body } = typedError(type, 'Column "wieght" does not exist', { extra });
  show({ status: "failed", error: errorOfResponse(400, body) }, { dataset: CARS });
  expect((await screen.findAllByRole("listitem")).map((one) => one.textContent)).toEqual(lines);
});

test("links to the authorization page and retries, if it is a web URL", async () => {
  const failed = (url: string): ChartState => {
    const { body } = typedError("OAUTH2_REDIRECT_ERROR", "no", { extra: { url } });
    return { status: "failed", error: errorOfResponse(400, body) };
  };
  const onRetry = vi.fn();
  const { unmount } = show({ ...failed("https://provider.test/authorize") }, { onRetry });
  expect(screen.getByText("Authorization needed")).toBeTruthy();
  expect((await screen.findByRole("link")).getAttribute("href")).toBe("https://provider.test/authorize");
  window.dispatchEvent(new Event("focus"));
  expect(onRetry).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("link"));
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("focus"));
  expect(onRetry).toHaveBeenCalledOnce();
  unmount();
  const { body } = typedError("OAUTH2_REDIRECT_ERROR", "no", { extra: { url: "https://provider.test/authorize" } });
  const refused = show({ status: "failed", error: errorOfResponse(403, body) });
  expect(screen.getByRole("link", { name: "Authorize access" })).toBeTruthy();
  refused.unmount();
  show({ ...failed("javascript:alert(1)") });
  expect(screen.queryByRole("link")).toBeNull();
});

const ADA = { first_name: "Ada", last_name: "Lovelace" };

test("keeps changes if the server can't be reached", () => {
  show({ status: "failed", error: networkError(new Error("down")) }, { onRetry: () => undefined, owners: [ADA] });
  expect(screen.queryByText(/Contact a Chart Owner/)).toBeNull();
  expect(screen.getByText("Network error")).toBeTruthy();
  expect(screen.getByText(/Your changes are kept/)).toBeTruthy();
});

test("shows chart owners to other users", () => {
  const before = useSession.getState();
  onTestFinished(() => useSession.setState(before, true));
  useSession.setState({ kind: "signed-in", user: { userId: 1 } } as Session, true);
  const state: ChartState = { status: "failed", error: errorOfResponse(400, { message: "no such table" }) };
  const { unmount } = show(state, { owners: [{ id: 1, ...ADA }] });
  expect(screen.queryByText(/Contact a Chart Owner/)).toBeNull();
  unmount();
  show(state, {
    owners: [
      { id: 1, ...ADA },
      { id: 2, first_name: "Mary", last_name: "Somerville" },
    ],
  });
  expect(screen.getByText("Contact a Chart Owner: Mary Somerville")).toBeTruthy();
});

test("shows the limit and issues of a timeout", () => {
  show({ status: "failed", error: timeoutError(60) });
  expect(screen.getByText("Request timed out")).toBeTruthy();
  expect(screen.getByText(/^Timed out after 60 seconds\./)).toBeTruthy();
  expect(screen.getByText(/Issue 1000/)).toBeTruthy();
});

test("shows the limit of a query stopped by its engine", () => {
  const message = "The query took longer than the limit of 3 seconds and was stopped.";
  const errors = [{ message, error_type: "BACKEND_TIMEOUT_ERROR", level: "error", extra: { issue_codes: [] } }];
  show({ status: "failed", error: errorOfResponse(400, { message: `Error: ${message}`, errors }) });
  expect(screen.getByText(/took longer than the limit of 3 seconds and was stopped\. Add a date filter/)).toBeTruthy();
});

test("offers to swap a missing dataset where the page can", async () => {
  const error = errorOfResponse(404, { message: "Not found" });
  const { unmount } = show({ status: "failed", error });
  expect(screen.getByRole("status").textContent).toContain("Choose another dataset in Explore");
  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(["See more"]);
  unmount();
  const onSwapDataset = vi.fn();
  show({ status: "failed", error }, { onSwapDataset });
  await userEvent.click(screen.getByRole("button", { name: "Swap dataset" }));
  expect(onSwapDataset).toHaveBeenCalledOnce();
});

test("links to where another dataset can be chosen", async () => {
  const onEditChart = vi.fn();
  show({ status: "failed", error: errorOfResponse(404, { message: "Not found" }) }, { onEditChart, onRetry: vi.fn() });
  await userEvent.click(screen.getByRole("button", { name: "Edit chart" }));
  expect(onEditChart).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("lists the filters of an empty chart and clears them", async () => {
  const onClearFilters = vi.fn();
  const onRemove = vi.fn();
  show(
    { status: "ready", results: [] },
    {
      drawing: { props: null, summary: "", isEmpty: true },
      activeFilters: [{ id: "a", name: "Destination", value: "KOA", onRemove }],
      onClearFilters,
    },
  );
  expect(screen.getByText("No rows match")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove filter Destination" }));
  await userEvent.click(screen.getByRole("button", { name: "Clear the filter" }));
  expect(onRemove).toHaveBeenCalledOnce();
  expect(onClearFilters).toHaveBeenCalledOnce();
});

const EMPTY = { props: null, summary: "", isEmpty: true };

async function causes(filters: object[], counts: readonly number[]): Promise<(string | null)[]> {
  const result = counts.map((n) => ({ data: [{ "count of rows": n }] }));
  const requests = serve({ "POST /api/v1/chart/data*": { body: { result } } });
  const query = { metrics: ["count"], columns: ["a"], filters, row_limit: 50, extras: { where: "(b > 1)" } };
  const context = QueryContext.parse({ datasource: { id: 1, type: "table" }, queries: [query] });
  show({ status: "ready", results: [{ rowcount: 0 } as ChartDataResult], context }, { drawing: EMPTY });
  await userEvent.click(await screen.findByRole("button", { name: "Which filter is it?" }));
  const lines = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
  const asked = requests[0]?.body as { queries: { filters: unknown[]; columns: unknown[] }[] };
  expect(asked.queries.map((one) => one.filters.length)).toEqual([0, 2, 1, 1, 2]);
  expect(asked.queries.every(({ columns }) => columns.length === 0)).toBe(true);
  return lines;
}

test.each([
  ["the filter without which there are rows", [200, 0, 50, 0, 0], ["Without “a is 1”: 50 rows"]],
  ["that no filter alone is the cause", [200, 0, 0, 0, 0], [/^No single filter is the cause.* 200 rows\.$/]],
  ["that filters on metrics are the cause", [200, 7, 9, 9, 9], [/^7 rows match the filters, but/]],
  ["that there are no rows at all", [0, 0, 0, 0, 0], [/^The dataset has no rows, or row-level security/]],
] as const)("says on demand %s", async (_, counts, lines) => {
  const filters = [
    { col: "a", op: "==", val: "1" },
    { col: "b", op: ">", val: 2 },
  ];
  expect(await causes(filters, counts)).toEqual(lines.map((line) => expect.stringMatching(line)));
});

test("without filters says that there are no rows", async () => {
  const context = QueryContext.parse({ datasource: { id: 1, type: "table" }, queries: [{ metrics: ["count"] }] });
  const state: ChartState = { status: "ready", results: [{ rowcount: 0 } as ChartDataResult], context };
  show(state, { drawing: EMPTY });
  await screen.findByText(/^The dataset has no rows, or row-level security/);
});

test("distinguishes rows that can't be drawn from no rows", () => {
  const drawing = { props: null, summary: "", isEmpty: true };
  const result = { data: [], rowcount: 1033 } as unknown as ChartDataResult;
  show({ status: "ready", results: [result] }, { drawing });
  expect(screen.getByText(/returned 1,033 rows, but none has a value/)).toBeTruthy();
  cleanup();
  show({ status: "ready", results: [{ ...result, rowcount: 0 }] }, { drawing });
  expect(screen.getByRole("status").textContent).toBe("No rows match");
});

test("shows what to choose without a metric", () => {
  show({ status: "invalid", problems: { metrics: "Metrics cannot be empty" } });
  expect(screen.getByText("Choose a metric")).toBeTruthy();
  cleanup();
  show({ status: "invalid", problems: { row_limit: "Row limit is expected to be an integer" } });
  expect(screen.getByText("Row limit is expected to be an integer")).toBeTruthy();
  cleanup();
  show({ status: "invalid", problems: { spatial: "Choose a location format" } });
  expect(screen.getByText("Choose a location format")).toBeTruthy();
});

test("links from a tile to where the chart is edited", async () => {
  const onEditChart = vi.fn();
  show({ status: "invalid", problems: { metrics: "Metrics cannot be empty" } }, { isTile: true, onEditChart });
  expect(screen.getByText("Edit the chart to set it.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Edit chart" }));
  expect(onEditChart).toHaveBeenCalledOnce();
});

test("shortens an endless message", async () => {
  const error = errorOfResponse(400, { message: `Metric '${"y".repeat(9000)}' does not exist` });
  show({ status: "failed", error }, { onRetry: () => undefined });
  expect(screen.getByRole("alert").textContent?.length).toBeLessThan(400);
});

test("shows that a chart was stopped", () => {
  show({ status: "stopped" });
  expect(screen.getByText("Updating chart was stopped")).toBeTruthy();
});

test.each([
  ["Parameter error", "MISSING_TEMPLATE_PARAMS_ERROR", {}],
  ["Import Error", "GENERIC_DB_ENGINE_ERROR", { missing_driver: "oracle" }],
  ["Unable to parse SQL", "INVALID_SQL_ERROR", { sql: "SUM(a", line: 1, column: 6 }],
] as const)("shows %s by its name", (name, type, extra) => {
  const { body } = typedError(type, "What it is in words", { extra });
  show({ status: "failed", error: errorOfResponse(400, body) });
  expect(screen.getByText(name)).toBeTruthy();
  expect(screen.getByText("What it is in words")).toBeTruthy();
});

test("shows the chart's own reason for drawing nothing", () => {
  const results = [{ rowcount: 3 }] as ChartDataResult[];
  const drawing = { props: {}, summary: "", isEmpty: true, warning: "Not on the map: Atlantis" };
  show({ status: "ready", results }, { drawing });
  expect(screen.getByText(/^The query returned 3 rows.*can draw\.$/)).toBeTruthy();
  expect(screen.getByText("Not on the map: Atlantis")).toBeTruthy();
});
