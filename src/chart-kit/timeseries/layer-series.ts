import type { LayerMark, PlannedLayer } from "./layers.ts";
import type { Plan } from "./plan.ts";

type Option = Record<string, unknown>;

export function layerSeries(plan: Plan): Option[] {
  return plan.layers.flatMap((layer) => {
    if (layer.kind === "TIME_SERIES") return layer.lines.map((line) => timeSeries(plan, layer, line));
    const shared = { type: "line", name: layer.name, data: [], silent: true, itemStyle: { color: layer.color } };
    return layer.kind === "EVENT"
      ? [{ ...shared, markLine: eventLines(plan, layer) }]
      : [{ ...shared, markArea: intervalAreas(plan, layer) }];
  });
}

export function layerNames(plan: Plan): string[] {
  return plan.layers.flatMap((layer) =>
    layer.kind === "TIME_SERIES" ? layer.lines.map((line) => line.name) : [layer.name],
  );
}

function eventLines(plan: Plan, layer: PlannedLayer): Option {
  const axis = plan.isHorizontal ? "yAxis" : "xAxis";
  return {
    silent: true,
    symbol: "none",
    animation: false,
    z: 4,
    lineStyle: { color: layer.color, width: layer.width, type: layer.line, opacity: layer.opacity },
    label: {
      ...label(plan, layer),
      ...(hasRoomAbove(plan) ? { position: "end", width: 100 } : { position: "insideEndTop" }),
    },
    data: layer.marks.map((mark) => ({ name: mark.title, [axis]: mark.from })),
  };
}

function intervalAreas(plan: Plan, layer: PlannedLayer): Option {
  const axis = plan.isHorizontal ? "yAxis" : "xAxis";
  return {
    silent: true,
    animation: false,
    z: 1,
    itemStyle: { color: layer.color, opacity: layer.opacity },
    label: { ...label(plan, layer), position: "insideTop" },
    data: layer.marks.map((mark) => [{ name: mark.title, [axis]: mark.from }, { [axis]: mark.to }]),
  };
}

const MOST_ABOVE = 8;

export function hasRoomAbove(plan: Plan): boolean {
  const named = plan.layers.filter((layer) => layer.kind === "EVENT" && layer.showLabel);
  const count = named.reduce((sum, layer) => sum + layer.marks.length, 0);
  return plan.density === "full" && !plan.isHorizontal && count > 0 && count <= MOST_ABOVE;
}

function label({ theme, density }: Plan, layer: PlannedLayer): Option {
  return {
    show: layer.showLabel && density === "full",
    formatter: ({ name }: { name: string }) => name,
    color: theme.textSecondary,
    fontSize: 11,
    fontFamily: theme.fontFamily,
    textBorderColor: theme.background,
    textBorderWidth: 3,
    opacity: 1,
    width: 140,
    overflow: "truncate",
  };
}

function timeSeries(plan: Plan, layer: PlannedLayer, line: PlannedLayer["lines"][number]): Option {
  const { color } = layer;
  return {
    type: "line",
    name: line.name,
    silent: true,
    z: 2,
    data: line.points.map(([at, value]) => (plan.isHorizontal ? [value, at] : [at, value])),
    symbol: "circle",
    symbolSize: 6,
    showSymbol: layer.showMarkers,
    itemStyle: { color, opacity: layer.opacity },
    lineStyle: { color, width: layer.hideLine ? 0 : layer.width, type: layer.line, opacity: layer.opacity },
    tooltip: { show: false },
    emphasis: { disabled: true },
    endLabel: {
      show: layer.showLabel && plan.density === "full",
      formatter: () => line.name,
      color: plan.theme.textSecondary,
      fontSize: 11,
      align: "right",
      verticalAlign: "bottom",
      offset: [-8, -2],
    },
  };
}

export function marksAt(plan: Plan, index: number): { layer: PlannedLayer; mark: LayerMark }[] {
  const { frame } = plan;
  const isCategory = frame.xKind === "category";
  const at = isCategory ? index : frame.x[index];
  if (typeof at !== "number") return [];
  const next = isCategory ? index + 1 : frame.x[index + 1];
  const until = typeof next === "number" && next > at ? next : Number.POSITIVE_INFINITY;
  return plan.layers.flatMap((layer) =>
    layer.marks
      .filter((mark) => (mark.from >= at && mark.from < until) || (mark.from <= at && mark.to >= at))
      .map((mark) => ({ layer, mark })),
  );
}

export function linesAt(plan: Plan, index: number): { layer: PlannedLayer; name: string; value: number }[] {
  const at = plan.frame.xKind === "category" ? index : plan.frame.x[index];
  return plan.layers.flatMap((layer) =>
    layer.lines.flatMap(({ name, points }) => {
      const point = points.find(([place]) => place === at);
      return point ? [{ layer, name, value: point[1] }] : [];
    }),
  );
}
