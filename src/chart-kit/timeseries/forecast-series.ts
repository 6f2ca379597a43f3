import { seriesColor } from "./end-labels.ts";
import type { Plan, PlannedSeries } from "./plan.ts";

type Option = Record<string, unknown>;

export function forecasted(plan: Plan): readonly PlannedSeries[] {
  return plan.stack === "expand" || plan.stack === "stream" ? [] : plan.series.filter((series) => series.forecast);
}

export function forecastLines(plan: Plan): Option[] {
  return forecasted(plan).map((series) => {
    const color = seriesColor(plan, series);
    return {
      type: "line",
      name: series.label,
      data: points(plan, series.forecast?.yhat ?? []),
      ...(series.stackName ? { stack: `forecast ${series.stackName}`, stackStrategy: "samesign" } : {}),
      symbol: "circle",
      symbolSize: 5,
      showSymbol: false,
      z: 3,
      itemStyle: { color, borderColor: plan.theme.background, borderWidth: 1.5 },
      lineStyle: { color, width: 1.5, type: [5, 4], cap: "round" },
      emphasis: { focus: "none", lineStyle: { width: 1.5 } },
      blur: { lineStyle: { opacity: 0.25 } },
    };
  });
}

export function forecastBands(plan: Plan): Option[] {
  if (plan.stack !== "none") return [];
  const opacity = forecasted(plan).length > 3 ? 0.08 : 0.16;
  return forecasted(plan).flatMap((series, i) => {
    const { lower = [], upper = [] } = series.forecast ?? {};
    const height = upper.map((value, at) => (value === null ? null : value - (lower[at] ?? value)));
    const shared = {
      type: "line",
      name: series.label,
      stack: `forecast band ${i}`,
      stackStrategy: "all",
      silent: true,
      symbol: "none",
      z: 1,
      lineStyle: { opacity: 0 },
      itemStyle: { color: seriesColor(plan, series) },
      tooltip: { show: false },
      emphasis: { disabled: true },
    };
    return [
      { ...shared, data: points(plan, lower) },
      { ...shared, data: points(plan, height), areaStyle: { color: seriesColor(plan, series), opacity } },
    ];
  });
}

interface Extent {
  drawn: readonly (number | null)[];
  stackName: string | undefined;
}

export function forecastExtent(plan: Plan): Extent[] {
  return forecasted(plan).flatMap(({ forecast, stackName }): Extent[] => {
    if (!forecast) return [];
    if (stackName) return [{ drawn: forecast.yhat, stackName: `forecast ${stackName}` }];
    return [forecast.lower, forecast.upper].map((drawn) => ({ drawn, stackName: undefined }));
  });
}

function points(plan: Plan, values: readonly (number | null)[]): unknown[] {
  const { frame, form, isHorizontal } = plan;
  return values.map((value, i) => {
    const shown = form.logAxis && value !== null && value <= 0 ? null : value;
    if (frame.xKind === "category") return shown;
    return isHorizontal ? [shown, frame.x[i]] : [frame.x[i], shown];
  });
}
