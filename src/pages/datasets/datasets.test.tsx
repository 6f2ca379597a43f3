import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { certificationOf, withCertification } from "../../web/components/certification.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { DatasetsPage, usageText } from "./DatasetsPage.tsx";

const WRITER = [
  ...["can_read", "can_write", "can_export"].map((permission) => [permission, "Dataset"] as const),
  ["can_read", "Explore"] as const,
];
const EXTRA = JSON.stringify({
  certification: { certified_by: "Data team", details: "Monthly" },
  warning_markdown: "old",
});
const ROW = {
  id: 2,
  table_name: "flights",
  kind: "physical",
  schema: "main",
  description: "Domestic flights",
  extra: EXTRA,
  database: { id: 1, database_name: "examples" },
  owners: [{ id: 1, first_name: "Ada", last_name: "Lovelace" }],
  changed_on_utc: "2024-11-14T09:00:00.000000+0000",
};
const VIRTUAL = { ...ROW, id: 5, table_name: "late_flights", kind: "virtual", extra: null, description: null };
const ROUTES: Routes = {
  "GET /api/v1/dataset/": { body: { count: 2, ids: [2, 5], result: [ROW, VIRTUAL] } },
  "GET /api/v1/dataset/2": { body: { id: 2, result: { ...ROW, cache_timeout: 60 } } },
  "GET /api/v1/dataset/related/owners": { body: { count: 1, result: [{ value: 1, text: "Ada Lovelace" }] } },
  "GET /api/v1/dataset/2/related_objects": {
    body: {
      charts: {
        count: 2,
        result: [
          { id: 1, slice_name: "a", viz_type: "pie" },
          { id: 2, slice_name: "b", viz_type: "pie" },
        ],
      },
      dashboards: { count: 1, result: [{ id: 1, title: "d", slug: null }] },
    },
  },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/database/": { body: { count: 1, ids: [1], result: [{ id: 1, database_name: "examples" }] } },
  "GET /api/v1/database/1/schemas/": { body: { result: ["main"] } },
  "GET /api/v1/database/1/tables/": {
    body: {
      count: 2,
      result: [
        { value: "cars", type: "table" },
        { value: "penguins", type: "table" },
      ],
    },
  },
};

function open(address = "/tablemodelview/list/") {
  const router = createMemoryRouter(
    [
      { path: "/tablemodelview/list/", element: <DatasetsPage /> },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  forgetCsrfToken();
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Alpha: WRITER } }), true);
});

describe("DatasetsPage", () => {
  test("shows kind, database, schema and certification", async () => {
    serve(ROUTES);
    open();
    const link = await screen.findByRole("link", { name: "flights" });
    expect(link.getAttribute("href")).toBe("/explore/?datasource_id=2&datasource_type=table");
    expect(screen.getByText("Physical")).toBeTruthy();
    expect(screen.getByText("Virtual")).toBeTruthy();
    expect(screen.getAllByText("examples")).toHaveLength(2);
    expect(screen.getByRole("img", { name: "Certified by Data team: Monthly" })).toBeTruthy();
    expect(screen.queryByRole("radiogroup", { name: "View" })).toBeNull();
  });

  test("counts the charts that will stop working", async () => {
    serve(ROUTES);
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Actions for flights" }));
    await pickFromMenu("Delete");
    expect(
      await screen.findByText("2 charts on 1 dashboard use this dataset. The charts will stop working."),
    ).toBeTruthy();
  });
});

