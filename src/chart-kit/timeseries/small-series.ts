import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { uniqueTexts } from "../../query/frame.ts";
import type { TooltipRow } from "../echart/echart-spec.ts";
import { isInSelection } from "../selection.ts";
import { type Frame, type FrameSeries, isAdditive } from "./frame.ts";
import type { Plan } from "./plan.ts";
import type { TimeseriesForm, TimeseriesKind } from "./schema.ts";

/** As many as there are colors that can be told apart. */
export const COLORED = 12;

/** Combines the series beyond the largest as Others, if their values add up. A series limit shows all of its series. */
export function withOthers(frame: Frame, input: TransformInput<TimeseriesForm>, kind: TimeseriesKind): Frame {
  const { formData: form } = input;
  const { series } = frame;
  if (series.length <= COLORED + 1 || kind.mark === "scatter" || !addsUp(input)) return frame;
  const isChosen = (one: FrameSeries) => isInSelection(input.selected, form.groupby, one.dimensions);
  const kept = new Set(series.toSorted((a, b) => sumOf(b.values) - sumOf(a.values)).slice(0, COLORED));
  const small = series.filter((one) => !kept.has(one) && !isChosen(one));
  if (small.length < 2) return frame;
  const large = series.filter((one) => !small.includes(one));
  const all = [...large, othersOf(small, frame.x.length, form)];
  const labels = uniqueTexts(all.map(({ label }) => label));
  return { ...frame, series: all.map((one, i) => ({ ...one, label: labels[i] ?? one.label })) };
}

function addsUp({ formData: form, dataset }: TransformInput<TimeseriesForm>): boolean {
  const isPlain = form.groupby.length > 0 && form.metrics.length === 1 && !form.limit && !form.forecastEnabled;
  const isDerived = form.contributionMode === "column" || form.rolling_type === "std" || form.time_compare.length > 0;
  return isPlain && !isDerived && isAdditive(form, dataset);
}

const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function othersOf(parts: readonly FrameSeries[], length: number, { groupby }: TimeseriesForm): FrameSeries {
  const label = t("Others ({count, number})", { count: parts.length });
  const values = Array.from({ length }, (_, i) => {
    const known = parts.map((part) => part.values[i] ?? null).filter((value) => value !== null);
    return known.length === 0 ? null : sumOf(known);
  });
  return {
    column: "",
    label,
    colorLabel: label,
    metric: parts[0]?.metric,
    dimensions: groupby.map(() => label),
    isOthers: true,
    shift: undefined,
    values,
    parts,
  };
}

const FEWEST = 3;

/** The largest series that Others combines at a point. */
export function partRows(
  { frame, formats }: Plan,
  { series, index }: { series: FrameSeries; index: number },
  room: number,
): TooltipRow[] {
  if (!series.parts || frame.sampledFrom !== undefined) return [];
  const known = series.parts.map(({ label, values }) => ({ label, value: values[index] ?? 0 }));
  const listed = known.sort((a, b) => b.value - a.value).slice(0, Math.max(FEWEST, room - 1));
  const more = known.length - listed.length;
  const rows = listed.map(({ label, value }) => ({ label: `– ${label}`, value: formats.full(value) }));
  return more > 0 ? [...rows, { label: `– ${t("+ {count, number} more", { count: more })}`, value: "" }] : rows;
}
