import type { Drawing } from "../../../chart-seam/chart-type.ts";

export function withoutLabels(drawing: Drawing, hidden: readonly string[]): Drawing {
  const { option } = (drawing.props ?? {}) as { option?: Readonly<Record<string, unknown>> };
  if (!option || hidden.length === 0) return drawing;
  const legend = { show: false, selected: Object.fromEntries(hidden.map((label) => [label, false])) };
  return { ...drawing, props: { ...(drawing.props as object), option: { ...option, legend } } };
}
