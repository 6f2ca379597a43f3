import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../client/client.ts";
import { queryClient } from "../client/query.ts";
import { Impact } from "./Impact.tsx";
import { lineageUrl } from "./lineage-kinds.ts";

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

const item = (id: number, more: object = {}) => ({
  ...{ key: `chart:${id}:`, kind: "chart", id, name: "", label: `Chart ${id}`, within: null },
  ...{ url: `/explore/?slice_id=${id}`, effect: "breaks", because: [], owners: [], can_edit: true },
  ...{ views: 0, viewers: 0, last_viewed: null },
  ...more,
});

function show(result: object, routes: Routes = {}) {
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/lineage/impact": {
      body: {
        result: { affected: [], breaks: {}, changes: {}, updates: {}, deleted: {}, hidden: {}, pending: 0, ...result },
      },
    },
    ...routes,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Impact change={{ kind: "dataset", ids: [2], deleted: true }} />
    </QueryClientProvider>,
  );
  return requests;
}

test("lists what breaks and what changes, with the reason, owners and views", async () => {
  const owners = [{ id: 1, first_name: "Ann", last_name: "Lee" }];
  const filter = { kind: "filter", label: "Country", within: "Sales", url: null, views: null, effect: "changes" };
  const affected = [
    item(1, { because: ["amount", "tax", "region", "year", "month"], owners, views: 1, viewers: 1 }),
    item(2, filter),
    item(3),
  ];
  const requests = show({ affected, breaks: { chart: 2 }, changes: { filter: 1 } });
  expect(within(await screen.findByRole("region", { name: "2 charts" })).getAllByRole("link")).toHaveLength(2);
  expect(within(screen.getByRole("region", { name: "1 filter" })).getByText("Country")).toBeTruthy();
  expect((await screen.findByRole("link", { name: "Chart 1" })).getAttribute("href")).toBe("/explore/?slice_id=1");
  expect(
    screen.getByText("uses amount, tax, region, 2 more · Owners: Ann Lee · 1 view by 1 user in 30 days"),
  ).toBeTruthy();
  expect(screen.getByText("No views in 30 days")).toBeTruthy();
  expect(screen.getAllByText("Breaks")).toHaveLength(2);
  expect(screen.getAllByText("Changes")).toHaveLength(1);
  expect(screen.getByText("Country").textContent).toBe("Country · Sales");
  const asked = requests.find(({ method }) => method === "POST");
  expect(asked?.body).toEqual({ kind: "dataset", ids: [2], deleted: true });
});

test("folds long lists, and counts what can't be seen", async () => {
  const filter = { kind: "filter", url: null };
  const affected = [
    ...Array.from({ length: 9 }, (_, id) => item(id + 1)),
    ...Array.from({ length: 5 }, (_, id) => item(id + 1, { ...filter, key: `filter:${id}` })),
  ];
  show({ affected, breaks: { chart: 13, filter: 5 }, hidden: { chart: 3 }, pending: 4 });
  expect(await screen.findByText("3 items you can't see are affected, too.")).toBeTruthy();
  expect(screen.getByText("Recent changes are still being read. There may be more.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "10 charts" })).toBeTruthy();
  expect(screen.getByText("Only the most viewed items are listed.")).toBeTruthy();
  const charts = within(screen.getByRole("region", { name: "10 charts" }));
  expect(charts.getAllByRole("link")).toHaveLength(4);
  await userEvent.click(charts.getByRole("button", { name: "Show all 9" }));
  expect(charts.getAllByRole("link")).toHaveLength(9);
  expect(within(screen.getByRole("region", { name: "5 filters" })).getAllByRole("listitem")).toHaveLength(4);
});

test("says when nothing uses it, and when it can't be told", async () => {
  show({});
  expect(await screen.findByText("Nothing else uses it.")).toBeTruthy();
});

test("says which assertions are deleted along", async () => {
  const assertion = { kind: "assertion", label: "Has names", within: "cars", effect: "deleted", views: null };
  show({ affected: [item(1, assertion)], deleted: { assertion: 1 } });
  const group = within(await screen.findByRole("region", { name: "1 assertion" }));
  expect(group.getByRole("listitem").textContent).toContain("Has names · cars");
  expect(group.getByText("Will be deleted")).toBeTruthy();
});

test("a failure doesn't hide the dialog around it", async () => {
  show({}, { "POST /api/v1/lineage/impact": { status: 422, body: { message: "The query is wrong" } } });
  expect((await screen.findByRole("alert")).textContent).toBe("Can't tell what this breaks: The query is wrong");
});

test("items have an address of their lineage, but links don't", () => {
  expect(lineageUrl({ kind: "column", id: 2, name: "Order Date" })).toBe("/lineage/column/2?name=Order%20Date");
  expect(lineageUrl({ kind: "chart", id: 7, name: "" })).toBe("/lineage/chart/7");
  expect(lineageUrl({ kind: "link", id: 7, name: "" })).toBeUndefined();
});
