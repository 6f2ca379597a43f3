import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { renderWorkbench, SAVED_CHART, signIn } from "../../../testing/explore-page.tsx";
import { type RecordedRequest, serve } from "../../../testing/network.ts";
import { UNEMPLOYMENT, WEATHER } from "../../../testing/sample-charts.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { SwapDialog } from "./SwapDialog.tsx";

const owner = { id: 1, first_name: "Ada", last_name: "L" };
const ROWS = [UNEMPLOYMENT, WEATHER].map(({ id, table_name }) => ({
  id,
  table_name,
  kind: "physical",
  schema: "main",
  database: { id: 1, database_name: "warehouse" },
  owners: [owner],
}));

let requests: RecordedRequest[];
let closed: number;

beforeEach(() => {
  closed = 0;
  useToasts.setState({ toasts: [] });
  requests = serve({
    "GET /api/v1/dataset/": { body: { count: 60, ids: [], result: ROWS } },
    "GET /api/v1/explore/": { body: { result: { dataset: WEATHER, form_data: {}, slice: null, message: null } } },
  });
});

const open = () => renderWorkbench(<SwapDialog onClose={() => closed++} />, { form: { groupby: ["series"] } });
const lastQuery = () => requests.findLast((one) => one.path === "/api/v1/dataset/")?.query.get("q");

test("the server searches, sorts and pages datasets; the current one is disabled", async () => {
  open();
  const table = await screen.findByRole("table", { name: "Datasets" });
  const headers = within(table).getAllByRole("columnheader");
  expect(headers.map((one) => one.textContent)).toEqual(["Name", "Type", "Schema", "Connection", "Owners"]);
  expect(await screen.findByRole("button", { name: UNEMPLOYMENT.table_name })).toHaveProperty("disabled", true);
  await userEvent.click(within(table).getByRole("button", { name: "Connection" }));
  await waitFor(() => expect(lastQuery()).toMatch(/order_column:database.database_name,order_direction:asc/));
  expect(headers[3]!.getAttribute("aria-sort")).toBe("ascending");
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(screen.getByText("2 of 3")).toBeTruthy();
  await waitFor(() => expect(lastQuery()).toMatch(/page:1\b/));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search datasets" }), "wea");
  await waitFor(() => expect(lastQuery()).toMatch(/value:wea/));
  expect(lastQuery()).toMatch(/page:0\b.*page_size:25/);
});

test("a dataset is confirmed: Cancel returns to the list, Proceed swaps", async () => {
  const store = open();
  await userEvent.click(await screen.findByRole("button", { name: WEATHER.table_name }));
  expect((await screen.findByRole("alert")).textContent).toContain(WEATHER.table_name);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: WEATHER.table_name }));
  expect(store.getState().dataset.id).toBe(UNEMPLOYMENT.id);
  expect((await screen.findByText("Kept")).parentElement?.textContent).toMatch(/X-axis/);
  expect(screen.getByText("Not in this dataset").parentElement?.textContent).toMatch(/Dimensions \(Industry\)/);
  await userEvent.click(await screen.findByRole("button", { name: "Proceed" }));
  await waitFor(() => expect(closed).toBe(1));
  expect(store.getState().dataset.id).toBe(WEATHER.id);
  const texts = useToasts.getState().toasts.map((one) => one.text);
  expect(texts[0]).toBe("Successfully changed dataset!");
  expect(texts[1]).toMatch(/^Kept: X-axis.*Not in this dataset: .*Dimensions \(Industry\)\.$/);
  expect(store.getState().undo()).toBe("Dataset");
  expect(store.getState().formData.groupby).toEqual(["series"]);
});

test("the form can be cleared", async () => {
  const store = open();
  await userEvent.click(await screen.findByRole("button", { name: WEATHER.table_name }));
  await userEvent.click(await screen.findByRole("radio", { name: "Clear all settings" }));
  expect((await screen.findByText("Will be cleared")).parentElement?.textContent).toMatch(/X-axis.*Dimensions/);
  await userEvent.click(await screen.findByRole("button", { name: "Proceed" }));
  await waitFor(() => expect(closed).toBe(1));
  expect(store.getState().formData.groupby).toEqual([]);
  expect(useToasts.getState().toasts).toHaveLength(1);
});

test("before a saved chart gets another dataset, the dialog lists what shows it", async () => {
  signIn([["can_read", "Dataset"]]);
  const item = (more: object) => ({
    ...{ name: "", within: null, url: "/dashboard/3", effect: "changes", because: [], owners: [owner] },
    ...{ views: 4, viewers: 2, last_viewed: null, can_edit: true },
    ...more,
  });
  const affected = [
    item({
      key: "filter:3:F",
      kind: "filter",
      id: 3,
      label: "Series",
      within: "Jobs",
      because: ["series"],
      views: null,
    }),
    item({ key: "dashboard:3:", kind: "dashboard", id: 3, label: "Jobs" }),
  ];
  const impact = {
    affected,
    breaks: {},
    changes: { dashboard: 1, filter: 1 },
    updates: {},
    deleted: {},
    hidden: {},
    pending: 0,
  };
  requests = serve({
    "GET /api/v1/dataset/": { body: { count: 2, ids: [], result: ROWS } },
    "GET /api/v1/explore/": { body: { result: { dataset: WEATHER, form_data: {}, slice: null, message: null } } },
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/lineage/impact": { body: { result: impact } },
  });
  renderWorkbench(<SwapDialog onClose={() => closed++} />, { form: { groupby: ["series"] }, chart: SAVED_CHART });
  await userEvent.click(await screen.findByRole("button", { name: WEATHER.table_name }));
  const dashboards = within(await screen.findByRole("region", { name: "1 dashboard" }));
  expect(dashboards.getByText("Jobs")).toBeTruthy();
  expect(dashboards.getByText("Owners: Ada L · 4 views by 2 users in 30 days")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "1 filter" })).getByText(/uses series/)).toBeTruthy();
  expect(screen.getByText("No longer filters the chart")).toBeTruthy();
  expect(screen.getAllByText("Changes")).toHaveLength(1);
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    kind: "chart",
    ids: [SAVED_CHART.id],
    swapped_to: WEATHER.id,
  });
});

test("an empty search result shows a message", async () => {
  serve({ "GET /api/v1/dataset/": { body: { count: 0, ids: [], result: [] } } });
  open();
  await userEvent.type(await screen.findByRole("searchbox", { name: "Search datasets" }), "zebra");
  expect(await screen.findByText("No dataset matches “zebra”.")).toBeTruthy();
});
