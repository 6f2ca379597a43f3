import type { ECharts } from "echarts/core";
import type { SvgNode } from "./mirrored.ts";

interface Painter {
  renderToVNode?(...args: unknown[]): SvgNode;
}

/**
 * ECharts names SVG nodes by its own objects, most of which are new in each redraw, and so replaces the page's elements.
 * Named by their place, the elements stay, and only what changed is written.
 */
export function keepElements(chart: ECharts): void {
  const { painter } = chart.getZr() as unknown as { painter: Painter };
  const render = painter.renderToVNode;
  if (!render) return;
  painter.renderToVNode = (...args) => {
    const root = render.apply(painter, args);
    for (const node of root.children ?? []) if (node.key === "main") nameByPlace(node);
    return root;
  };
}

function nameByPlace({ children }: SvgNode): void {
  const counts: Record<string, number> = {};
  for (const child of children ?? []) {
    const count = (counts[child.tag] ?? 0) + 1;
    counts[child.tag] = count;
    child.key = `${child.tag}${count}`;
    nameByPlace(child);
  }
}
