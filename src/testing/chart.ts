import { CustomChart } from "echarts/charts";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { LabelColors } from "../chart-kit/colors/label-colors.ts";
import { rampOf } from "../chart-kit/colors/ramps.ts";
import { chartTheme } from "../chart-kit/colors/theme.ts";
import type { EChartSpec } from "../chart-kit/echart/echart-spec.ts";
import type { ChartType, Drawing, Selection, TransformInput } from "../chart-seam/chart-type.ts";

export type Parsed = ReturnType<typeof JSON.parse>;

export interface DrawOptions {
  width?: number;
  height?: number;
  selected?: Selection | null;
  mode?: "light" | "dark";
  /** 0 numeric, 1 string, 2 temporal, 3 boolean; default: by value. */
  types?: Readonly<Record<string, number>>;
  dataset?: TransformInput["dataset"];
  timeExtent?: TransformInput["timeExtent"];
  colors?: LabelColors;
  /** Other parts of the result. */
  result?: Partial<TransformInput["results"][number]>;
}

export interface Drawn {
  drawing: Drawing;
  picture: EChartSpec;
  option: Record<string, Parsed>;
}

export function drawChart(
  type: ChartType,
  formData: Record<string, unknown>,
  rows: readonly Record<string, unknown>[],
  options: DrawOptions = {},
): Drawn {
  const theme = chartTheme(options.mode ?? "light");
  const names = Object.keys(rows[0] ?? {});
  const typeOf = (name: string) => options.types?.[name] ?? (rows.some((row) => typeof row[name] === "number") ? 0 : 1);
  const drawing = type.transform({
    formData: { ...type.defaults(), datasource: "1__table", ...formData, viz_type: type.key },
    results: [{ data: [...rows], colnames: names, coltypes: names.map(typeOf), ...options.result }],
    theme,
    colorOf: (options.colors ?? new LabelColors()).chart(1),
    rampOf: (key) => rampOf(key, theme),
    width: options.width ?? 600,
    height: options.height ?? 400,
    selected: options.selected ?? null,
    dataset: options.dataset,
    timeExtent: options.timeExtent,
  });
  const picture = drawing.props as EChartSpec;
  return { drawing, picture, option: (picture.option ?? {}) as Record<string, Parsed> };
}

/** The text in ECharts' SVG output, in order. Callers register series other than custom ones. */
export function textsOf(option: Readonly<Record<string, unknown>>, size = { width: 600, height: 400 }): string[] {
  use([CustomChart, SVGRenderer]);
  const chart = init(null, null, { renderer: "svg", ssr: true, ...size });
  chart.setOption({ animation: false, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? "");
}

/** Large time series store points as plain numbers in a row. */
export function pointsOf(data: Parsed): [number, number | null][] {
  if (!(data instanceof Float64Array)) return data;
  return Array.from({ length: data.length / 2 }, (_, i) => [
    data[2 * i] ?? 0,
    Number.isNaN(data[2 * i + 1]) ? null : (data[2 * i + 1] ?? null),
  ]);
}
