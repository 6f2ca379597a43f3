import type { Layout, Plan } from "./plan.ts";

/** The slider under the axis, and zooming by the wheel with Ctrl. */
export function zoom(plan: Plan, layout: Layout): Record<string, unknown>[] {
  const { theme, isHorizontal } = plan;
  const axis = isHorizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 };
  const place = isHorizontal
    ? { right: 8, width: 18, top: layout.grid.top, bottom: layout.grid.bottom }
    : { bottom: 8, height: 18, left: layout.grid.left, right: layout.grid.right };
  return [
    { type: "inside", ...axis, zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false },
    {
      type: "slider",
      ...axis,
      ...place,
      orient: isHorizontal ? "vertical" : "horizontal",
      borderColor: theme.border,
      fillerColor: `${theme.focus}22`,
      handleStyle: { color: theme.background, borderColor: theme.focus },
      moveHandleStyle: { color: theme.muted },
      dataBackground: { lineStyle: { color: theme.muted }, areaStyle: { color: theme.muted, opacity: 0.4 } },
      selectedDataBackground: { lineStyle: { color: theme.focus }, areaStyle: { color: theme.focus, opacity: 0.2 } },
      textStyle: { color: theme.textTertiary, fontSize: 11 },
      showDetail: false,
      brushSelect: false,
    },
  ];
}
