import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ChartColumn } from "lucide-react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { chartBundle } from "../../api/bundle/contract.ts";
import type { ChartRow } from "../../api/chart/contract.ts";
import * as chart from "../../api/chart/contract.ts";
import { serve } from "../../testing/network.ts";
import { call, forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { type ObjectKind, ObjectListPage } from "./ObjectListPage.tsx";

const KIND: ObjectKind<ChartRow> = {
  ...{ resource: "Chart", contract: chart, bundle: chartBundle, key: "charts", title: "Charts" },
  ...{ noun: { one: "chart", many: "charts" }, newLabel: "New chart", sorts: [], tagType: "chart", toTrash: "chart" },
  columns: [{ id: "id", header: "Name" }],
  filters: [],
  initialSort: { column: "id", order: "asc" },
  select: ["id", "slice_name", "is_managed_externally", "external_url"],
  load: (q, signal) => call(chart.list, { q }, { signal }),
  nameOf: (row) => row.slice_name,
  addressOf: (row) => `/explore/?slice_id=${row.id}`,
  emptyIcon: ChartColumn,
  empty: { title: "No charts yet", text: "" },
};
const MANAGED = { id: 4, slice_name: "Delays", is_managed_externally: true, external_url: "analytics/delays.yaml" };
const NOTE = "1 of 2 is edited in files and stays as it is.";

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open() {
  const pairs = [
    ["can_read", "Chart"],
    ["can_write", "Chart"],
    ["can_bulk_create", "Tag"],
  ] as const;
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Role: pairs } }), true);
  const requests = serve({
    "GET /api/v1/chart/": { body: { count: 2, ids: [4, 5], result: [MANAGED, { id: 5, slice_name: "Fares" }] } },
    "GET /api/v1/tag/": { body: { count: 0, ids: [], result: [] } },
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "DELETE /api/v1/chart/5": { body: { message: "OK" } },
  });
  const element = <ObjectListPage kind={KIND} onNew={() => undefined} />;
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/chart/list/"] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const choose = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const toasts = () => useToasts.getState().toasts.map(({ text }) => text);

test("rows that are edited in files are marked, and stay when others are deleted", async () => {
  const requests = open();
  expect(await screen.findByRole("img", { name: "Edited in analytics/delays.yaml" })).toBeTruthy();
  await choose("Delays", "Fares");
  await press("Delete");
  expect((await screen.findByRole("dialog", { name: "Delete chart?" })).textContent).toContain(NOTE);
  await press("Delete chart");
  await waitFor(() => expect(toasts()).toEqual(["Deleted: Fares"]));
  expect(requests.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual(["/api/v1/chart/5"]);
});

test("they keep their tags", async () => {
  open();
  await choose("Delays", "Fares");
  await press("Add tags");
  expect((await screen.findByRole("dialog", { name: "Tag 1 chart" })).textContent).toContain(NOTE);
});

test("alone, they are only said to stay", async () => {
  open();
  await choose("Delays");
  await press("Delete");
  expect(toasts()).toEqual(["1 of 1 is edited in files and stays as it is."]);
  expect(screen.queryByRole("dialog")).toBeNull();
});
