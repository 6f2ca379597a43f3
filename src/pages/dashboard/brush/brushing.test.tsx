import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { covered, headed } from "../../../api/chart-data/brush/part.ts";
import type { BrushEvent } from "../../../chart-seam/chart-type.ts";
import type { MarkSelection } from "../../../model/cross-filter.ts";
import { layoutTree } from "../../../model/layout-tree.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { streamsOf } from "../../../query/brush/parts.ts";
import type { QueryIndex } from "../../../query/brush/query-index.ts";
import type { Expression } from "../../../query/decompose.ts";
import { chartDataRoutes, contextsOf, grantAllAccess, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import type { Routes } from "../../../testing/network.ts";
import { layout } from "../../../testing/sample-dashboard.ts";
import { Grid } from "../grid/Grid.tsx";
import type { DashboardView } from "../state/store.ts";
import { brushingOf } from "./brushing.ts";
import { IndexReader, type IndexRequest } from "./index-reader.ts";

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

/** Each chart data answer has as many flights as origins are selected, or 10. Selections are answered after `answering`. */
async function open(
  index: Routes[string] = { status: 400, body: { message: "No index of this" } },
  answering?: Promise<void>,
) {
  const answerOf = (context: QueryContext) => {
    const count = (valuesIn(context) as string[]).length * 100 || 10;
    return { result: [{ data: [{ count }], colnames: ["count"], coltypes: [0], rowcount: 1 }] };
  };
  const view = renderOnDashboard(
    <Grid nodes={delays?.children ?? []} />,
    {},
    {
      ...chartDataRoutes(),
      "POST /api/v1/chart/data": async ({ body }) => {
        if ((valuesIn(body as QueryContext) as string[]).length > 0) await answering;
        return { body: answerOf(body as QueryContext) };
      },
      "POST /api/v1/chart/data/batch": async ({ body }) => {
        const { requests } = body as { requests: { key: string; context: QueryContext }[] };
        if (requests.some(({ context }) => (valuesIn(context) as string[]).length > 0)) await answering;
        const lines = requests.map(({ key, context }) => JSON.stringify({ key, status: 200, body: answerOf(context) }));
        return { body: `${lines.join("\n")}\n` };
      },
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
    brushing.release(SOURCE);
  });
  expect(within(tile).getByText("200")).toBeTruthy();
  await within(tile).findByText("300");
  await waitFor(() => expect(store.getState().liveOf(2).shown()).toBeNull());
});

test("the queries of a selection come before the request for an index", async () => {
  vi.stubGlobal("Worker", IndexWorker);
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

describe("a click", () => {
  const near: BrushEvent = { kind: "near", dimensions: [{ column: "origin", values: ["ATL", "LAX"] }] };

  async function openWithIndex(divisor?: Expression) {
    vi.stubGlobal("Worker", IndexWorker);
    const read = vi.spyOn(IndexReader.prototype, "handle");
    const answering = Promise.withResolvers<void>();
    const parts = await indexOfFigure(divisor);
    const page = await open(() => ({ body: parts }), answering.promise);
    act(() => page.brushing.handle(SOURCE, near));
    await waitFor(() => expect(read).toHaveBeenCalled());
    await act(async () => void (await read.mock.results[0]?.value));
    const seen = new Set<string | undefined>();
    const look = () => seen.add(page.tile.querySelector("figure")?.textContent);
    new MutationObserver(look).observe(page.tile, { childList: true, subtree: true, characterData: true });
    const select = (selection: MarkSelection | null) =>
      act(() => page.store.getState().select(SOURCE, selection, false));
    return { ...page, seen, select, answer: answering.resolve };
  }

  const statusIn = (tile: HTMLElement) => tile.querySelector<HTMLElement>("[data-status]")?.dataset.status;

  test("shows the numbers of the index until the database has answered", async () => {
    const { tile, seen, select, answer, store } = await openWithIndex();
    select(origins("LAX"));
    await within(tile).findByText("80");
    expect(statusIn(tile)).toBe("ready");
    answer();
    await within(tile).findByText("100");
    expect(store.getState().liveOf(2).shown()).toBeNull();
    expect([...seen].filter((text) => text?.includes("80"))).toHaveLength(1);
  });

  test("that is taken back before shows what was there before", async () => {
    const { tile, select, answer } = await openWithIndex();
    select(origins("ATL"));
    await within(tile).findByText("70");
    select(null);
    await within(tile).findByText("10");
    answer();
    await waitFor(() => expect(statusIn(tile)).toBe("ready"));
    expect(within(tile).getByText("10")).toBeTruthy();
  });

  test("that the index can't answer waits for the database at once", async () => {
    const { tile, select, answer, asked } = await openWithIndex({ op: "number", text: "0" });
    select(origins("ATL"));
    await waitFor(() => expect(statusIn(tile)).toBe("loading"));
    expect(asked().at(-1)).toEqual(["ATL"]);
    answer();
    await within(tile).findByText("100");
  });

  test.each([
    ["of a value that the index doesn't have", origins("SFO")],
    ["of the same values in another column", { clauses: [{ column: "destination", values: ["ATL"] }], label: "ATL" }],
    ["of all others", { ...origins("ATL"), isExcluded: true }],
  ])("%s waits for the database", async (_, selection) => {
    const { tile, seen, select, answer } = await openWithIndex();
    select(selection);
    answer();
    await waitFor(() => expect(statusIn(tile)).toBe("ready"));
    expect([...seen].filter((text) => /70|80/.test(text ?? ""))).toEqual([]);
  });

  test.each<[string, (view: DashboardView) => void]>([
    [
      "another filter has changed",
      (view) => view.select(3, { clauses: [{ column: "airline", values: ["AA"] }], label: "AA" }, false),
    ],
    ["the filter of a table has changed", (view) => view.setOwnState(3, { filterModel: {} })],
    [
      "the chart has been scrolled away",
      () => void vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 5000, 600, 300)),
    ],
  ])("waits for the database if %s since the index was made", async (_, change) => {
    const { tile, store, seen, select, answer } = await openWithIndex();
    act(() => change(store.getState()));
    select(origins("ATL"));
    answer();
    await within(tile).findByText("100");
    expect([...seen].filter((text) => /70|80/.test(text ?? ""))).toEqual([]);
  });
});

/** The worker's code, in the page. */
class IndexWorker {
  readonly #reader = new IndexReader();
  onmessage: ((event: { data: object }) => void) | undefined;

  postMessage({ id, request }: { id: number; request: IndexRequest }): void {
    void this.#reader.handle(request).then(
      (response) => this.onmessage?.({ data: { id, response } }),
      (error) => this.onmessage?.({ data: { id, error: String(error) } }),
    );
  }
}

/** 70 and 80 rows in two bins. */
async function indexOfFigure(divisor?: Expression): Promise<Buffer<ArrayBuffer>> {
  const count: Expression = { op: "component", at: 0 };
  const metric: Expression = divisor ? { op: "/", left: count, right: divisor } : count;
  const index: QueryIndex = {
    shape: {
      sizes: [2],
      groups: 1,
      keys: [],
      components: [{ combine: "count", scale: 0 }],
      columns: [{ label: "count", sources: ["count"], kind: "numeric", metric }],
      order: [],
      having: [],
      limit: null,
      offset: 0,
      steps: [],
      totals: null,
      divisionByZero: "error",
    },
    bins: [Int32Array.of(0, 1)],
    groups: Int32Array.of(0, 0),
    components: [Int32Array.of(70, 80)],
  };
  return headed("2", 0, covered(index.shape, await streamsOf(index))) as Buffer<ArrayBuffer>;
}
