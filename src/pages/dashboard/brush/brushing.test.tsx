import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { BrushEvent } from "../../../chart-seam/chart-type.ts";
import type { MarkSelection } from "../../../model/cross-filter.ts";
import { layoutTree } from "../../../model/layout-tree.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { chartDataRoutes, contextsOf, grantAllAccess, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import type { Routes } from "../../../testing/network.ts";
import { layout } from "../../../testing/sample-dashboard.ts";
import { Grid } from "../grid/Grid.tsx";
import { brushingOf } from "./brushing.ts";

beforeEach(() => {
  grantAllAccess();
  for (const side of ["clientWidth", "clientHeight"] as const)
    vi.spyOn(Element.prototype, side, "get").mockReturnValue(300);
});

const { topTabs } = layoutTree(layout);
const [delays] = topTabs?.children ?? [];

const SOURCE = 1;
const FIGURE = "Chart 2";

const origins = (...values: string[]): MarkSelection => ({ clauses: [{ column: "origin", values }], label: "some" });

const valuesIn = ({ queries }: QueryContext): unknown => queries[0]?.filters?.find(({ op }) => op === "IN")?.val ?? [];

/** Each chart data answer has as many flights as origins are selected, or 10. */
async function open(index: Routes[string] = { status: 400, body: { message: "No index of this" } }) {
  const answerOf = (context: QueryContext) => {
    const count = (valuesIn(context) as string[]).length * 100 || 10;
    return { result: [{ data: [{ count }], colnames: ["count"], coltypes: [0], rowcount: 1 }] };
  };
  const view = renderOnDashboard(
    <Grid nodes={delays?.children ?? []} />,
    {},
    {
      ...chartDataRoutes(),
      "POST /api/v1/chart/data": ({ body }) => ({ body: answerOf(body as QueryContext) }),
      "POST /api/v1/chart/data/batch": ({ body }) => ({
        body: (body as { requests: { key: string; context: QueryContext }[] }).requests
          .map(({ key, context }) => JSON.stringify({ key, status: 200, body: answerOf(context) }))
          .join("\n"),
      }),
      "POST /api/v1/chart/brush_index": index,
    },
  );
  const tile = await screen.findByRole("region", { name: FIGURE });
  await within(tile).findByText("10");
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 300));
  const brushing = brushingOf(view.store);
  const move = (...values: string[]) =>
    act(async () => brushing.handle(SOURCE, { kind: "move", selection: origins(...values), at: 1 }));
  const asked = () => contextsOf(view.requests).map(valuesIn);
  return { ...view, tile, brushing, move, asked };
}

test("charts without an index ask the database while the range moves, and Escape restores them", async () => {
  const { tile, brushing, move, store } = await open();
  await move("ATL");
  await within(tile).findByText("100");
  await move("ATL", "LAX");
  await within(tile).findByText("200");
  expect(store.getState().applied[SOURCE]).toBeUndefined();
  act(() => brushing.handle(SOURCE, { kind: "cancel" }));
  expect(within(tile).getByText("10")).toBeTruthy();
});

test("only the latest of several ranges is asked for after the one under way", async () => {
  const { tile, brushing, asked } = await open();
  const selections = [1, 2, 3, 4].map((count) => origins(...["ATL", "LAX", "ORD", "SFO"].slice(0, count)));
  await act(async () => {
    for (const selection of selections) {
      brushing.handle(SOURCE, { kind: "move", selection, at: 1 });
      await Promise.resolve();
    }
  });
  await within(tile).findByText("400");
  const sizes = new Set(asked().map((values) => (values as string[]).length));
  expect(sizes).toContain(4);
  expect(sizes).not.toContain(3);
});

test("what is shown stays until the chart has the numbers of the selected range", async () => {
  const { tile, brushing, move, store } = await open();
  await move("ATL", "LAX");
  await within(tile).findByText("200");
  act(() => {
    store.getState().select(SOURCE, origins("ATL", "LAX", "ORD"), false);
    brushing.selected(SOURCE);
  });
  expect(within(tile).getByText("200")).toBeTruthy();
  await within(tile).findByText("300");
  await waitFor(() => expect(store.getState().liveOf(2).shown()).toBeNull());
});

test("the queries of a selection come before the request for an index", async () => {
  vi.stubGlobal("Worker", class {});
  const { tile, brushing, store, requests } = await open(() => new Promise(() => undefined));
  const signals: (AbortSignal | null | undefined)[] = [];
  const served = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    if (String(input).includes("brush_index")) signals.push(init.signal);
    return served(input, init);
  });
  const near: BrushEvent = { kind: "near", dimensions: [{ column: "origin", values: ["ATL", "LAX"] }] };
  act(() => brushing.handle(SOURCE, near));
  await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([false]));
  act(() => store.getState().select(SOURCE, origins("ATL", "LAX"), false));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  act(() => brushing.handle(SOURCE, near));
  await within(tile).findByText("200");
  await waitFor(() => expect(signals).toHaveLength(2));
  const paths = requests.map(({ path }) => path).filter((path) => path.startsWith("/api/v1/chart/"));
  expect(paths.at(-1)).toBe("/api/v1/chart/brush_index");
  vi.unstubAllGlobals();
});
