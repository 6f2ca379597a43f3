import { textOn } from "../../chart-kit/colors/shade.ts";
import { formatPercent, formatPercentTick } from "../../chart-kit/format/plain-number.ts";
import { bidiIsolateName, ellipsis, textWidth, wrapLines } from "../../chart-kit/text-width.ts";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { PieBox, PieFormats } from "./pie-spec.ts";
import type { PieForm } from "./schema.ts";
import type { Slice } from "./slices.ts";

export function labelText(form: PieForm, slice: Slice, formats: PieFormats, separator = ": "): string {
  const name = bidiIsolateName(slice.name);
  const value = formats.short(slice.value);
  const percent = formatPercent(slice.share);
  switch (form.label_type) {
    case "key":
      return name;
    case "value":
      return value;
    case "percent":
      return percent;
    case "key_value":
      return `${name}${separator}${value}`;
    case "key_percent":
      return `${name}${separator}${percent}`;
    case "key_value_percent":
      return `${name}${separator}${value} (${percent})`;
    case "value_percent":
      return `${value} (${percent})`;
    case "template":
      return fillTemplate(form.label_template ?? "", { name, value, percent });
  }
}

/** `{name}`, `{value}` and `{percent}`, or `{b}`, `{c}` and `{d}` in older charts. */
function fillTemplate(template: string, values: { name: string; value: string; percent: string }): string {
  const known: Readonly<Record<string, string>> = {
    ...values,
    a: "",
    b: values.name,
    c: values.value,
    d: values.percent.replace(/\s*%$/, ""),
  };
  return template
    .replaceAll("\\n", "\n")
    .replace(/\{(name|value|percent|[abcd])\}/gi, (_, token: string) => known[token.toLowerCase()] ?? "");
}

type LabelSpace = Pick<PieBox, "hasLabels" | "inner" | "outer" | "beside" | "leastShare"> & {
  formats: PieFormats;
  hasWholePercents: boolean;
};

const FONT = 11;

/** Radius of pies that show at least whole percentages. */
const LEAST_ROUNDED = 60;

function insideLabel(form: PieForm, slice: Slice, space: LabelSpace): string | undefined {
  if (!form.show_labels || form.roseType || form.label_type === "template") return undefined;
  const text = !isShareLabel(form)
    ? space.formats.short(slice.value)
    : space.hasWholePercents
      ? wholePercent(slice)
      : formatPercent(slice.share);
  return fitsInside(text, slice, space) ? text : undefined;
}

/** The legend has the names. */
const isShareLabel = ({ label_type: type }: PieForm) => type === "key" || type.includes("percent");

const wholePercent = ({ share }: Slice) => formatPercentTick(Math.round(share * 100) / 100);

/** All labels of a pie have the same precision: without decimals if some would otherwise not fit. */
export function hasWholePercents(form: PieForm, slices: readonly Slice[], box: RingSize): boolean {
  if (!isShareLabel(form) || box.outer < LEAST_ROUNDED) return false;
  return slices.some(
    (slice) => !fitsInside(formatPercent(slice.share), slice, box) && fitsInside(wholePercent(slice), slice, box),
  );
}

type RingSize = Pick<PieBox, "inner" | "outer">;

function fitsInside(text: string, { share }: Slice, { inner, outer }: RingSize): boolean {
  const middle = (Math.max(inner, outer * 0.3) + outer) / 2;
  const chord = 2 * middle * Math.sin(Math.min(Math.PI / 2, Math.PI * share));
  const width = textWidth(text, FONT) + 6;
  return outer - inner >= width && chord >= Math.max(width * 0.95, 2 * FONT);
}

/** Widest text in the middle of a slice, in pixels. */
function roomInside(slice: Slice, { inner, outer }: LabelSpace): number {
  const middle = (inner + outer) / 2;
  const chord = slice.share >= 0.5 ? Number.POSITIVE_INFINITY : 2 * middle * Math.sin(Math.PI * slice.share);
  return Math.min(chord, inner > 0 ? outer - inner : outer * 0.9) - 6;
}

