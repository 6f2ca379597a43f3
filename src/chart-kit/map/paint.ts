import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { QueryColumn } from "../../model/adhoc.ts";
import type { PickedColor } from "../../model/map-values.ts";
import type { DataRow } from "../../model/query-context.ts";
import { axisNumberFormatter } from "../format/plain-number.ts";
import { dimensionsOf, type Measure, numberIn } from "../values/measure.ts";
import { cssOf, legendRamp, rampAt, rgbaOf, shareOf, toRgba, visiblePart } from "./color.ts";
import type { Breakpoint, ColorSchemeType, MapForm } from "./map-form.ts";
import type { LegendPart, MapLegend, Rgba } from "./map-spec.ts";

export interface Paint {
  colorOf(row: DataRow): Rgba;
  legend: LegendPart | null;
}

export interface PaintOptions {
  scheme: ColorSchemeType | "default" | null | undefined;
  dimension?: QueryColumn | null;
  measure?: Measure | null;
  fixed?: PickedColor | null;
  alpha?: number;
}

type Input = TransformInput<MapForm>;

export function paintOf(input: Input, rows: readonly DataRow[], options: PaintOptions): Paint {
  switch (schemeIn(options)) {
    case "categorical_palette":
      return byCategory(input, rows, options);
    case "linear_palette":
      return byValue(input, rows, options);
    case "color_breakpoints":
      return byBreakpoints(input, options);
    case "fixed_color":
      return { colorOf: always(fixedColor(input, options)), legend: null };
  }
}

function schemeIn({ scheme, dimension, measure }: PaintOptions): ColorSchemeType {
  const schemeType = !scheme || scheme === "default" ? (dimension ? "categorical_palette" : "fixed_color") : scheme;
  if (schemeType === "categorical_palette") return dimension ? schemeType : "fixed_color";
  if (schemeType === "fixed_color") return schemeType;
  return measure ? schemeType : "fixed_color";
}

function fixedColor({ theme, formData: form }: Input, { fixed, alpha = 0.75 }: PaintOptions): Rgba {
  const picked = fixed ?? form.color_picker;
  return picked ? toRgba(picked) : rgbaOf(theme.focus, alpha);
}

const MOST_COLORS = 12;

function byCategory(input: Input, rows: readonly DataRow[], { dimension, alpha = 0.8 }: PaintOptions): Paint {
  const names = dimensionsOf(dimension ? [dimension] : [], input);
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(names.nameOf(row), (counts.get(names.nameOf(row)) ?? 0) + 1);
  const ranked = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const own = ranked.length > MOST_COLORS ? ranked.slice(0, MOST_COLORS) : ranked;
  const colors = new Map(own.map((name) => [name, input.colorOf(name)]));
  const others = rgbaOf(input.theme.others, alpha * 0.7);
  const byName = new Map([...colors].map(([name, color]) => [name, rgbaOf(color, alpha)]));
  const items = own.map((label) => ({ label, color: colors.get(label) ?? input.theme.others }));
  const more = ranked.length - own.length;
  if (more > 0) items.push({ label: t("Others ({count, number})", { count: more }), color: input.theme.others });
  return { colorOf: (row) => byName.get(names.nameOf(row)) ?? others, legend: { kind: "items", items } };
}

/**
 * When a few values are far above the rest (maximum over twice the 98th percentile), the scale ends at that percentile,
 * as all others would look alike. The legend shows that it was cut.
 */
export function scaleOf(values: readonly number[]): { low: number; high: number; isCut: boolean } {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const low = sorted[0] ?? 0;
  const top = sorted.at(-1) ?? 0;
  const most = sorted[Math.floor(0.98 * (sorted.length - 1))] ?? top;
  const isCut = sorted.length >= 20 && top - low > 2 * (most - low) && most > low;
  return { low, high: isCut ? most : top, isCut };
}

function byValue(input: Input, rows: readonly DataRow[], { measure, alpha = 0.85 }: PaintOptions): Paint {
  const key = measure?.key ?? "";
  const values = rows.flatMap((row) => numberIn(row, key) ?? []);
  const scale = scaleOf(values);
  const ramp = visiblePart(input.rampOf(input.formData.linear_color_scheme));
  const none = rgbaOf(input.theme.others, alpha * 0.4);
  return {
    colorOf: (row) => {
      const value = numberIn(row, key);
      return value === null ? none : rgbaOf(rampAt(ramp, shareOf(value, scale)), alpha);
    },
    legend: values.length > 0 ? rampLegend(input, { measure, ramp, alpha, ...scale }) : null,
  };
}

function rampLegend(
  { formData: form }: Pick<Input, "formData">,
  scale: { measure: Measure | null | undefined; ramp: readonly string[]; alpha: number } & ReturnType<typeof scaleOf>,
): LegendPart {
  const chosen = form.legend_format && form.legend_format !== "SMART_NUMBER";
  const write = chosen ? axisNumberFormatter(form.legend_format) : (scale.measure?.short ?? axisNumberFormatter());
  const high = write(scale.high);
  return {
    kind: "ramp",
    colors: legendRamp(scale.ramp, scale).map((color) => cssOf(rgbaOf(color, scale.alpha))),
    low: write(scale.low),
    high: scale.isCut ? `≥ ${high}` : high,
  };
}

function byBreakpoints(input: Input, { measure, alpha = 0.85 }: PaintOptions): Paint {
  const { formData: form, theme } = input;
  const breaks = form.color_breakpoints ?? [];
  const outside = form.default_breakpoint_color ?? form.deafult_breakpoint_color;
  const others = outside ? toRgba(outside) : rgbaOf(theme.others, alpha);
  const write = measure?.short ?? axisNumberFormatter();
  const found = (value: number | null) =>
    value === null ? undefined : breaks.find(({ minValue, maxValue }) => value >= minValue && value <= maxValue);
  const textOf = ({ minValue, maxValue }: Breakpoint) =>
    t("{low} to {high}", { low: write(minValue), high: write(maxValue) });
  return {
    colorOf: (row) => {
      const hit = found(numberIn(row, measure?.key ?? ""));
      return hit ? toRgba(hit.color) : others;
    },
    legend: {
      kind: "items",
      items: [
        ...breaks.map((one) => ({ color: cssOf(toRgba(one.color)), label: textOf(one) })),
        { color: cssOf(others), label: t("Other values") },
      ],
    },
  };
}

const always = (color: Rgba) => () => color;

export function legendOf(
  form: Pick<MapForm, "legend_position">,
  parts: readonly (LegendPart | null)[],
  title?: string,
): MapLegend | null {
  const shown = parts.flatMap((part) => (part && (part.kind === "ramp" || part.items.length > 0) ? [part] : []));
  return form.legend_position && shown.length > 0
    ? { corner: form.legend_position, parts: shown, ...(title ? { title } : {}) }
    : null;
}

const FADED = 0.4;

export const fadeOthers = (color: Rgba, isFaded: boolean): Rgba =>
  isFaded ? [color[0], color[1], color[2], Math.round(color[3] * FADED)] : color;
