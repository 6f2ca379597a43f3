import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { type Answer, serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import type { Lab } from "../state/lab.ts";
import { LabContext } from "../state/lab-context.ts";
import { appendTab, createLabStore, type LabDatabase } from "../state/store.ts";
import { EMPTY_DRAFT } from "../state/tab.ts";
import { CostDialog } from "./CostDialog.tsx";

beforeEach(() => {
  forgetCsrfToken();
  queryClient.clear();
});

function open(sql: string, reply: Answer) {
  const answered = Promise.withResolvers<Answer>();
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "token" } },
    "POST /api/v1/sqllab/estimate/": () => answered.promise,
  });
  const store = createLabStore([{ id: 1, database_name: "pg", expose_in_sqllab: true } as LabDatabase], {
    maxRows: 10,
  });
  const shown = { isLoaded: true, isClean: false, tables: [], pane: "results", savedSql: null };
  appendTab(store, { ...EMPTY_DRAFT, ...shown, key: "a", id: 7, sql, dbId: 1, schema: "main" });
  render(
    <QueryClientProvider client={queryClient}>
      <LabContext value={{ store } as Lab}>
        <CostDialog onClose={() => undefined} />
      </LabContext>
    </QueryClientProvider>,
  );
  return { requests, answer: () => answered.resolve(reply) };
}

test("shows progress, then the cost of each statement", async () => {
  const result = [{ "Total cost": "17.51" }, { "Total cost": "0.01" }];
  const { requests, answer } = open("SELECT count(*) FROM things; SELECT 1", { body: { result } });
  await screen.findByText("Estimating the cost…");
  answer();
  await screen.findByRole("heading", { name: "Statement 2" });
  expect(screen.getByRole("region", { name: "Statement 1" }).textContent).toContain("17.51");
  expect(screen.queryByRole("status")).toBeNull();
  expect(requests.find(({ path }) => path.includes("estimate"))?.body).toMatchObject({
    database_id: 1,
    schema: "main",
  });
});

test("shows why the cost can't be estimated, and offers a retry", async () => {
  const errors = [
    { message: 'relation "nowhere" does not exist', error_type: "TABLE_DOES_NOT_EXIST_ERROR", level: "error" },
  ];
  open("SELECT * FROM nowhere", { status: 400, body: { errors } }).answer();
  await screen.findByText('relation "nowhere" does not exist');
  expect(screen.getByText("Failed to estimate the cost")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});
