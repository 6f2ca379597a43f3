import { timeTicks } from "../../chart-kit/axes/time-ticks.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import { isInSelection, selectionOf } from "../../chart-kit/selection.ts";
import { ellipsis, textWidth, widest } from "../../chart-kit/text-width.ts";
import { type Plan, planOf } from "../../chart-kit/timeseries/plan.ts";
import type { TimeseriesKind } from "../../chart-kit/timeseries/schema.ts";
import { summaryOf } from "../../chart-kit/timeseries/summary.ts";
import { extremes } from "../../chart-kit/values/measure.ts";
import type { Drawing, Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { BANDS, folds } from "./bands.ts";
import type { HorizonForm } from "./schema.ts";

export interface HorizonRow {
  label: string;
  shown: string;
  folds: readonly { path: string; color: string }[];
  textAt(point: number): string;
  selection: Selection | null;
  isSelected: boolean;
  isMuted: boolean;
}

export interface HorizonPicture {
  summary: string;
  rows: readonly HorizonRow[];
  rowHeight: number;
  labelWidth: number;
  plotWidth: number;
  rowsHeight: number | undefined;
  valueWidth: number;
  points: number;
  momentAt(point: number): string;
  ticks: readonly { x: number; text: string }[];
}

const GAP = 8;

const KIND: TimeseriesKind = { mark: "area", name: () => t("Horizon chart") };

export function transform(input: TransformInput<HorizonForm>): Drawing<HorizonPicture> {
  const { formData: form, width } = input;
  const plan = planOf({ ...input, formData: { ...form, stack: null } }, KIND);
  const rows = plan.series.map((series) => ({ series, values: measured(series.values, form) }));
  const textOf = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : plan.formats.short(value);
  const labelWidth =
    width < 220
      ? 0
      : Math.ceil(
          Math.min(
            width * 0.3,
            180,
            widest(
              plan.series.map(({ label }) => label),
              12,
            ) + 4,
          ),
        );
  const valueWidth = width < 300 ? 0 : Math.ceil(Math.min(90, widest(samplesOf(plan).map(textOf), 11, true)) + 6);
  const plotWidth = Math.max(20, width - labelWidth - valueWidth - (labelWidth ? GAP : 0) - (valueWidth ? GAP : 0));
  const overall = Math.max(0, ...rows.map(({ values }) => farthest(values)));
  const colors = colorsOf(input);
  const isSelected = rows.map(({ series }) => isInSelection(input.selected, form.groupby, series.dimensions));
  const summary = summaryOf(plan, input.dataset);
  const rowHeight = rowHeightOf(input, rows.length);
  return {
    summary,
    isEmpty: plan.series.every(({ values }) => values.every((value) => value === null)),
    props: {
      summary,
      rowHeight,
      rowsHeight: rowsHeightOf(input, { rows: rows.length, rowHeight }),
      labelWidth,
      plotWidth,
      valueWidth,
      points: plan.frame.x.length,
      momentAt: (point) => plan.formats.xFull(plan.frame.x[point] ?? null),
      ticks: ticksOf(plan, plotWidth),
      rows: rows.map(({ series, values }, index) => ({
        label: series.label,
        shown: ellipsis(series.label, labelWidth, 12),
        textAt: (point) => textOf(series.values[point]),
        selection: selectionOf(form.groupby, series.dimensions),
        isSelected: isSelected[index] === true,
        isMuted: isSelected.includes(true) && !isSelected[index],
        folds: folds(values, {
          width: plotWidth,
          height: rowHeight,
          most: form.horizon_color_scale === "overall" ? overall : farthest(values),
        }).map(({ path, depth, isNegative }) => ({
          path,
          color: (isNegative ? colors.below : colors.above)[depth] ?? "",
        })),
      })),
    },
  };
}

const MAX_SAMPLES = 1000;

function samplesOf({ series }: Plan): (number | null)[] {
  const own = Math.ceil(MAX_SAMPLES / Math.max(1, series.length));
  return series.flatMap(({ values }) => {
    const step = Math.max(1, Math.ceil(values.length / own));
    const ends = extremes(
      values.filter((value) => value !== null),
      (value) => value,
    );
    return [...values.filter((_, at) => at % step === 0), ends?.low ?? null, ends?.high ?? null];
  });
}

const AXIS_HEIGHT = 20;
const MAX_GROWTH = 2.5;

/** Share of the requested row height down to which rows shrink to be all visible. */
const MIN_HEIGHT_SHARE = 0.75;

function rowHeightOf({ formData: form, height }: TransformInput<HorizonForm>, rows: number): number {
  const preferred = form.series_height;
  const share = Math.floor((height - AXIS_HEIGHT) / Math.max(1, rows)) - 1;
  if (share >= preferred * MIN_HEIGHT_SHARE) return Math.min(share, Math.round(preferred * MAX_GROWTH));
  // Visible rows fill the height.
  const visible = Math.floor((height - AXIS_HEIGHT) / (preferred + 1));
  return visible > 1 ? Math.floor((height - AXIS_HEIGHT) / visible) - 1 : preferred;
}

function rowsHeightOf(
  { height }: TransformInput<HorizonForm>,
  { rows, rowHeight }: { rows: number; rowHeight: number },
): number | undefined {
  const [room, step] = [height - AXIS_HEIGHT, rowHeight + 1];
  return rows * step <= room || step > room ? undefined : Math.floor(room / step) * step;
}

function measured(values: readonly (number | null)[], form: HorizonForm): (number | null)[] {
  const first = values.find((value) => value !== null) ?? 0;
  return form.horizon_color_scale === "change"
    ? values.map((value) => (value === null ? null : value - first))
    : [...values];
}

const farthest = (values: readonly (number | null)[]) =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);

function colorsOf({ formData: form, theme }: TransformInput<HorizonForm>): { above: string[]; below: string[] } {
  const named = form.linear_color_scheme || "tessera_diverging";
  const ramp = rampOf(named, theme);
  const at = (share: number) => ramp[Math.round(share * (ramp.length - 1))] ?? theme.focus;
  const steps = Array.from({ length: BANDS }, (_, depth) => (depth + 1) / BANDS);
  const isTwoSided = /div/.test(named);
  return {
    above: steps.map((step) => at(isTwoSided ? 0.5 + 0.45 * step : step)),
    below: steps.map((step) =>
      isTwoSided ? at(0.5 - 0.45 * step) : (theme.diverging[Math.round((1 - step) * 4)] ?? theme.warm),
    ),
  };
}

function ticksOf({ frame, formats, now }: Plan, width: number): HorizonPicture["ticks"] {
  const times = frame.x.filter((value): value is number => typeof value === "number");
  const [first, last] = [times[0], times.at(-1)];
  if (frame.xKind !== "time" || first === undefined || last === undefined || last <= first) {
    const text = frame.x.length > 0 ? formats.x(frame.x[0] ?? null) : "";
    return text ? [{ x: frame.x.length === 1 ? width / 2 : 0, text }] : [];
  }
  const most = Math.max(1, Math.min(12, Math.floor(width / 46)));
  const placed = timeTicks([first, last], most, { now })
    .map(({ at, text }) => ({ x: ((at - first) / (last - first)) * width, text }))
    .filter(({ x, text }) => x + textWidth(text) / 2 <= width + 8);
  // The first tick has the year.
  const [begin, next] = placed;
  const isClose = begin && next && next.x - begin.x < (textWidth(begin.text) + textWidth(next.text)) / 2 + 6;
  return isClose ? placed.filter((tick) => tick !== next) : placed;
}
