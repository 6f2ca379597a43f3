import { SMART_NUMBER } from "../../chart-kit/format/number-format.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import { epochOf } from "../../chart-kit/format/value.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { xLabel } from "../../chart-kit/timeseries/query.ts";
import type { TimeseriesForm } from "../../chart-kit/timeseries/schema.ts";
import type { TimeseriesPicture } from "../../chart-kit/timeseries/stack.ts";
import { timeseriesDrawing } from "../../chart-kit/timeseries/transform.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { ChartDataResult, DataRow } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";

/** Change since the base row: 0.25 = 25 % more. null where the base is missing or zero. */
function rebased(result: ChartDataResult, form: TimeseriesForm, index: number): ChartDataResult {
  const rows = Array.isArray(result.data) ? (result.data as DataRow[]) : [];
  const axis = xLabel(form) ?? "";
  const columns = (result.colnames ?? Object.keys(rows[0] ?? {})).filter((column) => column !== axis);
  const bases = new Map(columns.map((column) => [column, baseOf(rows, column, index)]));
  const data = rows.map((row) => {
    const changes = columns.map((column) => [column, changeOf(row[column], bases.get(column))]);
    return { [axis]: row[axis] ?? null, ...Object.fromEntries(changes) } as DataRow;
  });
  return { ...result, data };
}

function baseOf(rows: readonly DataRow[], column: string, index: number): number | undefined {
  const found = rows.slice(index).find((row) => numberOf(row[column]) !== undefined);
  return found && numberOf(found[column]);
}

function changeOf(value: unknown, base: number | undefined): number | null {
  const number = numberOf(value);
  return number === undefined || !base ? null : (number - base) / Math.abs(base);
}

function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export interface ComparePicture {
  picture: TimeseriesPicture;
  slider: { index: number; last: number; text: string } | undefined;
}

export const SLIDER_HEIGHT = 30;
const MIN_HEIGHT = 180;

export function transform(input: TransformInput<TimeseriesForm>): Drawing<ComparePicture> {
  const { formData: form, results, ownState, theme } = input;
  const [result = {}] = results;
  const rows = rowsOf(result);
  const last = Math.max(0, rows.length - 1);
  const chosen = Number(ownState?.index ?? 0);
  const index = Number.isInteger(chosen) ? Math.min(last, Math.max(0, chosen)) : 0;
  const hasSlider = input.height >= MIN_HEIGHT && last > 0;
  const at = rows[index]?.[xLabel(form) ?? ""] ?? null;
  const moment = typeof at === "string" ? (epochOf(at) ?? at) : at;
  const text =
    typeof moment === "number"
      ? timeFormatter(timeGrainOf(form) ? undefined : "%-d %b %Y", timeGrainOf(form))(moment)
      : labelOf(moment);
  const drawing = timeseriesDrawing(
    {
      ...input,
      height: input.height - (hasSlider ? SLIDER_HEIGHT : 0),
      results: [rebased(result, form, index)],
      formData: { ...form, stack: null, y_axis_format: formatOf(form) },
    },
    { mark: "line", name: () => t("Change since {time}", { time: text }) },
  );
  const series = drawing.props.option.series as Record<string, unknown>[];
  const line = {
    silent: true,
    symbol: "none",
    label: { show: false },
    lineStyle: { color: theme.textTertiary, type: [3, 3], width: 1 },
    data: [{ xAxis: moment }],
  };
  const marked = series.map((one, i) => (i === 0 && index > 0 && !one.markLine ? { ...one, markLine: line } : one));
  return {
    ...drawing,
    props: {
      picture: { ...drawing.props, brush: undefined, option: { ...drawing.props.option, series: marked } },
      slider: hasSlider ? { index, last, text } : undefined,
    },
  };
}

function formatOf({ y_axis_format: format }: TimeseriesForm): string {
  return !format || format === SMART_NUMBER ? "+,.0%" : format;
}
