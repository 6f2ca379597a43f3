import { TESSERA } from "../../chart-kit/colors/categorical.ts";
import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import { withoutRepeats } from "../../chart-kit/colors/varied.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import { isInSelection, labelOf } from "../../chart-kit/selection.ts";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { msg, t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import { type DataValue, GENERIC_TYPE, SHARE_SUFFIX } from "../../model/query-context.ts";
import { uniqueTexts } from "../../query/frame.ts";
import type { PieForm } from "./schema.ts";

export interface Slice {
  name: string;
  merged?: number;
  value: number;
  share: number;
  color: string;
  dimensions: readonly DataValue[] | null;
  isSelected: boolean;
  isFocus: boolean;
}

export const OTHERS = msg("Others");

interface Part {
  name: string;
  value: number;
  share: number;
  /** Number of slices that were merged into this one. */
  merged?: number;
  dimensions: readonly DataValue[] | null;
}

export function slicesOf(input: TransformInput<PieForm>): Slice[] {
  const { formData: form, theme } = input;
  const parts = withUniqueNames(mergeMany(mergeSmall(partsOf(input), form.threshold_for_other / 100), input));
  const isOthers = (part: Part) => part.dimensions === null;
  const colors = assignColors(
    parts.filter((part) => !isOthers(part)).map((part) => part.name),
    input.colorOf,
  );
  const selected = parts.map(
    (part) => part.dimensions !== null && isInSelection(input.selected, form.groupby, part.dimensions),
  );
  const hasSelection = selected.includes(true);
  const own = withoutRepeats(
    parts.map((part) => (isOthers(part) ? theme.others : (colors.get(part.name) ?? theme.others))),
    theme,
  );
  return parts.map((part, i) => {
    const isSelected = selected[i] === true;
    return {
      ...part,
      color: hasSelection ? (isSelected ? theme.focus : theme.muted) : (own[i] ?? theme.others),
      isSelected,
      isFocus: !hasSelection || isSelected,
    };
  });
}

function partsOf(input: TransformInput<PieForm>): Part[] {
  const { formData: form } = input;
  const result = input.results[0] ?? {};
  const rows = Array.isArray(result.data) ? result.data : [];
  const metric = form.metric ? metricLabel(form.metric) : "";
  const names = form.groupby.map(columnLabel);
  const types = names.map((name) => result.coltypes?.[result.colnames?.indexOf(name) ?? -1]);
  const total = rows.reduce((sum, row) => sum + size(row[metric]), 0);
  return rows
    .map((row) => {
      const dimensions = names.map((name) => (row[name] ?? null) as DataValue);
      const value = size(row[metric]);
      const storedShare = row[`${metric}${SHARE_SUFFIX}`];
      const share = typeof storedShare === "number" ? storedShare : total > 0 ? value / total : 0;
      const labels = dimensions.map((dimension, i) => dimensionText(dimension, types[i], form));
      return { name: labels.join(", ") || metric, value, share, dimensions };
    })
    .filter((part) => part.value > 0);
}

function size(value: unknown): number {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? number : 0;
}

function dimensionText(value: DataValue, type: number | undefined, form: PieForm): string {
  if (type === GENERIC_TYPE.TEMPORAL && typeof value === "number") {
    return timeFormatter(form.date_format, form.time_grain_sqla)(value);
  }
  return labelOf(value);
}

/** Distinguishes equal formatted names: the legend identifies slices by name. */
function withUniqueNames(parts: readonly Part[]): Part[] {
  const names = uniqueTexts(parts.map((part) => part.name));
  return parts.map((part, i) => ({ ...part, name: names[i] ?? part.name }));
}

function mergeSmall(parts: readonly Part[], threshold: number): Part[] {
  const rest = parts.filter((part) => part.share < threshold);
  return rest.length < 2 ? [...parts] : merged(parts, new Set(rest));
}

/** Slices that can be told apart, of which only the first have colors of their own. */
const MOST_SLICES = 24;

/** Selected slices stay: other charts are filtered by them. */
function mergeMany(parts: readonly Part[], { formData: form, selected }: TransformInput<PieForm>): Part[] {
  const most = form.threshold_for_other > 0 ? MOST_SLICES : TESSERA.length;
  if (parts.length <= most + 1) return [...parts];
  const isSelected = ({ dimensions }: Part) => dimensions === null || isInSelection(selected, form.groupby, dimensions);
  const free = parts.filter((part) => !isSelected(part)).sort((a, b) => b.value - a.value);
  return merged(parts, new Set([...free.slice(most), ...parts.filter(({ dimensions }) => dimensions === null)]));
}

function merged(parts: readonly Part[], small: ReadonlySet<Part>): Part[] {
  const rest = [...small];
  const sum = (read: (part: Part) => number) => rest.reduce((total, part) => total + read(part), 0);
  const count = sum((part) => part.merged ?? 1);
  const others = { name: t(OTHERS), value: sum((p) => p.value), share: sum((p) => p.share), dimensions: null };
  return [...parts.filter((part) => !small.has(part)), { ...others, merged: count }];
}
