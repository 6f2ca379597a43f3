import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import { signedIn, useSession } from "../../../web/session/session.ts";
import type { Lab } from "../state/lab.ts";
import { LabContext } from "../state/lab-context.ts";
import { appendTab, createLabStore, type LabDatabase } from "../state/store.ts";
import { EMPTY_DRAFT } from "../state/tab.ts";
import { DatasetDialog } from "./DatasetDialog.tsx";

const CHART = {
  ...{ key: "chart:7:", kind: "chart", id: 7, name: "", label: "Votes", within: null, url: null, effect: "breaks" },
  ...{ because: ["votes"], owners: [], views: 0, viewers: 0, last_viewed: null, can_edit: true },
};

test("before a query replaces a dataset, the dialog lists the charts that it breaks", async () => {
  forgetCsrfToken();
  queryClient.clear();
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: [["can_read", "Dataset"]] } }), true);
  const found = {
    affected: [CHART],
    breaks: { chart: 1 },
    changes: {},
    updates: {},
    deleted: {},
    hidden: {},
    pending: 0,
  };
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "token" } },
    "GET /api/v1/dataset/": { body: { count: 1, ids: [5], result: [{ id: 5, table_name: "my genres" }] } },
    "POST /api/v1/lineage/impact": { body: { result: found } },
  });
  const store = createLabStore([{ id: 1, database_name: "pg" } as LabDatabase], { maxRows: 10 });
  const shown = { isLoaded: true, isClean: false, tables: [], pane: "results", savedSql: null };
  appendTab(store, { ...EMPTY_DRAFT, ...shown, key: "a", id: 7, sql: "select genre from movies;", dbId: 1 });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LabContext value={{ store } as Lab}>
          <DatasetDialog onClose={() => undefined} />
        </LabContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByText("Overwrite existing"));
  await userEvent.click(await screen.findByRole("combobox", { name: "Dataset to overwrite" }));
  await userEvent.click(await screen.findByText("my genres"));
  const charts = await screen.findByRole("region", { name: "1 chart" });
  expect(within(charts).getByText("Votes")).toBeTruthy();
  expect(within(charts).getByText("Breaks")).toBeTruthy();
  expect(requests.find(({ path }) => path === "/api/v1/lineage/impact")?.body).toEqual({
    kind: "dataset",
    ids: [5],
    sql: "select genre from movies",
  });
});
