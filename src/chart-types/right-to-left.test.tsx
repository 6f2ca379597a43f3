import { fireEvent, render } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { chartTheme } from "../chart-kit/colors/theme.ts";
import { EChart } from "../chart-kit/echart/EChart.tsx";
import type { EChartSpec, Hit } from "../chart-kit/echart/echart-spec.ts";
import { localeFrom } from "../i18n/locale.ts";
import { type DrawOptions, drawChart } from "../testing/chart.ts";
import { isSampled } from "../testing/full-size.ts";
import { loadChartType } from "./index.ts";
import { RENDERERS } from "./renderers.ts";

const WIDTH = 608;
const HEIGHT = 400;
const size = { width: WIDTH, height: HEIGHT, theme: chartTheme("light") };
const month = (at: number) => Date.UTC(2001, at, 1);
const TEMPORAL = { types: { time: 2, from: 2, to: 2 } };
const TIMED = [3, 9, 4].map((n, at) => ({ time: month(at), North: n, South: 2 * n }));
const NAMED = [
  { name: "Ash", n: 9 },
  { name: "Birch", n: 5 },
  { name: "Cedar", n: 2 },
];
const FLOWS = [
  { source: "Ash", target: "Cedar", n: 7 },
  { source: "Birch", target: "Cedar", n: 3 },
  { source: "Birch", target: "Dogwood", n: 4 },
];
const BOXES = NAMED.map(({ name, n }) => ({
  kind: name,
  ...Object.fromEntries(["min", "q1", "median", "q3", "max"].map((part, at) => [`n__${part}`, n + at])),
  n__mean: n + 2,
  n__count: 5,
  n__outliers: [],
}));
const TASKS = NAMED.map(({ name, n }, at) => ({ name, from: month(at), to: month(at + n) }));
const NODES = [
  { id: 1, parent: null, name: "Ash", n: 1 },
  { id: 2, parent: 1, name: "Birch", n: 1 },
  { id: 3, parent: 1, name: "Cedar", n: 1 },
];

type Sample = [
  name: string,
  key: string,
  form: object,
  rows: readonly Record<string, unknown>[],
  options?: DrawOptions,
];

const MIRRORED: Sample[] = [
  ["a line chart", "echarts_timeseries_line", { x_axis: "time", metrics: ["n"], groupby: ["name"] }, TIMED, TEMPORAL],
  [
    "horizontal bars",
    "echarts_timeseries_bar",
    { x_axis: "name", metrics: ["n"], orientation: "horizontal", show_value: true },
    NAMED,
  ],
  [
    "stacked bars with the legend on the right",
    "echarts_timeseries_bar",
    {
      x_axis: "time",
      metrics: ["n"],
      groupby: ["name"],
      stack: "Stack",
      show_legend: true,
      legendOrientation: "right",
    },
    TIMED,
    TEMPORAL,
  ],
  ["a heatmap", "heatmap_v2", { x_axis: "source", groupby: "target", metric: "n" }, FLOWS],
  ["box plots", "box_plot", { columns: ["day"], groupby: ["kind"], metrics: ["n"] }, BOXES],
  ["a funnel", "funnel", { groupby: ["name"], metric: "n" }, NAMED],
  ["a Sankey diagram", "sankey_v2", { source: "source", target: "target", metric: "n" }, FLOWS],
  [
    "a tree",
    "tree_chart",
    { id: "id", parent: "parent", name: "name", metric: "n" },
    NODES,
    { types: { id: 1, parent: 1 } },
  ],
  ["a Gantt chart", "gantt_chart", { start_time: "from", end_time: "to", y_axis: "name" }, TASKS, TEMPORAL],
  ["a treemap", "treemap_v2", { groupby: ["name"], metric: "n" }, NAMED],
];
const ROUND: Sample[] = [
  ["a pie", "pie", { groupby: ["name"], metric: "n", label_type: "key", show_legend: false }, NAMED],
  ["a sunburst", "sunburst_v2", { columns: ["name"], metric: "n", show_labels: true }, NAMED],
  [
    "a rose",
    "rose",
    { metrics: ["North"], granularity_sqla: "time" },
    TIMED.map(({ time, North }) => ({ time, North })),
    TEMPORAL,
  ],
];