describe("NewDataset", () => {
  async function chooseTable() {
    const table = await screen.findByLabelText("Table");
    await waitFor(() => expect((table as HTMLInputElement).disabled).toBe(false));
    await userEvent.type(table, "peng");
    await userEvent.click(await screen.findByTitle("penguins"));
  }

  test("preselects the only database and schema, and creates a dataset from a table", async () => {
    const requests = serve({
      ...ROUTES,
      "POST /api/v1/dataset/": { status: 201, body: { id: 9, result: {}, data: {} } },
    });
    const router = open("/tablemodelview/list/?new=dataset");
    await chooseTable();
    await userEvent.click(screen.getByRole("button", { name: "Create dataset" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    const create = requests.find((each) => each.method === "POST");
    expect(create?.body).toEqual({ database: 1, schema: "main", table_name: "penguins" });
  });

  test("previews the chosen table, and leads to several tables of the database", async () => {
    const preview = {
      ...{ columns: [{ name: "species", type: "text", kind: "text" }], rows: [["Adelie"]] },
      ...{ column_count: 1, has_more: false },
    };
    serve({ ...ROUTES, "GET /api/v1/database/1/table_preview/": { body: preview } });
    open("/tablemodelview/list/?new=dataset");
    await chooseTable();
    expect(await screen.findByRole("cell", { name: "Adelie" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Choose several tables" }));
    expect(await screen.findByRole("dialog", { name: /^Add datasets from/ })).toBeTruthy();
    expect(await screen.findByLabelText("penguins")).toHaveProperty("type", "checkbox");
  });

  test("stays open with an error when the dataset exists", async () => {
    serve({
      ...ROUTES,
      "POST /api/v1/dataset/": { status: 422, body: { message: { table: ["Dataset penguins already exists"] } } },
    });
    open("/tablemodelview/list/?new=dataset");
    await chooseTable();
    await userEvent.click(screen.getByRole("button", { name: "Create dataset" }));
    expect(await screen.findByText(/Dataset penguins already exists/)).toBeTruthy();
  });
});

test.each([
  [0, 0, 1, "No charts use this dataset."],
  [1, 0, 1, "1 chart uses this dataset. The chart will stop working."],
  [6, 3, 1, "6 charts on 3 dashboards use this dataset. The charts will stop working."],
  [6, 1, 2, "6 charts on 1 dashboard use these datasets. The charts will stop working."],
])("%i charts on %i dashboards over %i datasets", (charts, dashboards, datasets, text) => {
  expect(usageText(charts, dashboards, datasets)).toBe(text);
});

describe("certification", () => {
  test("is read from extra and ignored if malformed", () => {
    expect(certificationOf(EXTRA)).toEqual({ certified_by: "Data team", details: "Monthly" });
    expect([null, "", "{", "[]", "7", '{"certification":1}'].map(certificationOf)).toEqual(Array(6).fill(undefined));
  });

  test("keeps the other keys of extra", () => {
    expect(withCertification('{"a":1}', { certified_by: "X" })).toBe('{"a":1,"certification":{"certified_by":"X"}}');
    expect(withCertification('{"certification":{"certified_by":"X"}}', {})).toBeNull();
  });
});

describe("dialogs and links", () => {
  test("opens the dataset in the URL, and closing keeps the other parameters", async () => {
    const detail = { ...ROW, columns: [], metrics: [], folders: null };
    serve({ ...ROUTES, "GET /api/v1/dataset/2": { body: { id: 2, result: detail } } });
    const router = open("/tablemodelview/list/?edit=2&sortColumn=table_name");
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(router.state.location.search).toBe("?sortColumn=table_name"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("marks datasets whose assertions fail, and leads to them", async () => {
    const failing = { ...ROW, assertions: { failed: 2, errors: 0, total: 5 } };
    const broken = { ...VIRTUAL, assertions: { failed: 0, errors: 1, total: 1 } };
    const detail = { ...ROW, columns: [], metrics: [], folders: null };
    serve({
      ...ROUTES,
      "GET /api/v1/dataset/": { body: { count: 2, ids: [2, 5], result: [failing, broken] } },
      "GET /api/v1/dataset/2": { body: { id: 2, result: detail } },
      "GET /api/v1/dataset/2/assertions": { body: { count: 0, result: [] } },
    });
    const router = open("/tablemodelview/list/?sortColumn=table_name");
    await userEvent.click(await screen.findByRole("link", { name: "2 assertions failing" }));
    expect(screen.getAllByText(/assertions? failing/)).toHaveLength(1);
    expect(screen.getByRole("link", { name: "1 assertion couldn't be checked" })).toBeTruthy();
    expect((await screen.findByRole("tab", { name: "Assertions" })).getAttribute("aria-selected")).toBe("true");
    expect(router.state.location.search).toBe("?sortColumn=table_name&edit=2&tab=assertions");
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(router.state.location.search).toBe("?sortColumn=table_name"));
  });

  test("offers no changes to read-only users, not even by URL", async () => {
    serve(ROUTES);
    const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
    useSession.setState(
      signedIn({ ...user, roles: { Gamma: ["Dataset", "Explore"].map((view) => ["can_read", view] as const) } }),
      true,
    );
    open("/tablemodelview/list/?new=dataset");
    await screen.findByRole("link", { name: "flights" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: /New dataset|Import|Edit/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Actions for flights" }));
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
      "Lineage",
      "Check access",
    ]);
  });

  test("links a dataset to Explore", async () => {
    serve(ROUTES);
    open();
    const link = await screen.findByRole("link", { name: "late_flights" });
    expect(link.getAttribute("href")).toContain("/explore/?");
    expect(link.getAttribute("href")).toContain("5");
  });

  test("opens the dialog with the button and closes it with Cancel", async () => {
    serve(ROUTES);
    open();
    await userEvent.click(await screen.findByRole("button", { name: "New dataset" }));
    expect(await screen.findByRole("button", { name: "Create dataset" })).toHaveProperty("disabled", true);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Create dataset" })).toBeNull());
  });

  test("shows a schema loading error at the field", async () => {
    serve({ ...ROUTES, "GET /api/v1/database/1/schemas/": { status: 422, body: { message: "It is locked" } } });
    open("/tablemodelview/list/?new=dataset");
    expect(await screen.findByText("It is locked")).toBeTruthy();
  });
});

test("follows default_endpoint only within this site", async () => {
  const explored = (id: number) => `/explore/?datasource_id=${id}&datasource_type=table`;
  const named: [string | null, string | undefined][] = [
    ["/superset/dashboard/1/", "/superset/dashboard/1/"],
    [`${window.location.origin}/sqllab/`, "/sqllab/"],
    ["https://evil.example/", undefined],
    ["//evil.example/", undefined],
    ["javascript:alert(1)", undefined],
    [null, undefined],
  ];
  const rows = named.map(([default_endpoint], i) => ({ ...VIRTUAL, id: i + 1, table_name: `d${i}`, default_endpoint }));
  serve({ ...ROUTES, "GET /api/v1/dataset/": { body: { count: rows.length, ids: [], result: rows } } });
  open();
  await screen.findByRole("link", { name: "d0" });
  const hrefs = rows.map(({ table_name }) => screen.getByRole("link", { name: table_name }).getAttribute("href"));
  expect(hrefs).toEqual(named.map(([, place], i) => place ?? explored(i + 1)));
});
