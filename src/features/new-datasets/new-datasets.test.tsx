import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import type { DatasetColumn } from "../../model/dataset.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { ChooseTables } from "./ChooseTables.tsx";
import { proposalFor } from "./proposal.ts";
import { firstSchema } from "./use-tables.ts";

const table = (value: string, dataset_id: number | null = null) => ({ value, type: "table", dataset_id });
const TABLES = [table("customers"), table("orders"), table("order_lines"), table("regions", 4)];
const PREVIEW = {
  columns: [
    { name: "id", type: "integer", kind: "numeric" },
    { name: "city", type: "text", kind: "text" },
  ],
  rows: [
    [1, "Oslo"],
    [2, null],
  ],
  column_count: 2,
  has_more: false,
};
const BATCH = "/api/v1/dataset/batch/";
const column = (type: string) => ({ column_name: type, type }) as DatasetColumn;

const answered = (tables: readonly string[]) =>
  tables.map((table_name, at) => ({ table_name, status: "created", id: 20 + at }));
const dataset = (id: number) => ({
  body: { id, result: { id, table_name: "t", columns: [{ ...column("date"), id: 1 }], metrics: [] } },
});
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/database/7/schemas/": { body: { result: ["audit", "public"] } },
  "GET /api/v1/database/7/tables/": { body: { count: 4, result: TABLES } },
  "GET /api/v1/database/7/table_preview/": { body: PREVIEW },
  [`POST ${BATCH}`]: ({ body }) => ({ body: { result: answered((body as { tables: string[] }).tables) } }),
  "GET /api/v1/dataset/20": dataset(20),
  "GET /api/v1/dataset/21": dataset(21),
  "GET /api/v1/dataset/22": dataset(22),
};

const CREATOR: readonly [string, string][] = [
  ["can_read", "Explore"],
  ["can_write", "Dataset"],
];

function open(routes: Routes = {}, permissions = CREATOR) {
  const requests = serve({ ...ROUTES, ...routes });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Own: [...permissions] } }), true);
  const router = createMemoryRouter([
    { path: "/", element: <ChooseTables id={7} name="warehouse" onClose={() => undefined} /> },
    { path: "*", element: <p>elsewhere</p> },
  ]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router };
}