beforeAll(async () => {
  for (const key of ["gauge_chart", ...[...MIRRORED, ...ROUND].map(([, key]) => key)]) await RENDERERS[key]?.load();
});
const former = localeFrom(() => ({ language: "en" }));
localeFrom(former);
afterEach(() => void localeFrom(former));

async function pictureOf([, key, form, rows, options]: Sample): Promise<EChartSpec> {
  const type = await loadChartType(key);
  if (!type) throw new Error(`no chart type ${key}`);
  const { picture } = drawChart(type, form as Record<string, unknown>, rows, {
    ...options,
    width: WIDTH,
    height: HEIGHT,
  });
  return "picture" in picture ? (picture.picture as EChartSpec) : picture;
}

interface Text {
  text: string;
  x: number;
  y: number;
  anchor: string;
  isForwards: boolean;
}

const STEP = 16;

function placed(place: string, by: number): string {
  const [x, y] = place.split(",").map(Number);
  return `${(x ?? 0) + by},${y}`;
}

interface MarkSides {
  texts: Text[];
  marks: Map<string, string>;
}

function seenIn(picture: EChartSpec, language: "en" | "en-XB"): MarkSides {
  localeFrom(() => ({ language }));
  let found: readonly Hit[] = [];
  const tooltip = (hits: readonly Hit[]) => {
    found = hits;
    return null;
  };
  const { container, unmount } = render(<EChart picture={{ ...picture, tooltip }} {...size} />);
  const svg = container.querySelector("svg");
  if (!svg?.parentElement) throw new Error("nothing is drawn");
  fireEvent.pointerEnter(container.querySelector("[role=img]") as Element);
  const texts = [...svg.querySelectorAll("text")].map(textAt);
  const marks = new Map<string, string>();
  for (let x = STEP; x < WIDTH; x += STEP) {
    for (let y = STEP / 2; y < HEIGHT; y += STEP) {
      found = [];
      fireEvent.mouseMove(svg.parentElement, { clientX: x, clientY: y });
      const [mark] = found;
      if (mark) marks.set(`${x},${y}`, JSON.stringify(mark));
    }
  }
  unmount();
  return { texts, marks };
}

type Matrix = [number, number, number, number, number, number];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

function matrixOf(transform: string): Matrix {
  const parts = [...transform.matchAll(/(matrix|translate)\(([^)]*)\)/g)].map(([, kind, list = ""]): Matrix => {
    const numbers = list.split(/[ ,]+/).map(Number);
    return kind === "matrix" ? (numbers as Matrix) : [1, 0, 0, 1, numbers[0] ?? 0, numbers[1] ?? 0];
  });
  return parts.reduce(times, [1, 0, 0, 1, 0, 0]);
}

function textAt(node: Element): Text {
  let whole: Matrix = [1, 0, 0, 1, 0, 0];
  for (let at: Element | null = node; at; at = at.parentElement)
    whole = times(matrixOf(at.getAttribute("transform") ?? ""), whole);
  const [a, b, c, d, e, f] = times(whole, [1, 0, 0, 1, Number(node.getAttribute("x")), Number(node.getAttribute("y"))]);
  return {
    text: node.textContent ?? "",
    x: tenths(e),
    y: tenths(f),
    anchor: node.getAttribute("text-anchor") ?? "start",
    isForwards: a * d > b * c,
  };
}

const tenths = (value: number) => Math.round(10 * value) / 10;

const OTHER: Record<string, string> = { start: "end", end: "start" };
const mirrored = (text: Text): Text => ({
  ...text,
  x: tenths(WIDTH - text.x),
  anchor: OTHER[text.anchor] ?? text.anchor,
});

