import { afterEach, expect, test, vi } from "vitest";
import type { BinSpan } from "../../../model/brush.ts";
import type { MarkSelection } from "../../../model/cross-filter.ts";
import { LiveChart } from "../../../web/chart-view/live-chart.ts";
import type { BrushIndex } from "./brush-index.ts";
import { LiveBrush } from "./live-brush.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const range = (from: number, to: number): MarkSelection => ({
  clauses: [{ column: "x", values: [], range: { from, to } }],
  label: "range",
});

/** Answers with the number of bins. */
interface Given {
  isAnswering?: boolean;
  covered?: number[];
  index?: Promise<undefined>;
}

function start({ isAnswering = true, covered = [2, 3], index: late }: Given = {}) {
  const asked: BinSpan[] = [];
  const index: BrushIndex = {
    covered: new Set(covered),
    answer: async ([[from, to] = [0, 0]], chartIds) => {
      asked.push([from, to]);
      const answer = {
        colnames: ["n"],
        coltypes: [0],
        data: [{ n: to - from }],
        rowcount: 1,
        sql_rowcount: 1,
        label_map: {},
      };
      return Object.fromEntries(chartIds.map((id) => [id, [isAnswering ? answer : null]]));
    },
  };
  const targets = [2, 3].map((chartId) => ({
    chartId,
    live: new LiveChart(),
    results: [{ data: [{ n: 99 }], query: "SELECT 99" }],
    refreshKey: 0,
    context: undefined,
  }));
  const requestOf = vi.fn();
  const brush = new LiveBrush({
    source: 1,
    dimensions: [{ column: "x", edges: [0, 10, 20, 30] }],
    targets,
    index: late ?? Promise.resolve(index),
    requestOf,
  });
  const shownIn = (at: number) => targets[at]?.live.shown();
  const numbers = () => targets.map(({ live }) => live.shown()?.results?.[0]?.data);
  return { brush, asked, targets, shownIn, numbers, requestOf };
}

test("shows what the index has for the latest range, with all else that the chart's own results have", async () => {
  const { brush, numbers, shownIn } = start();
  brush.move(range(0, 20), 1);
  await vi.waitFor(() => expect(numbers()).toEqual([[{ n: 2 }], [{ n: 2 }]]));
  expect(shownIn(0)).toMatchObject({ isStale: false, results: [{ query: "SELECT 99" }] });
  brush.move(range(0, 30), 2);
  await vi.waitFor(() => expect(numbers()).toEqual([[{ n: 3 }], [{ n: 3 }]]));
  brush.cancel();
  expect(numbers()).toEqual([undefined, undefined]);
});

test("evaluates one range at a time, then the latest one", async () => {
  const { brush, asked, numbers } = start();
  brush.move(range(0, 10), 1);
  await vi.waitFor(() => expect(asked).toEqual([[0, 1]]));
  brush.move(range(0, 20), 2);
  brush.move(range(10, 20), 3);
  brush.move(range(0, 30), 4);
  await vi.waitFor(() => expect(numbers()).toEqual([[{ n: 3 }], [{ n: 3 }]]));
  expect(asked).not.toContainEqual([1, 2]);
  expect(asked.at(-1)).toEqual([0, 3]);
});

test("charts are drawn at once, then once per frame for the latest range", async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (act: FrameRequestCallback) => frames.push(act));
  const { brush, targets, numbers, asked } = start();
  const redraw = vi.fn();
  targets[0]?.live.subscribe(redraw);
  brush.move(range(0, 10), 1);
  await vi.waitFor(() => expect(numbers()[0]).toEqual([{ n: 1 }]));
  for (const to of [20, 30]) {
    brush.move(range(0, to), 2);
    await vi.waitFor(() => expect(asked.at(-1)).toEqual([0, to / 10]));
  }
  expect(redraw).toHaveBeenCalledTimes(1);
  expect(frames).toHaveLength(1);
  frames[0]?.(0);
  await vi.waitFor(() => expect(numbers()[0]).toEqual([{ n: 3 }]));
  expect(redraw).toHaveBeenCalledTimes(2);
});

test("a chart whose rows stay the same isn't redrawn", async () => {
  const { brush, asked, targets, numbers } = start();
  const redraw = vi.fn();
  brush.move(range(0, 20), 1);
  await vi.waitFor(() => expect(numbers()).toEqual([[{ n: 2 }], [{ n: 2 }]]));
  targets[0]?.live.subscribe(redraw);
  for (const [from, to] of [
    [10, 30],
    [20, 30],
  ] as const) {
    brush.move(range(from, to), 1);
    await vi.waitFor(() => expect(asked.at(-1)).toEqual([from / 10, to / 10]));
  }
  await vi.waitFor(() => expect(numbers()).toEqual([[{ n: 1 }], [{ n: 1 }]]));
  expect(redraw).toHaveBeenCalledTimes(1);
});

test("charts without an answer in the index are stale and ask the database", async () => {
  const { brush, shownIn, requestOf } = start({ covered: [3] });
  brush.move(range(0, 20), 1);
  await vi.waitFor(() => expect(shownIn(1)?.isStale).toBe(false));
  expect(shownIn(0)).toEqual({ results: undefined, isStale: true });
  expect(requestOf).toHaveBeenCalledWith(2, range(0, 20));
  expect(requestOf).not.toHaveBeenCalledWith(3, expect.anything());
});

test("charts ask the database while the index is being made", async () => {
  const { requestOf, brush } = start({ index: new Promise(() => undefined) });
  brush.move(range(0, 20), 1);
  expect(requestOf).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(requestOf.mock.calls.map(([chartId]) => chartId)).toEqual([2, 3]));
});

test("a range that the index can't answer is asked of the database", async () => {
  const { brush, shownIn, requestOf } = start({ isAnswering: false });
  brush.move(range(0, 20), 1);
  await vi.waitFor(() => expect(requestOf).toHaveBeenCalledTimes(2));
  expect(shownIn(0)?.isStale).toBe(true);
});

test("after the release, charts keep what they show until their own results come", async () => {
  const { brush, numbers, shownIn } = start();
  brush.move(range(0, 20), 1);
  await vi.waitFor(() => expect(numbers()).toEqual([[{ n: 2 }], [{ n: 2 }]]));
  brush.release((chartId) => (chartId === 2 ? { answered: undefined } : undefined));
  expect(shownIn(0)).toMatchObject({ isStale: false, until: { answered: undefined } });
  expect(shownIn(1)).toBeNull();
  brush.move(range(0, 30), 2);
  expect(shownIn(0)?.results?.[0]?.data).toEqual([{ n: 2 }]);
});