const batches = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ path }) => path === BATCH).map(({ body }) => body);
const names = () =>
  within(screen.getByRole("region", { name: "Tables" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("catalogs", () => {
  const inCatalog = (path: string, requests: readonly RecordedRequest[]) =>
    requests.filter((one) => one.path.endsWith(path)).at(-1)?.query;
  const many = (backend: string, catalogs: readonly string[], allow_multi_catalog = true): Routes => ({
    "GET /api/v1/database/7": {
      body: { id: 7, result: { id: 7, uuid: "u", database_name: "w", backend, allow_multi_catalog } },
    },
    "GET /api/v1/database/7/catalogs/": { body: { result: catalogs } },
  });

  test("are chosen where the connection allows several", async () => {
    const { requests } = open(many("trino", ["hive", "iceberg"]));
    await userEvent.click(await screen.findByLabelText("Catalog"));
    await userEvent.click(await screen.findByTitle("iceberg"));
    await waitFor(() => expect(inCatalog("/schemas/", requests)?.get("q")).toContain("catalog:iceberg"));
    await waitFor(() => expect(inCatalog("/tables/", requests)?.get("q")).toContain("catalog_name:iceberg"));
    await waitFor(() => expect(inCatalog("/table_preview/", requests)?.get("catalog")).toBe("iceberg"));
    await userEvent.click(await screen.findByLabelText("orders"));
    await userEvent.click(screen.getByRole("button", { name: "Create dataset and chart" }));
    const place = { database: 7, catalog: "iceberg", schema: "public", tables: ["orders"] };
    await waitFor(() => expect(batches(requests)).toEqual([place]));
  });

  test("of BigQuery can be typed, as public projects aren't listed", async () => {
    const { requests } = open(many("bigquery", ["own-project"]));
    await userEvent.type(await screen.findByLabelText("Catalog"), "bigquery-public-data");
    await userEvent.click(await screen.findByTitle("bigquery-public-data"));
    await waitFor(() => expect(inCatalog("/schemas/", requests)?.get("q")).toContain("bigquery-public-data"));
  });

  test.each([
    ["it has one", many("postgresql", ["postgres"])],
    ["only one is allowed", many("trino", ["hive", "iceberg"], false)],
  ])("aren't offered where %s", async (_, routes) => {
    const { requests } = open(routes);
    await screen.findByLabelText("orders");
    await waitFor(() => expect(requests.some(({ path }) => path === "/api/v1/database/7")).toBe(true));
    expect(screen.queryByLabelText("Catalog")).toBeNull();
  });
});

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

describe("choosing tables", () => {
  test("starts with the usual schema, and marks tables that have a dataset", async () => {
    const { requests } = open();
    await screen.findByLabelText("orders");
    expect(names()).toEqual(["customers", "orders", "order_lines", "regionsHas a dataset"]);
    expect(requests.find(({ path }) => path.endsWith("/tables/"))?.query.get("q")).toContain("schema_name:public");
    expect(screen.queryByLabelText("regions")).toBeNull();
    expect(screen.getByRole("button", { name: "Create datasets" })).toHaveProperty("disabled", true);
  });

  test("a table is previewed before it becomes a dataset", async () => {
    const { requests } = open();
    await userEvent.click(await screen.findByLabelText("orders"));
    const preview = within(await screen.findByRole("region", { name: "Preview of orders" }));
    expect(preview.getByRole("cell", { name: "Oslo" })).toBeTruthy();
    expect(screen.getByText("2 columns · 2 rows")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /regions/ }));
    await screen.findByRole("region", { name: "Preview of regions" });
    const asked = requests.filter(({ path }) => path.endsWith("/table_preview/"));
    expect(asked.map(({ query }) => query.get("name"))).toEqual(["customers", "orders", "regions"]);
    expect(batches(requests)).toEqual([]);
  });

  test("is without a preview for those who can't create datasets", async () => {
    const { requests } = open({}, [["can_read", "Explore"]]);
    await screen.findByLabelText("orders");
    expect(screen.queryByRole("heading", { name: "customers" })).toBeNull();
    expect(requests.some(({ path }) => path.endsWith("/table_preview/"))).toBe(false);
  });

  test("a preview that fails says why, and its table can still be chosen", async () => {
    const errors = [{ message: "Turned off.", error_type: "X", level: "error", extra: {} }];
    open({ "GET /api/v1/database/7/table_preview/": { status: 403, body: { errors } } });
    expect(await screen.findByText("No preview: Turned off.")).toBeTruthy();
    await userEvent.click(screen.getByLabelText("customers"));
    expect(screen.getByRole("button", { name: "Create dataset and chart" })).toHaveProperty("disabled", false);
  });

  test("all found tables are created in one go, each with a chart to begin with", async () => {
    const { requests, router } = open();
    await userEvent.type(await screen.findByRole("searchbox", { name: "Search tables" }), "ORDER");
    expect(names()).toEqual(["orders", "order_lines"]);
    await userEvent.click(screen.getByLabelText(/^Select all/));
    await userEvent.click(screen.getByRole("button", { name: "Create 2 datasets" }));
    expect(await screen.findByRole("dialog", { name: "2 datasets created" })).toBeTruthy();
    expect(batches(requests)).toEqual([{ database: 7, schema: "public", tables: ["orders", "order_lines"] }]);
    expect(await screen.findAllByText("Line chart over time")).toHaveLength(2);
    const link = screen.getByRole("link", { name: "order_lines" }).getAttribute("href");
    expect(link).toBe(
      "/explore/?datasource_id=21&datasource_type=table&viz_type=echarts_timeseries_line&proposed=true",
    );
    await userEvent.click(screen.getByRole("button", { name: "Open first chart" }));
    expect(router.state.location.search).toContain("datasource_id=20");
  });

  test("a single table leads to its chart", async () => {
    const { router } = open();
    await userEvent.click(await screen.findByLabelText("orders"));
    await userEvent.click(screen.getByRole("button", { name: "Create dataset and chart" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/explore/"));
    expect(router.state.location.search).toContain("viz_type=echarts_timeseries_line");
  });

  test("the only table is chosen already", async () => {
    open({ "GET /api/v1/database/7/tables/": { body: { count: 1, result: [table("orders")] } } });
    expect(await screen.findByLabelText("orders")).toHaveProperty("checked", true);
  });

  test("tables that fail are named with the reason", async () => {
    const failed = { table_name: "orders", status: "failed", message: "No such table" };
    open({ [`POST ${BATCH}`]: { body: { result: [failed, ...answered(["customers"])] } } });
    await userEvent.click(await screen.findByLabelText(/^Select all/));
    await userEvent.click(screen.getByRole("button", { name: "Create 3 datasets" }));
    expect(await screen.findByRole("dialog", { name: "1 dataset created" })).toBeTruthy();
    expect(screen.getByRole("region", { name: "Not created" }).textContent).toContain("orders: No such table");
  });

  test("the first eight datasets are proposed, and the list of datasets has the others", async () => {
    const many = Array.from({ length: 11 }, (_, i) => table(`t${i}`));
    open({ "GET /api/v1/database/7/tables/": { body: { count: 11, result: many } } });
    await userEvent.click(await screen.findByLabelText(/^Select all/));
    await userEvent.click(screen.getByRole("button", { name: "Create 11 datasets" }));
    const others = await screen.findByRole("link", { name: "3 more datasets" });
    expect(others.getAttribute("href")).toBe("/tablemodelview/list/");
    expect(screen.getAllByRole("link")).toHaveLength(9);
  });

  test("another schema starts without a selection", async () => {
    const { requests } = open();
    await userEvent.click(await screen.findByLabelText("orders"));
    await userEvent.click(screen.getByRole("combobox", { name: "Schema" }));
    await userEvent.click(await screen.findByTitle("audit"));
    await waitFor(() => expect(screen.getByRole("button", { name: "Create datasets" })).toBeTruthy());
    const asked = requests.filter(({ path }) => path.endsWith("/tables/")).map(({ query }) => query.get("q"));
    expect(asked.at(-1)).toContain("schema_name:audit");
  });

  test("tables that fail to load say why and can be retried; an empty schema says so", async () => {
    const answers = [{ status: 400, body: { message: "It is locked" } }, { body: { count: 0, result: [] } }];
    open({ "GET /api/v1/database/7/tables/": () => answers.shift() ?? {} });
    expect(await screen.findByText("It is locked")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("This schema has no tables that you can read.")).toBeTruthy();
  });

  test("the first schema with tables is shown if the usual one has none, and says so", async () => {
    const { requests } = open({
      "GET /api/v1/database/7/schemas/": { body: { result: ["information_schema", "archive", "public", "sales"] } },
      "GET /api/v1/database/7/tables/": ({ query }) => {
        const found = query.get("q")?.includes("schema_name:sales") ? TABLES : [];
        return { body: { count: found.length, result: found } };
      },
    });
    expect(await screen.findByLabelText("orders")).toBeTruthy();
    expect(screen.getByTitle("sales")).toBeTruthy();
    expect(screen.getByText(/^public has no tables that you can read\. This is the first schema/)).toBeTruthy();
    expect(requests.some(({ query }) => query.get("q")?.includes("information_schema"))).toBe(false);
    await userEvent.click(screen.getByRole("combobox", { name: "Schema" }));
    await userEvent.click(await screen.findByTitle("public"));
    expect(await screen.findByText("This schema has no tables that you can read.")).toBeTruthy();
    expect(screen.queryByText(/This is the first schema/)).toBeNull();
  });

  test("more than 50 tables are sent in parts, and a failed request is reported", async () => {
    const many = Array.from({ length: 70 }, (_, i) => table(`t${i}`));
    let calls = 0;
    const { requests } = open({
      "GET /api/v1/database/7/tables/": { body: { count: 70, result: many } },
      [`POST ${BATCH}`]: ({ body }) =>
        ++calls === 2
          ? { status: 500, body: { message: "Out of order" } }
          : { body: { result: answered((body as { tables: string[] }).tables) } },
    });
    await userEvent.click(await screen.findByLabelText(/^Select all/));
    await userEvent.click(screen.getByRole("button", { name: "Create 70 datasets" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Out of order");
    expect(batches(requests).map((body) => (body as { tables: string[] }).tables.length)).toEqual([50, 20]);
  });
});

test.each([
  [["integer", "timestamp", "text"], "echarts_timeseries_line"],
  [["integer", "text"], "echarts_timeseries_bar"],
  [["integer"], "histogram_v2"],
  [["boolean"], "table"],
])("the proposed chart of %j is %s", (types, vizType) => {
  expect(proposalFor({ columns: types.map(column) }).vizType).toBe(vizType);
});

test.each([
  [["audit", "public"], undefined, "public"],
  [["information_schema", "shop"], "SHOP", "shop"],
  [["b", "c"], "x", "b"],
  [[], undefined, null],
])("the first schema of %j with %s is %s", (schemas, wanted, first) => {
  expect(firstSchema(schemas, wanted)).toBe(first);
});
