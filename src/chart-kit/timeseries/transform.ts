import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { tooltipOption } from "../echart/base-option.ts";
import { mergeOptions, parseEChartOptions } from "../echart/echart-options.ts";
import { legendOption } from "../legend/legend.ts";
import { warningOf } from "../warning.ts";
import { axes, skippedNamesText } from "./axes.ts";
import { downsample } from "./downsample.ts";
import { DASHES, endLabels, isDashed } from "./end-labels.ts";
import { forecasted } from "./forecast-series.ts";
import { layerProblems } from "./layers.ts";
import { layoutOf, legendNames } from "./layout.ts";
import { figure, marks, seriesOffset } from "./marks.ts";
import { initialZoom, narrowBarsText, withFittingBars } from "./narrow-bars.ts";
import { type Plan, planOf } from "./plan.ts";
import { brushOf } from "./range.ts";
import type { TimeseriesForm, TimeseriesKind } from "./schema.ts";
import { withOthers } from "./small-series.ts";
import { SWITCH_HEIGHT, stackSwitchOf, type TimeseriesPicture } from "./stack.ts";
import { summaryOf } from "./summary.ts";
import { markOf, tooltipOf } from "./tooltip.ts";
import { unfinishedVeils } from "./unfinished.ts";

export function timeseriesDrawing(
  input: TransformInput<TimeseriesForm>,
  kind: TimeseriesKind,
): Drawing<TimeseriesPicture> {
  const stackSwitch = stackSwitchOf(input, kind);
  const shown = stackSwitch ? withStackSwitch(input, stackSwitch.value) : input;
  const { width } = shown;
  const planWith = (form: TimeseriesForm) =>
    planOf({ ...shown, formData: form }, kind, (frame) =>
      downsample(withOthers(frame, shown, kind), { form, kind, width }),
    );
  const plan = withFittingBars(planWith(shown.formData), planWith);
  const own = parseEChartOptions(
    kind.mark === "scatter" || kind.curve === "step" ? undefined : plan.form.echart_options,
  );
  const option = mergeOptions(optionOf(plan), own.options) as Record<string, unknown>;
  const summary = summaryOf(plan, shown.dataset);
  const offset = seriesOffset(plan);
  const length = plan.frame.x.length;
  return {
    summary,
    isEmpty: length === 0 || plan.series.every((series) => series.values.every((value) => value === null)),
    ...warningOf([own.problem, ...layerProblems(input), narrowBarsText(plan), skippedNamesText(plan, layoutOf(plan))]),
    ...noteOf(plan),
    props: {
      option,
      summary,
      size: length * (plan.series.length + 3 * forecasted(plan).length),
      tooltip: (hits) => tooltipOf(plan, hits),
      mark: (hit) => markOf(plan, hit),
      ...(stackSwitch ? { stackSwitch } : {}),
      ...(plan.form.show_value && plan.stack !== "none"
        ? { hide: (names) => Object.assign(plan, { hidden: names }) }
        : {}),
      brush: brushOf(plan, input.selected),
      walk: plan.series.map((_, i) => ({ seriesIndex: i + offset, length })),
    },
  };
}

function noteOf(plan: Plan): Pick<Drawing, "note"> {
  const fit = plan.barFit === "stacked" && t("Stacked, because the bars don't fit side by side");
  const notes = [fit, cutStackText(plan)].filter(Boolean);
  return notes.length > 0 ? { note: notes.join(". ") } : {};
}

/** A stack looks like the total, which a series limit without Others cuts. */
function cutStackText({ stack, form, frame, kind }: Plan): string | undefined {
  const limit = Number(form.limit ?? 0);
  const isCut = limit > 0 && form.groupby.length > 0 && !form.group_others_when_limit_reached;
  if (!isCut || stack === "none" || kind.mark === "scatter") return undefined;
  const series = new Set(frame.series.map(({ dimensions }) => JSON.stringify(dimensions))).size;
  return series >= limit ? t("Total of the {limit, number} largest series; there may be more", { limit }) : undefined;
}

function withStackSwitch(input: TransformInput<TimeseriesForm>, stack: string | null): TransformInput<TimeseriesForm> {
  return { ...input, height: input.height - SWITCH_HEIGHT, formData: { ...input.formData, stack } };
}

function optionOf(plan: Plan): Record<string, unknown> {
  const layout = layoutOf(plan);
  const graphic = [
    ...(layout.naming === "end" ? endLabels(plan, layout) : []),
    ...figure(plan, layout),
    ...unfinishedVeils(plan, layout),
  ];
  return {
    grid: { ...layout.grid, outerBoundsMode: "none" },
    ...axes(plan, layout),
    series: plan.density === "figure" ? [] : marks(plan, layout),
    tooltip: tooltip(plan),
    ...(layout.naming === "legend"
      ? {
          legend: withDashes(
            legendOption(legendNames(plan), { ...plan.form, width: plan.width, height: plan.height }, plan.theme),
            plan,
          ),
        }
      : {}),
    ...(graphic.length > 0 ? { graphic } : {}),
    ...(plan.form.zoomable && layout.grid.bottom > 6 ? { dataZoom: [initialZoom(plan)] } : {}),
  };
}

function withDashes(legend: Record<string, unknown>, plan: Plan): Record<string, unknown> {
  const dashed = new Set(plan.series.filter((series) => isDashed(plan, series)).map(({ label }) => label));
  const names = legend.data as string[];
  const icon = `path://${DASHES}`;
  return { ...legend, data: names.map((name) => (dashed.has(name) ? { name, icon } : name)) };
}

function tooltip(plan: Plan): Record<string, unknown> {
  const base = tooltipOption(plan.theme);
  const isShadow = plan.kind.mark === "bar";
  const trigger = plan.form.rich_tooltip && plan.kind.mark !== "scatter" ? "axis" : "item";
  const shadowStyle = { color: plan.theme.text, opacity: 0.05 };
  return {
    ...base,
    trigger,
    axisPointer: isShadow ? { type: "shadow", shadowStyle } : { ...(base.axisPointer as object), type: "line", z: 1 },
  };
}