describe("right-to-left layout", () => {
  test.each(MIRRORED.filter((_, at) => isSampled(at, 3)))(
    "%s is mirrored, its texts read forwards, and a pointer finds the marks",
    async (...sample) => {
      const picture = await pictureOf(sample);
      const [before, after] = [seenIn(picture, "en"), seenIn(picture, "en-XB")];
      expect(before.texts.length).toBeGreaterThan(1);
      expect(after.texts.every(({ isForwards }) => isForwards)).toBe(true);
      expect(after.texts).toEqual(before.texts.map(mirrored));
      expect(new Set(before.marks.values()).size).toBeGreaterThan(1);
      const other = [...before.marks].map(([place, mark]) => {
        const [x, y] = place.split(",").map(Number);
        return [`${WIDTH - (x ?? 0)},${y}`, mark] as const;
      });
      expect(after.marks).toEqual(new Map(other));
    },
  );

  test.each(ROUND.filter((_, at) => isSampled(at, 3)))("%s stays clockwise", async (...sample) => {
    const picture = await pictureOf(sample);
    const [before, after] = [seenIn(picture, "en"), seenIn(picture, "en-XB")];
    expect(before.texts.length).toBeGreaterThan(2);
    expect(after.texts).toEqual(before.texts);
    // At edges ECharts looks around the pointer, first to the right.
    const within = [...before.marks].filter(([place, mark]) =>
      [-2, -1, 1, 2].every((by) => before.marks.get(placed(place, by * STEP)) === mark),
    );
    expect(new Set(within.map(([, mark]) => mark)).size).toBeGreaterThan(1);
    expect(within.map(([place]) => [place, after.marks.get(place)])).toEqual(within);
  });

  test("keeps a gauge clockwise", async () => {
    const picture = await pictureOf(["a gauge", "gauge_chart", { metric: "n" }, NAMED.slice(0, 1)]);
    const [before, after] = [seenIn(picture, "en"), seenIn(picture, "en-XB")];
    expect(before.texts.length).toBeGreaterThan(2);
    expect(after.texts).toEqual(before.texts);
  });

  test("moves the legend of a pie to the other side", async () => {
    const form = { groupby: ["name"], metric: "n", show_legend: true, legendOrientation: "right", show_labels: false };
    const picture = await pictureOf(["a pie", "pie", form, NAMED]);
    const [before, after] = [seenIn(picture, "en"), seenIn(picture, "en-XB")];
    expect(before.texts.map(({ text }) => text)).toEqual(["Ash", "Birch", "Cedar"]);
    expect(before.texts.every(({ x }) => x > WIDTH / 2)).toBe(true);
    expect(after.texts).toEqual(before.texts.map(mirrored));
  });

  test("mirrors the trend of a number and its pointer", async () => {
    localeFrom(() => ({ language: "en-XB" }));
    const type = await loadChartType("big_number");
    const Chart = await RENDERERS.big_number?.load();
    if (!type || !Chart) throw new Error("no big number");
    const rows = TIMED.map(({ time, North }) => ({ time, n: North }));
    const { drawing } = drawChart(type, { x_axis: "time", metric: "n" }, rows, TEMPORAL);
    const { container } = render(<Chart props={drawing.props} {...size} />);
    const svg = container.querySelector("svg");
    expect(svg?.style.scale).toBe("-1 1");
    const box = { left: 0, right: WIDTH, top: 0, bottom: HEIGHT, width: WIDTH, height: HEIGHT };
    const frame = svg?.parentElement as HTMLElement;
    frame.getBoundingClientRect = () => box as DOMRect;
    const textAt = (clientX: number) => {
      fireEvent.pointerMove(frame, { clientX });
      return frame.querySelector("b")?.textContent;
    };
    expect([textAt(WIDTH - 5), textAt(5)]).toEqual(["3", "4"]);
  });
});
