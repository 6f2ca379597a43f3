import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { PHONE } from "../../web/session/theme.ts";
import { graphLayout } from "./graph-layout.ts";
import { LineagePage } from "./LineagePage.tsx";

beforeEach(() => queryClient.clear());

const nodeOf = (kind: string, id: number, label: string, more: object = {}) => ({
  ...{ key: `${kind}:${id}:`, kind, id, name: "", label, within: null, url: `/${kind}/${id}` },
  ...more,
});
const placed = (kind: string, id: number, label: string, more: object = {}) =>
  nodeOf(kind, id, label, { distance: 1, is_broken: false, ...more });

const FOUND = {
  node: nodeOf("dataset", 2, "orders"),
  nodes: [
    placed("table", 1, "main.orders", { name: "main.orders", key: "table:1:main.orders", distance: -1, url: null }),
    placed("chart", 7, "Revenue", { is_broken: true }),
    placed("chart", 8, "Regions"),
    placed("dashboard", 3, "Sales", { distance: 2 }),
    placed("link", 4, "For the board", { distance: 3 }),
  ],
  edges: [
    { from: "dataset:2:", to: "table:1:main.orders", role: "dataset" },
    { from: "chart:7:", to: "dataset:2:", role: "dataset" },
    { from: "chart:8:", to: "dataset:2:", role: "dataset" },
    { from: "dashboard:3:", to: "chart:7:", role: "chart" },
    { from: "link:4:", to: "dashboard:3:", role: "shows" },
  ],
  uses: { table: 1 },
  used_by: { chart: 4, dashboard: 1, link: 1 },
  hidden: { uses: {}, used_by: { chart: 2 } },
  is_truncated: false,
  pending: 0,
};

function open(routes: Routes, address = "/lineage/dataset/2") {
  const requests = serve(routes);
  const router = createMemoryRouter([{ path: "/lineage/:kind/:id", element: <LineagePage /> }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router };
}

const ROUTES: Routes = {
  "GET /api/v1/lineage/dataset/2": { body: { result: FOUND } },
  "GET /api/v1/lineage/chart/7": {
    body: { result: { ...FOUND, node: nodeOf("chart", 7, "Revenue"), nodes: [], edges: [] } },
  },
};

test("shows what an item uses and what uses it, with what can't be seen as a number", async () => {
  open(ROUTES);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Lineage");
  expect(await screen.findByText("Uses: 1 table")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Lineage of orders");
  expect(screen.getByText("Used by: 4 charts, 1 dashboard, 1 public link")).toBeTruthy();
  expect(screen.getByText("2 items aren't shown, because you can't see them.")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Broken.*Revenue/ })).toBeTruthy();
  expect(document.querySelectorAll("path:not([class*=lucide] *)")).toHaveLength(5);
});

test("an assertion leads to those of its dataset", async () => {
  const url = "/tablemodelview/list/?edit=2&tab=assertions";
  const nodes = [placed("assertion", 9, "Orders arrive daily", { within: "orders", url })];
  const edges = [{ from: "assertion:9:", to: "dataset:2:", role: "assertion" }];
  const body = { result: { ...FOUND, nodes, edges, used_by: { assertion: 1 } } };
  open({ "GET /api/v1/lineage/dataset/2": { body } });
  const link = await screen.findByRole("link", { name: /^Assertion · orders\s*Orders arrive daily$/ });
  expect(link.getAttribute("href")).toBe(url);
  expect(screen.getByText("Used by: 1 assertion")).toBeTruthy();
  expect(document.querySelectorAll("path:not([class*=lucide] *)")).toHaveLength(1);
});

test("arrow keys move between items, and Enter shows the lineage of one", async () => {
  const { router } = open(ROUTES);
  const table = await screen.findByRole("link", { name: /main\.orders/ });
  table.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement?.textContent).toContain("orders");
  await userEvent.keyboard("{ArrowRight}{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("Regions");
  expect(document.querySelectorAll("path[data-active]")).toHaveLength(1);
  await userEvent.keyboard("{ArrowUp}{ArrowRight}");
  expect(document.activeElement?.textContent).toContain("Sales");
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  expect(router.state.location.pathname).toBe("/lineage/chart/7");
  expect(await screen.findByText("Nothing found")).toBeTruthy();
});

