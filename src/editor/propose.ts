import { GRID_COLUMNS, type Layout } from "../model/dashboard-layout.ts";
import { insert, newComponent } from "./layout-edits.ts";

export interface ProposedChart {
  id: number;
  uuid?: string | null;
  name: string;
  shape: "figure" | "course" | "table" | "other";
}

const ORDER = ["figure", "course", "other", "table"] as const;
const FIGURES_A_ROW = 4;
const FIGURE_HEIGHT = 14;
const CHART_HEIGHT = 40;

/**
 * Appends charts in full rows: figures first, four per row; then the first chart wide with one beside it; then three
 * per row, trends first and tables last.
 */
export function addProposedCharts(layout: Layout, homeId: string, charts: readonly ProposedChart[]): Layout {
  return rowsOf(charts).reduce((before, row) => {
    const index = before[homeId]?.children.length ?? 0;
    const frame = newComponent("ROW");
    return row.reduce(
      (known, { chart, width, height }, at) =>
        insert(known, componentOf(chart, { width, height }), { parentId: frame.id, index: at }),
      insert(before, frame, { parentId: homeId, index }),
    );
  }, layout);
}

interface Place {
  chart: ProposedChart;
  width: number;
  height: number;
}

function rowsOf(charts: readonly ProposedChart[]): Place[][] {
  const figures = charts.filter(({ shape }) => shape === "figure");
  const others = charts
    .filter(({ shape }) => shape !== "figure")
    .sort((a, b) => ORDER.indexOf(a.shape) - ORDER.indexOf(b.shape));
  const [first, second, ...rest] = others;
  const lead = first && second && rest.length !== 1 ? [[first, second]] : [];
  return [
    ...parts(figures, FIGURES_A_ROW).map((row) => splitEvenly(row, FIGURE_HEIGHT)),
    ...lead.map(([wide, beside]) => [
      { chart: wide as ProposedChart, width: 8, height: CHART_HEIGHT },
      { chart: beside as ProposedChart, width: 4, height: CHART_HEIGHT },
    ]),
    ...parts(lead.length > 0 ? rest : others, 3).map((row) => splitEvenly(row, CHART_HEIGHT)),
  ];
}

function parts<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size);
  const each = Math.ceil(list.length / Math.max(1, count));
  return Array.from({ length: count }, (_, at) => list.slice(at * each, (at + 1) * each)).filter(
    (part) => part.length > 0,
  );
}

const splitEvenly = (row: readonly ProposedChart[], height: number): Place[] =>
  row.map((chart) => ({ chart, width: Math.floor(GRID_COLUMNS / row.length), height }));

function componentOf({ id, uuid, name }: ProposedChart, size: { width: number; height: number }) {
  return newComponent("CHART", { chartId: id, ...(uuid ? { uuid } : {}), sliceName: name, ...size });
}
