import { CHART_SIZE, FIGURE_SIZE, GRID_COLUMNS, type Layout, type TileSize } from "../model/dashboard-layout.ts";
import { insert, newComponent } from "./layout-edits.ts";
import { innerWidth } from "./layout-rules.ts";

export interface ProposedChart {
  id: number;
  uuid?: string | null;
  name: string;
  shape: "figure" | "course" | "table" | "other";
}

const ORDER = ["figure", "course", "other", "table"] as const;

/**
 * Appends charts in full rows: figures first, four per row; then the first chart wide with one beside it; then three
 * per row, trends first and tables last. Within a column, rows have as many charts as it has room for.
 */
export function addProposedCharts(layout: Layout, homeId: string, charts: readonly ProposedChart[]): Layout {
  return rowsOf(charts, innerWidth(layout, homeId)).reduce((before, row) => {
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

function rowsOf(charts: readonly ProposedChart[], columns: number): Place[][] {
  const figures = charts.filter(({ shape }) => shape === "figure");
  const others = charts
    .filter(({ shape }) => shape !== "figure")
    .sort((a, b) => ORDER.indexOf(a.shape) - ORDER.indexOf(b.shape));
  const [first, second, ...rest] = others;
  const hasLead = columns === GRID_COLUMNS && first && second && rest.length !== 1;
  const split = (row: readonly ProposedChart[], height: number) => splitEvenly(row, { height, width: columns });
  return [
    ...parts(figures, Math.floor(columns / FIGURE_SIZE.width)).map((row) => split(row, FIGURE_SIZE.height)),
    ...(hasLead
      ? [
          [
            { chart: first, width: 8, height: CHART_SIZE.height },
            { chart: second, width: 4, height: CHART_SIZE.height },
          ],
        ]
      : []),
    ...parts(hasLead ? rest : others, Math.floor(columns / CHART_SIZE.width)).map((row) =>
      split(row, CHART_SIZE.height),
    ),
  ];
}

function parts<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / Math.max(1, size));
  const each = Math.ceil(list.length / Math.max(1, count));
  return Array.from({ length: count }, (_, at) => list.slice(at * each, (at + 1) * each)).filter(
    (part) => part.length > 0,
  );
}

const splitEvenly = (row: readonly ProposedChart[], { width, height }: TileSize): Place[] =>
  row.map((chart) => ({ chart, width: Math.floor(width / row.length), height }));

function componentOf({ id, uuid, name }: ProposedChart, size: TileSize) {
  return newComponent("CHART", { chartId: id, ...(uuid ? { uuid } : {}), sliceName: name, ...size });
}
