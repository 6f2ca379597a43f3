import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { densityOf } from "../density.ts";
import type { Measure } from "../values/measure.ts";
import { legendRamp, rampAt, shareOf, visiblePart } from "./color.ts";
import type { LegendCorner, MapLegend } from "./map-spec.ts";
import { scaleOf } from "./paint.ts";

interface Shades {
  legend: MapLegend | null;
  shadeOf(value: number | null): string;
}

interface ShadeOptions {
  ramp: readonly string[];
  values: readonly number[];
  measure: Measure;
  corner: LegendCorner;
}

export function shadesOf(
  { theme, width, height }: { theme: ChartTheme; width: number; height: number },
  { ramp: whole, values, measure, corner }: ShadeOptions,
): Shades {
  const ramp = visiblePart(whole);
  const { low, high, isCut } = scaleOf(values);
  const ends = { low: measure.short(low), high: `${isCut ? "≥ " : ""}${measure.short(high)}` };
  const density = densityOf(width, height);
  const hasLegend = values.length > 0 && (density === "full" || density === "compact");
  const colors = legendRamp(ramp, { low, high });
  return {
    legend: hasLegend ? { corner, title: measure.label, parts: [{ kind: "ramp", colors, ...ends }] } : null,
    shadeOf: (value) => (value === null ? theme.muted : rampAt(ramp, shareOf(value, { low, high }))),
  };
}

export const groundColor = ({ mode }: ChartTheme): string => (mode === "dark" ? "#25282D" : "#ECECE8");

export interface Area {
  id: string;
  value: number | null;
  color?: string;
}

/** Shapes must be registered and projected. */
export function areaSeries(map: string, areas: readonly Area[], theme: ChartTheme) {
  return {
    type: "map",
    ...areaFrame(map),
    selectedMode: false,
    itemStyle: { areaColor: groundColor(theme), borderColor: theme.background, borderWidth: 0.6 },
    label: { show: false },
    emphasis: { label: { show: false }, itemStyle: { borderColor: theme.text, borderWidth: 1.2 } },
    data: areas.map(({ id, value, color: areaColor = groundColor(theme) }) => ({
      name: id,
      value: value ?? 0,
      itemStyle: { areaColor },
      emphasis: { itemStyle: { areaColor } },
    })),
  };
}

export const LEGEND_LINE = 30;

export const areaFrame = (map: string) => ({
  map,
  nameProperty: "id",
  aspectScale: 1,
  preserveAspect: "contain",
  left: 4,
  right: 4,
  top: 4,
  bottom: 4,
});