test("long columns are folded, and unfold", async () => {
  const nodes = Array.from({ length: 20 }, (_, i) => placed("chart", 100 + i, `Chart ${i}`));
  open({ "GET /api/v1/lineage/dataset/2": { body: { result: { ...FOUND, nodes, edges: [] } } } });
  expect(await screen.findByRole("link", { name: /Chart 11$/ })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Chart 12$/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show 8 more" }));
  expect(screen.getByRole("link", { name: /Chart 19$/ })).toBeTruthy();
});

test("columns fit the frame: narrower nodes, and the rest of long ones folded", () => {
  const nodes = [1, 2, 3, 4, 5].flatMap((distance) =>
    Array.from({ length: 14 }, (_, i) => placed("chart", 100 * distance + i, `Chart ${i}`, { distance })),
  );
  const wide = graphLayout({ ...FOUND, nodes, edges: [] } as never, new Set(), { width: 928, height: 690 });
  expect(wide.width).toBeLessThanOrEqual(928 - 48);
  expect(wide.nodeWidth).toBeGreaterThanOrEqual(124);
  expect(wide.height).toBeLessThanOrEqual(690 - 48);
  expect(wide.more.map(({ count }) => count)).toEqual([5, 5, 5, 5, 5]);
  const unfolded = graphLayout({ ...FOUND, nodes, edges: [] } as never, new Set([2]), { width: 928, height: 690 });
  expect(unfolded.more.map(({ distance }) => distance)).toEqual([1, 3, 4, 5]);
});

test("phones list both sides, with what connects items that are further away", async () => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    ...{ media, matches: media === PHONE },
    ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
  }));
  const more = Array.from({ length: 20 }, (_, i) => placed("chart", 100 + i, `Chart ${i}`));
  const edges = [...FOUND.edges, ...more.map(({ key }) => ({ from: "dashboard:3:", to: key, role: "chart" }))];
  open({
    "GET /api/v1/lineage/dataset/2": { body: { result: { ...FOUND, nodes: [...FOUND.nodes, ...more], edges } } },
  });
  const usedBy = within(await screen.findByRole("region", { name: "Used by" }));
  expect(usedBy.getByRole("link", { name: /Sales ?through 21 charts$/ })).toBeTruthy();
  expect(usedBy.getByRole("link", { name: /For the board ?through Sales$/ })).toBeTruthy();
  expect(usedBy.getByRole("link", { name: /Regions$/ })).toBeTruthy();
  expect(
    within(screen.getByRole("region", { name: "Uses" })).getByRole("link", { name: /main\.orders$/ }),
  ).toBeTruthy();
  await userEvent.click(usedBy.getByRole("button", { name: "Show 10 more" }));
  expect(usedBy.getByRole("link", { name: /Chart 19$/ })).toBeTruthy();
  vi.unstubAllGlobals();
});

test("shows recent changes as soon as they are read", async () => {
  let pending = 2;
  open({
    "GET /api/v1/lineage/dataset/2": () => ({
      body: { result: { ...FOUND, nodes: pending > 0 ? [] : FOUND.nodes, edges: [], pending } },
    }),
  });
  expect(await screen.findByText("Recent changes are still being read. There may be more.")).toBeTruthy();
  pending = 0;
  expect(await screen.findByRole("link", { name: /Regions/ })).toBeTruthy();
});

test("names of columns go along, and unknown items are not found", async () => {
  const { requests } = open(
    { "GET /api/v1/lineage/column/2": { status: 404, body: { message: "Not found" } } },
    "/lineage/column/2?name=Order%20Date",
  );
  expect(await screen.findByText(/not found|doesn't exist/i)).toBeTruthy();
  expect(requests[0]?.query.get("name")).toBe("Order Date");
});

test("a failure can be retried", async () => {
  let isDown = true;
  open({
    "GET /api/v1/lineage/dataset/2": () =>
      isDown ? { status: 400, body: { message: "Too early" } } : { body: { result: FOUND } },
  });
  expect(await screen.findByText("Too early")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: /Try again|Retry/ }));
  expect(await screen.findByRole("link", { name: /Regions/ })).toBeTruthy();
});
