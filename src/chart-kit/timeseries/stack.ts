import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { densityOf } from "../density.ts";
import type { EChartSpec } from "../echart/echart-spec.ts";
import type { Frame } from "./frame.ts";
import type { StackMode, TimeseriesForm, TimeseriesKind } from "./schema.ts";

/**
 * Shares of the point's total when expanded. Missing values in stacked areas count as 0 to avoid holes; a point without
 * any value stays missing.
 */
export function stacked(
  frame: Frame,
  { stack: mode, mark }: { stack: StackMode; mark: TimeseriesKind["mark"] },
): readonly (readonly (number | null)[])[] {
  const seriesValues = frame.series.map((series) => series.values);
  if (mode === "none") return seriesValues;
  const values = mark === "bar" ? seriesValues : filled(seriesValues, frame.x.length);
  if (mode !== "expand") return values;
  const totals = totalsOf(values, frame.x.length);
  return values.map((series) =>
    series.map((value, i) => (value === null ? null : totals[i] ? Math.abs(value) / totals[i] : 0)),
  );
}

function filled(values: readonly (readonly (number | null)[])[], length: number): (number | null)[][] {
  const isPoint = Array.from({ length }, (_, i) => values.some((series) => (series[i] ?? null) !== null));
  return values.map((series) => series.map((value, i) => value ?? (isPoint[i] ? 0 : null)));
}

export function totalsOf(values: readonly (readonly (number | null)[])[], length: number): number[] {
  return Array.from({ length }, (_, i) => values.reduce((sum, series) => sum + Math.abs(series[i] ?? 0), 0));
}

export function streamBaseline(values: readonly (readonly (number | null)[])[], length: number): number[] {
  const totals = totalsOf(values, length);
  const widest = totals.reduce((most, total) => Math.max(most, total), 0);
  return totals.map((total) => (widest - total) / 2);
}

export function valueExtent(
  series: readonly { drawn: readonly (number | null)[]; stackName: string | undefined }[],
  length: number,
): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const cover = (value: number) => {
    if (value < low) low = value;
    if (value > high) high = value;
  };
  for (const [stackName, mates] of Map.groupBy(series, (one) => one.stackName)) {
    for (const stack of stackName === undefined ? mates.map((one) => [one]) : [mates]) {
      for (let i = 0; i < length; i++) {
        // NaN = no data.
        let below = Number.NaN;
        let above = Number.NaN;
        for (const { drawn } of stack) {
          const value = drawn[i] ?? null;
          if (value === null) continue;
          if (value < 0) below = (below || 0) + value;
          else above = (above || 0) + value;
        }
        cover(below);
        cover(above);
      }
    }
  }
  return low > high ? [0, 0] : [low, high];
}

export interface TimeseriesPicture extends EChartSpec {
  stackSwitch?: { value: string | null; choices: readonly (readonly [string | null, string])[] };
}

export const SWITCH_HEIGHT = 32;

const choicesOf = (kind: TimeseriesKind) =>
  [
    [null, t("None")],
    ["Stack", t("Stack")],
    ...(kind.mark === "area" ? ([["Expand", t("Expand##stack to 100 %")]] as const) : []),
  ] as const;

export function stackSwitchOf(
  { formData: form, ownState, width, height }: TransformInput<TimeseriesForm>,
  kind: TimeseriesKind,
): TimeseriesPicture["stackSwitch"] {
  const hasRoom = densityOf(width, height - SWITCH_HEIGHT) === "full";
  if (!form.show_extra_controls || !hasRoom || (kind.mark !== "bar" && kind.mark !== "area")) return undefined;
  const chosen = ownState?.stack;
  const value = chosen === undefined ? (form.stack ?? null) : typeof chosen === "string" ? chosen : null;
  return { value, choices: choicesOf(kind) };
}