/** Undefined if less than a few letters would fit. */
function cutInside(text: string, slice: Slice, space: LabelSpace): string | undefined {
  if (text.includes("\n")) return text;
  const room = roomInside(slice, space);
  const cut = ellipsis(text, room);
  return cut === text || cut.length > LEAST_LETTERS ? cut : undefined;
}

const LEAST_LETTERS = 5;

const NAME_LINES = 2;

/** Figures are below names that they don't fit after, and long names have two lines; ECharts would cut them. */
function outsideText(form: PieForm, slice: Slice, { formats, beside }: LabelSpace): string {
  const line = labelText(form, slice, formats);
  if (textWidth(line) <= beside || !form.label_type.includes("key")) return line;
  const name = wrapLines(slice.name, beside, NAME_LINES, FONT).join("\n");
  const wrapped = bidiIsolateName(name) === name && name !== "" ? { ...slice, name } : slice;
  return labelText(form, wrapped, formats, "\n");
}

function textOf(form: PieForm, slice: Slice, space: LabelSpace): string | undefined {
  if (!space.hasLabels) return insideLabel(form, slice, space);
  return form.labels_outside
    ? outsideText(form, slice, space)
    : cutInside(labelText(form, slice, space.formats), slice, space);
}

export function labelOption(input: TransformInput<PieForm>, slice: Slice, room: LabelSpace) {
  const { formData: form, theme } = input;
  const isShown = slice.share * 100 >= room.leastShare;
  const isOutside = form.labels_outside && room.hasLabels;
  const text = textOf(form, slice, room);
  if (!isShown || text === undefined) return { label: { show: false }, labelLine: { show: false } };
  const outside = slice.isFocus ? theme.textSecondary : theme.textTertiary;
  return {
    label: {
      show: true,
      position: isOutside ? "outer" : "inner",
      formatter: () => text,
      color: isOutside ? outside : textOn(slice.color),
      fontSize: FONT,
      lineHeight: 14,
      fontWeight: slice.isSelected ? 600 : 400,
      fontFamily: theme.fontFamily,
      overflow: "truncate",
      ...(isOutside ? { alignTo: "none", distanceToLabelLine: 4 } : {}),
    },
    labelLine: { show: isOutside, ...lineOf(form, theme.axisLine) },
  };
}

const lineOf = ({ label_line, roseType }: PieForm, color: string) => ({
  length: label_line ? 12 : 6,
  length2: label_line ? 12 : 4,
  lineStyle: { color, opacity: label_line || roseType ? 1 : 0 },
});

const CLEAR = 2;
const MOST_MOVED = 14;

/** How far a label beside the pie has to move up or down so that no slice is behind its second line. */
export function awayFromSlices(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { x: centerX, y: centerY, outer, hasLabels }: Pick<PieBox, "x" | "y" | "outer" | "hasLabels">,
  chartHeight: number,
): number {
  const isAbove = y + height / 2 < centerY;
  const across = Math.min(Math.max(centerX, x), x + width) - centerX;
  const down = isAbove ? centerY - (y + height) : y - centerY;
  const needed = Math.sqrt(Math.max(0, (outer + CLEAR) ** 2 - across ** 2));
  const isInside = Math.hypot(x + width / 2 - centerX, y + height / 2 - centerY) < outer;
  if (!hasLabels || isInside || down <= 0 || needed <= down) return 0;
  const room = isAbove ? y : chartHeight - (y + height);
  const move = Math.max(0, Math.min(needed - down, MOST_MOVED, room));
  return isAbove ? -move : move;
}

const ECHARTS_OFFSET = 3;

/** ECharts places labels inside a ring slightly outside of its middle. */
export function toMiddle(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  center: Pick<PieBox, "x" | "y">,
): { dx: number; dy: number } {
  const [across, down] = [x + width / 2 - center.x, y + height / 2 - center.y];
  const distance = Math.hypot(across, down) || 1;
  return { dx: (-ECHARTS_OFFSET * across) / distance, dy: (-ECHARTS_OFFSET * down) / distance };
}
