import { niceScale } from "../../chart-kit/axes/nice-scale.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import { mergeOptions, parseEChartOptions } from "../../chart-kit/echart/echart-options.ts";
import type { EChartSpec, Hit, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { POWERS, tickFormatter } from "../../chart-kit/format/plain-number.ts";
import { legendMargins, legendOption, type Margins } from "../../chart-kit/legend/legend.ts";
import { widest } from "../../chart-kit/text-width.ts";
import { axes } from "../../chart-kit/timeseries/axes.ts";
import { layerProblems } from "../../chart-kit/timeseries/layers.ts";
import { legendNames } from "../../chart-kit/timeseries/layout.ts";
import { marks } from "../../chart-kit/timeseries/marks.ts";
import { initialZoom } from "../../chart-kit/timeseries/narrow-bars.ts";
import { type Layout, type Plan, planOf } from "../../chart-kit/timeseries/plan.ts";
import { xLabel } from "../../chart-kit/timeseries/query.ts";
import { withOthers } from "../../chart-kit/timeseries/small-series.ts";
import { valueExtent } from "../../chart-kit/timeseries/stack.ts";
import { summaryOf } from "../../chart-kit/timeseries/summary.ts";
import { markOf, tooltipOf } from "../../chart-kit/timeseries/tooltip.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { alignResults, downsampleBoth } from "./results.ts";
import { type MixedForm, type Part, partsOf } from "./schema.ts";

type Option = Record<string, unknown>;

interface Planned {
  plan: Plan;
  part: Part;
  layout: Layout;
}

export function transform(input: TransformInput<MixedForm>): Drawing<EChartSpec> {
  const [first, second] = plannedOf(input);
  const both = [first, second];
  const offset = first.plan.series.length;
  const own = (hit: Hit) =>
    hit.seriesIndex < offset
      ? { plan: first.plan, hit }
      : { plan: second.plan, hit: { ...hit, seriesIndex: hit.seriesIndex - offset } };
  const summary = both
    .filter(({ plan }) => plan.series.length > 0)
    .map(({ plan }) => summaryOf(plan, input.dataset))
    .join(" ");
  const all = both.flatMap(({ plan }) => plan.series);
  const length = first.plan.frame.x.length;
  const { options, problem } = parseEChartOptions(input.formData.echart_options);
  return {
    summary: summary || t("Mixed chart, no values."),
    isEmpty: length === 0 || all.every((series) => series.values.every((value) => value === null)),
    ...warningOf([problem, ...layerProblems(input)]),
    props: {
      option: mergeOptions(optionOf(first, second, input.formData), options) as Option,
      summary,
      // A line without markers is one element.
      size: length * Math.max(1, both.flatMap(({ plan }) => (isPlainLine(plan) ? [] : plan.series)).length),
      walk: all.map((_, seriesIndex) => ({ seriesIndex, length })),
      mark: (hit) => {
        const { plan, hit: inside } = own(hit);
        return markOf(plan, inside);
      },
      tooltip: (hits) => {
        const split = [first.plan, second.plan].map((plan) =>
          hits
            .map(own)
            .filter((one) => one.plan === plan)
            .map((one) => one.hit),
        );
        return mergeTooltips([tooltipOf(first.plan, split[0] ?? []), tooltipOf(second.plan, split[1] ?? [])]);
      },
    },
  };
}

const isPlainLine = ({ kind, form }: Plan) => kind.mark === "line" && !form.markerEnabled && !form.show_value;

/** No total: the queries may have different units. */
function mergeTooltips(contents: readonly (TooltipContent | null)[]): TooltipContent | null {
  const known = contents.filter((content) => content !== null);
  const title = known.find((content) => content.title !== undefined)?.title;
  const note = known.find((content) => content.note !== undefined)?.note;
  if (known.length === 0) return null;
  return {
    ...(title === undefined ? {} : { title }),
    rows: known.flatMap((content) => content.rows),
    ...(note === undefined ? {} : { note }),
  };
}

function plannedOf(input: TransformInput<MixedForm>): [Planned, Planned] {
  const parts = partsOf(input.formData);
  const axis = xLabel(parts[0].form) ?? "";
  const both = alignResults(input.results, axis);
  const { zoomable, xAxisForceCategorical } = input.formData;
  const isWhole = zoomable || xAxisForceCategorical || parts.some(({ kind }) => kind.mark === "scatter");
  const { results, sampledFrom } = isWhole ? { results: both } : downsampleBoth(both, axis, input.width);
  const plans = parts.map((part, index) => {
    const result = results[index] ?? {};
    const own = { ...input, formData: part.form, results: [result] };
    const plan = planOf(own, part.kind, (frame) => ({
      ...withOthers(frame, own, part.kind),
      ...(sampledFrom ? { sampledFrom } : {}),
    }));
    return named(plan, input.formData, index);
  });
  const [a, b] = behindSelection(plans) as [Plan, Plan];
  const layouts = layoutsOf([a, b], parts, input.formData);
  return [
    { plan: a, part: parts[0], layout: layouts[0] },
    { plan: b, part: parts[1], layout: layouts[1] },
  ];
}

function behindSelection(plans: readonly Plan[]): Plan[] {
  const hasSelected = ({ series, selectedPoints }: Plan) =>
    selectedPoints !== null || series.some(({ isSelected }) => isSelected);
  if (!plans.some(hasSelected)) return [...plans];
  return plans.map((plan) =>
    hasSelected(plan) ? plan : { ...plan, series: plan.series.map((series) => ({ ...series, isFocus: false })) },
  );
}

function named(plan: Plan, form: MixedForm, index: number): Plan {
  if (!form.show_query_identifiers) return plan;
  const query = index === 0 ? t("Query A") : t("Query B");
  return { ...plan, series: plan.series.map((series) => ({ ...series, label: `${series.label} (${query})` })) };
}

const TITLE = 18;

function layoutsOf(plans: readonly [Plan, Plan], parts: readonly [Part, Part], form: MixedForm): [Layout, Layout] {
  const [{ width, height, density }] = plans;
  const isBare = density === "bare" || density === "figure";
  const scales = parts.map((part) => {
    const own = plans.filter((_, index) => parts[index]?.isSecondary === part.isSecondary);
    return own[0] && !own[0].form.logAxis ? scaleOf(own) : null;
  });
  const room = (isSecondary: boolean) => {
    const index = parts.findIndex((part) => part.isSecondary === isSecondary);
    return isBare ? 4 : tickRoom(plans[index], scales[index]);
  };
  const hasLegend = namesOf(plans).length > 1 && form.show_legend && height >= 180 && !isBare;
  const legend = hasLegend ? legendMargins(namesOf(plans), { ...form, width, height }) : NO_MARGINS;
  const titles = density === "full" ? titleRoom(form) : NO_MARGINS;
  const values = plans.some((plan) => plan.form.show_value) ? 12 : 0;
  const grid = {
    left: room(false) + legend.left + titles.left,
    right: room(true) + legend.right + titles.right,
    top: 10 + values + legend.top + titles.top,
    bottom: (isBare ? 6 : 24) + legend.bottom + titles.bottom + (form.zoomable ? 40 : 0),
  };
  const layout = (scale: Layout["scale"]): Layout => ({
    grid,
    scale,
    plotWidth: Math.max(1, width - grid.left - grid.right),
    plotHeight: Math.max(1, height - grid.top - grid.bottom),
    naming: hasLegend ? "legend" : "none",
    hidesValueAxis: false,
    categoryWidth: 180,
    labelTurn: form.xAxisLabelRotation,
  });
  return [layout(scales[0] ?? null), layout(scales[1] ?? null)];
}

const NO_MARGINS: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

function tickRoom(plan: Plan | undefined, scale: Layout["scale"] | undefined): number {
  if (!plan) return 16;
  const ticks = scale?.ticks ?? valueExtent(plan.series, plan.frame.x.length);
  return Math.max(16, Math.ceil(widest(ticks.map(tickFormatter(plan.formats.tick, scale?.ticks ?? POWERS)))) + 10);
}

function titleRoom(form: MixedForm): Margins {
  const isTop = form.y_axis_title_position === "Top";
  return {
    left: form.y_axis_title && !isTop ? TITLE + form.y_axis_title_margin : 0,
    right: form.yAxisTitleSecondary && !isTop ? TITLE : 0,
    top: (form.y_axis_title || form.yAxisTitleSecondary) && isTop ? TITLE : 0,
    bottom: form.x_axis_title ? TITLE + form.x_axis_title_margin : 0,
  };
}

const namesOf = (plans: readonly Plan[]) => plans.flatMap((plan) => legendNames(plan));

function scaleOf(plans: readonly Plan[]) {
  const [plan] = plans;
  const [min, max] = plan?.form.y_axis_bounds ?? [null, null];
  const length = plan?.frame.x.length ?? 0;
  const lines = plans.flatMap(({ formulas }) =>
    formulas.map(({ values }) => ({ drawn: values, stackName: undefined })),
  );
  const series = plans.flatMap((one, index) =>
    one.series.map((own) => ({ ...own, stackName: own.stackName && `${index} ${own.stackName}` })),
  );
  return niceScale(valueExtent([...series, ...lines], length), {
    count: plan?.density === "full" ? 5 : 2.5,
    fromData: plan?.form.truncateYAxis === true,
    min,
    max,
    // Grid lines belong to both sides.
    isSnug: plans.length > 1 && !plan?.form.minorTicks && !plan?.form.minorSplitLine,
  });
}

function optionOf(first: Planned, second: Planned, form: MixedForm): Option {
  const both = [first, second];
  const { plan, layout } = first;
  const bars = both.find((one) => one.plan.kind.mark === "bar") ?? first;
  const hasRight = both.some(({ part }) => part.isSecondary);
  const left = both.find(({ part }) => !part.isSecondary);
  const right = both.find(({ part }) => part.isSecondary);
  const own = both.map((one, index) => marks(one.plan, one.layout).map((series) => placed(series, one, index)));
  const split = own.map((series, index) => ({
    mine: series.slice(0, both[index]?.plan.series.length),
    more: series.slice(both[index]?.plan.series.length),
  }));
  return {
    grid: { ...layout.grid, outerBoundsMode: "none" },
    xAxis: axes(bars.plan, fixed(layout)).xAxis,
    yAxis: [
      { ...leftAxis(left ?? first), show: left !== undefined },
      ...(hasRight && right ? [rightAxis(right, form)] : []),
    ],
    series: [...split.flatMap(({ mine }) => mine), ...split.flatMap(({ more }) => more)],
    tooltip: { ...tooltipOption(plan.theme), trigger: plan.form.rich_tooltip ? "axis" : "item" },
    ...(layout.naming === "legend"
      ? {
          legend: legendOption(
            namesOf([first.plan, second.plan]),
            { ...plan.form, width: plan.width, height: plan.height },
            plan.theme,
          ),
        }
      : {}),
    ...(plan.form.zoomable ? { dataZoom: [initialZoom(plan)] } : {}),
  };
}

/** Fixed ticks regardless of the legend, so that both sides share grid lines. */
const fixed = (layout: Layout): Layout => ({ ...layout, naming: "none" });

const MUTED_BAR_OPACITY = 0.4;

function placed(series: Option, { part, plan }: Planned, index: number): Option {
  const isBehind = plan.series.length > 0 && plan.series.every(({ isFocus }) => !isFocus);
  return {
    ...series,
    ...(part.isSecondary ? { yAxisIndex: 1 } : {}),
    ...(series.stack ? { stack: `${index} ${String(series.stack)}` } : {}),
    ...(series.type === "bar" ? { z: 1 } : {}),
    ...(series.type === "bar" && isBehind
      ? { itemStyle: { ...(series.itemStyle as Option), opacity: MUTED_BAR_OPACITY } }
      : {}),
  };
}

function leftAxis({ plan, layout }: Planned): Option {
  return { ...axes(plan, fixed(layout)).yAxis, position: "left" };
}

function rightAxis({ plan, layout }: Planned, form: MixedForm): Option {
  const { name: _, ...rest } = axes(plan, fixed(layout)).yAxis;
  const title = plan.density === "full" ? form.yAxisTitleSecondary : undefined;
  const style = { color: plan.theme.textTertiary, fontSize: 11, fontFamily: plan.theme.fontFamily };
  const named =
    form.y_axis_title_position === "Top"
      ? { nameLocation: "end", nameGap: 10, nameTextStyle: { ...style, align: "right" } }
      : { nameLocation: "middle", nameRotate: -90, nameGap: layout.grid.right - 14, nameTextStyle: style };
  return { ...rest, position: "right", splitLine: { show: false }, ...(title ? { name: title, ...named } : {}) };
}
