import { chartSize, type Layout, parseLayout } from "../model/dashboard-layout.ts";
import { withMissingCharts } from "../model/layout-tree.ts";
import { chartCard } from "./index.ts";

interface ShownChart {
  id: number;
  uuid?: string;
  slice_name: string;
  viz_type: string | null;
}

/** The layout as its page shows it: charts of the dashboard without a place come last, sized by their type. */
export function shownLayout(layout: Layout, charts: readonly ShownChart[]): Layout {
  const sized = charts.map(({ id, uuid, slice_name, viz_type }) => {
    const size = chartSize(viz_type ?? "", chartCard(viz_type ?? "")?.category);
    return { id, name: slice_name, size, ...(uuid === undefined ? {} : { uuid }) };
  });
  return withMissingCharts(layout, sized);
}

/** The same for a stored layout, whose unreadable parts stay. */
export function shownPositions(
  positions: Record<string, unknown>,
  charts: readonly ShownChart[],
): Record<string, unknown> {
  const stored = parseLayout(positions);
  const shown = Object.entries(shownLayout(stored, charts)).filter(([id, part]) => stored[id] !== part);
  return { ...positions, ...Object.fromEntries(shown) };
}
