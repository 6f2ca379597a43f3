import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { DatasetEditor } from "../features/dataset-editor/DatasetEditor.tsx";
import { forgetCsrfToken } from "../web/client/client.ts";
import { queryClient } from "../web/client/query.ts";
import { type Routes, serve } from "./network.ts";
import { press } from "./steps.ts";

export const DATASET = {
  id: 2,
  table_name: "flights",
  kind: "physical",
  schema: "main",
  database: { id: 1, database_name: "examples" },
  extra: null,
  owners: [],
  main_dttm_col: "date",
  columns: [
    { id: 11, column_name: "date", type: "TIMESTAMP", type_generic: 2, is_dttm: true, verbose_name: "Departure" },
    { id: 12, column_name: "origin", type: "VARCHAR", type_generic: 1 },
  ],
  metrics: [{ id: 21, metric_name: "count", expression: "COUNT(*)" }],
};

export const EDITOR_ROUTES: Routes = {
  "GET /api/v1/dataset/2": { body: { id: 2, result: DATASET } },
  "GET /api/v1/dataset/2/related_objects": {
    body: {
      charts: { count: 1, result: [{ id: 5, slice_name: "Delays", viz_type: "pie" }] },
      dashboards: { count: 0, result: [] },
    },
  },
  "GET /datasource/external_metadata/table/2/": {
    body: [
      { column_name: "date", name: "date", type: "DATE", type_generic: 2, is_dttm: true },
      { column_name: "carrier", name: "carrier", type: "VARCHAR", type_generic: 1, is_dttm: false },
    ],
  },
  "POST /api/v1/datasource/table/2/validate_expression/": {
    body: { result: [{ message: "no such column", line_number: 1, start_column: 5, end_column: 9 }] },
  },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "PUT /api/v1/dataset/2": { body: { id: 2, result: {} } },
  "POST /api/v1/lineage/impact": {
    body: { result: { affected: [], breaks: {}, changes: {}, updates: {}, deleted: {}, hidden: {}, pending: 0 } },
  },
  "POST /api/v1/lineage/rename": { body: { result: { renamed: { dataset: 1 }, left: [], hidden: {} } } },
};

export const routesOf = (change: Record<string, unknown>, routes: Routes = {}): Routes => ({
  ...EDITOR_ROUTES,
  "GET /api/v1/dataset/2": { body: { id: 2, result: { ...DATASET, ...change } } },
  ...routes,
});

export function openEditor(routes: Routes = EDITOR_ROUTES) {
  queryClient.clear();
  forgetCsrfToken();
  const requests = serve(routes);
  const closed = vi.fn();
  const saved = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <DatasetEditor datasetId={2} onClose={closed} onSaved={saved} />
    </QueryClientProvider>,
  );
  const put = () => requests.find((each) => each.method === "PUT");
  return { requests, closed, saved, put };
}

export async function openTab(name: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole("tab", { name }));
}

export async function saveDataset(): Promise<void> {
  await press("Save dataset");
  await press("Save");
}
