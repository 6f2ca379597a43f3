import { BarChart, CustomChart, LineChart } from "echarts/charts";
import { GraphicComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import type { DashboardChart } from "../../src/api/dashboard/contract.ts";
import { LabelColors } from "../../src/chart-kit/colors/label-colors.ts";
import { rampOf } from "../../src/chart-kit/colors/ramps.ts";
import { chartTheme } from "../../src/chart-kit/colors/theme.ts";
import { ChartHost } from "../../src/chart-kit/echart/echart-host.ts";
import { type EChartSpec, SVG_MARKS } from "../../src/chart-kit/echart/echart-spec.ts";
import { loadTypedForm } from "../../src/chart-types/index.ts";
import type { Dataset } from "../../src/model/dataset.ts";
import type { FormData } from "../../src/model/form-data.ts";
import type { ChartDataResult } from "../../src/model/query-context.ts";
import type { FloorPlan, Place } from "./plan.ts";

/**
 * Lower bound for a dashboard page: the same queries in one request and the same charts in the same boxes, without an
 * interface. Tables and numbers are plain text.
 */

use([BarChart, CustomChart, LineChart, GraphicComponent, GridComponent, LegendComponent, TooltipComponent]);
use([LabelLayout, CanvasRenderer, SVGRenderer]);

const theme = chartTheme("light");
const colors = new LabelColors();

const plan = JSON.parse(document.getElementById("plan")?.textContent ?? "") as FloorPlan;
const charts = new Map(carried<DashboardChart[]>("/charts").map((chart) => [chart.id, chart]));
const datasets = carried<Dataset[]>("/datasets");
const answers = new Map<number, readonly ChartDataResult[]>();

function carried<T>(end: string): T {
  const element = document.querySelector(`script[data-answer$="${end}"]`);
  return (JSON.parse(element?.textContent ?? "") as { result: T }).result;
}

async function open(): Promise<void> {
  const requests = plan.contexts.map((context, i) => ({ key: String(i), context }));
  const response = await fetch("/api/v1/chart/data/batch", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const lines = (await response.text()).trim().split("\n");
  for (const line of lines) {
    const { key, body } = JSON.parse(line) as { key: string; body: { result: ChartDataResult[] } };
    const place = plan.places.find(({ contextAt }) => contextAt === Number(key));
    if (place) answers.set(place.chartId, body.result);
  }
  for (const place of plan.places) await draw(place);
  document.documentElement.dataset.drawn = "true";
}

async function draw({ chartId, left, top, width, height }: Place): Promise<void> {
  const chart = charts.get(chartId);
  const results = answers.get(chartId);
  const typed = chart && (await loadTypedForm(chart.form_data as FormData));
  if (!typed || !results) throw new Error(`no chart ${chartId}`);
  const box = document.createElement("div");
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.querySelector("main")?.append(box);
  const { type, formData } = typed;
  const { props } = type.transform({
    formData,
    results,
    dataset: datasets.find(({ id }) => `${id}__table` === formData.datasource),
    theme,
    width,
    height,
    colorOf: colors.chart(chartId, {}),
    rampOf: (scheme) => rampOf(scheme, theme),
  });
  const drawn = props as Partial<EChartSpec> & { picture?: EChartSpec; pictureHeight?: number; text?: string };
  const picture = drawn.picture ?? (drawn.option ? (drawn as EChartSpec) : undefined);
  if (!picture) box.textContent = drawn.text ?? JSON.stringify(results[0]?.data);
  else {
    const host = new ChartHost(box, picture.size <= SVG_MARKS ? "svg" : "canvas", { current: {} });
    host.draw(picture, { width, height: drawn.pictureHeight ?? height, theme });
  }
}

void open();
