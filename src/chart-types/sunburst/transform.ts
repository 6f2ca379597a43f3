import { colorAt, textOn } from "../../chart-kit/colors/shade.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { drawnShapes, SLIVER } from "../../chart-kit/echart/many-shapes.ts";
import { BESIDE_ROUND } from "../../chart-kit/echart/mirrored.ts";
import { type Shape, type ShapeText, textElement } from "../../chart-kit/echart/shapes.ts";
import {
  type Branch,
  type BranchPaint,
  branchPaints,
  hierarchyOf,
  preorder,
  sortByValue,
} from "../../chart-kit/hierarchy/hierarchy.ts";
import { branchMark, branchSummary, branchTooltip } from "../../chart-kit/hierarchy/hierarchy-text.ts";
import { TRAIL_HEIGHT, type VisibleTree, zoomedPicture } from "../../chart-kit/hierarchy/zoom.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { cutAtWord } from "../../chart-kit/text-width.ts";
import { dimensionsOf, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { SunburstForm } from "./schema.ts";
import { sideNames, sideWidth } from "./side-names.ts";

type Input = TransformInput<SunburstForm>;

interface Arc {
  branch: Branch;
  from: number;
  to: number;
  inner: number;
  outer: number;
}

interface Rings {
  x: number;
  y: number;
  hole: number;
  width: number;
  first: number;
}

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, theme, width } = input;
  const formats = { format: form.number_format, currency: form.currency_format };
  const measure = measureOf(form.metric, input, formats);
  const second = secondOf(form) ? measureOf(form.secondary_metric, input, formats) : undefined;
  const dims = dimensionsOf(form.columns, input, { dateFormat: form.date_format });
  const tops = hierarchyOf(input, { dims, measure, second: second?.key });
  if (form.sort_by_metric) sortByValue(tops);
  const own = branchPaints(input, tops, dims);
  const paints = second ? byRatio(own, input) : own;
  const colorOf = (branch: Branch) => paints.get(branch)?.color ?? theme.others;
  const hasNegative = rowsOf(input.results[0]).some((row) => (numberIn(row, measure.key) ?? 0) < 0);
  const draw = ({ whole, tops: parts, all }: VisibleTree): EChartSpec => {
    const height = input.height - (whole ? TRAIL_HEIGHT : 0);
    const first = whole ? whole.depth + 1 : 0;
    const drawnIn = (room: number): Drawn => ({
      ...{ input, paints, measure, total: whole?.share ?? 1 },
      rings: ringsOf({ ...input, width: room, height }, all, first),
    });
    const side = areNamed(parts, drawnIn(width)) ? 0 : sideWidth(width, height);
    const drawn = drawnIn(width - side);
    const { rings } = drawn;
    const { series, ...bitmaps } = drawnShapes(
      arcsOf(parts, rings).map((arc) => shapeOf(arc, drawn)),
      { theme, width, height, isClickable: form.columns.length > 0, name: measure.label },
    );
    return {
      option: {
        series: [series],
        tooltip: tooltipOption(theme),
        graphic: [
          ...(form.show_total && parts.length > 0 ? totalOf(input, { tops: parts, rings, measure }) : []),
          ...(side > 0 ? namesBeside(parts, { left: width - side + 4, width: side - 4, height, theme, colorOf }) : []),
        ],
      },
      summary: branchSummary(t("Sunburst"), { tops: parts, measure, whole }),
      ...bitmaps,
      roundAt: rings.x,
      size: all.length,
      tooltip: ([hit]) => branchTooltip(all[hit?.dataIndex ?? -1], { measure, paints, second }),
      mark: ({ dataIndex }) => branchMark(all[dataIndex], { dims, measure, paints }),
      walk: [{ seriesIndex: 0, length: all.length }],
    };
  };
  const props = zoomedPicture(tops, draw);
  return {
    summary: props.summary,
    isEmpty: tops.length === 0,
    ...warningOf([hasNegative && t("Negative values aren't shown"), props.bitmaps && sliversNote(input, tops)]),
    props,
  };
}

function secondOf({ metric, secondary_metric: second }: SunburstForm) {
  return second && (!metric || metricLabel(second) !== metricLabel(metric)) ? second : undefined;
}

function byRatio(paints: ReadonlyMap<Branch, BranchPaint>, input: Input): Map<Branch, BranchPaint> {
  const ramp = input.rampOf(input.formData.linear_color_scheme);
  const ratios = [...paints.keys()].map((branch) => branch.second / branch.value).sort((a, b) => a - b);
  // Clips outliers so that one branch doesn't take the whole ramp.
  const at = (share: number) => ratios[Math.round((ratios.length - 1) * share)] ?? 0;
  const [low, high] = ratios.length > 20 ? [at(0.05), at(0.95)] : [at(0), at(1)];
  return new Map(
    [...paints].map(([branch, paint]): [Branch, BranchPaint] => {
      const share = high > low ? (branch.second / branch.value - low) / (high - low) : 0.5;
      const color = paint.isFocus ? colorAt(ramp, share) : paint.color;
      return [branch, { ...paint, color, ink: textOn(color) }];
    }),
  );
}

const namesBeside = (...request: Parameters<typeof sideNames>) =>
  sideNames(...request).map((element) => ({ ...element, info: BESIDE_ROUND }));

/** Arcs of the innermost ring that show their names have at least this share of the total. */
const LEAST_NAMED = 0.5;

function areNamed(tops: readonly Branch[], drawn: Drawn): boolean {
  const { formData: form, width, height } = drawn.input;
  const density = densityOf(width, height);
  if (!form.show_labels || form.label_type === "value" || (density !== "full" && density !== "compact")) return true;
  const isTop = new Set(tops);
  const named = arcsOf(tops, drawn.rings).filter((arc) => isTop.has(arc.branch) && labelOf(arc, drawn).length > 0);
  const share = named.reduce((sum, { branch }) => sum + branch.share, 0);
  return share >= LEAST_NAMED * drawn.total;
}

function ringsOf({ formData: form, width, height }: Input, all: readonly Branch[], first: number): Rings {
  const levels = all.reduce((most, { depth }) => Math.max(most, depth + 1 - first), 1);
  const radius = Math.max(8, Math.min(width, height) / 2 - 3);
  const hole = radius * (form.show_total ? 0.3 : Math.min(0.24, 0.5 / levels));
  return { x: width / 2, y: height / 2, hole, width: (radius - hole) / levels, first };
}

const TOP = -Math.PI / 2;

function sliversNote(input: Input, tops: readonly Branch[]): string | undefined {
  const all = preorder(tops);
  const { hole, width } = ringsOf(input, all, 0);
  const isNarrow = ({ share, depth }: Branch) => share * 2 * Math.PI * (hole + (depth + 1) * width) < SLIVER;
  const narrow = all.filter(isNarrow).length;
  return narrow > 0
    ? t("{count, number} of {total, plural, one {# arc} other {# arcs}} too narrow to draw separately", {
        count: narrow,
        total: all.length,
      })
    : undefined;
}

function arcsOf(tops: readonly Branch[], rings: Rings): Arc[] {
  const total = tops.reduce((sum, branch) => sum + branch.value, 0);
  const arcs: Arc[] = [];
  const spread = (branches: readonly Branch[], start: number) => {
    let at = start;
    for (const branch of branches) {
      const from = at;
      at += (branch.value / total) * 2 * Math.PI;
      const inner = rings.hole + (branch.depth - rings.first) * rings.width;
      arcs.push({ branch, from, to: at, inner, outer: inner + rings.width });
      spread(branch.children, from);
    }
  };
  spread(tops, TOP);
  return arcs;
}

interface Drawn {
  input: Input;
  paints: ReadonlyMap<Branch, BranchPaint>;
  measure: Measure;
  rings: Rings;
  total: number;
}

function shapeOf(arc: Arc, drawn: Drawn): Shape {
  const { input, paints, rings } = drawn;
  return {
    type: "sector",
    shape: {
      cx: rings.x,
      cy: rings.y,
      r0: arc.inner,
      r: arc.outer,
      startAngle: arc.from,
      endAngle: arc.to,
      clockwise: true,
    },
    fill: paints.get(arc.branch)?.color ?? input.theme.others,
    stroke: input.theme.background,
    // Borders would cover arcs this narrow.
    lineWidth: (arc.to - arc.from) * arc.outer < 3 ? 0 : 1,
    value: arc.branch.value,
    texts: labelOf(arc, drawn),
  };
}

const LINE = 14;
const NO_TEXTS: ShapeText[] = [];

function labelOf(
  { branch, from, to, inner, outer }: Arc,
  { input, paints, measure, rings, total }: Drawn,
): ShapeText[] {
  const { formData: form, width, height } = input;
  const isShown = form.show_labels && (branch.share / total) * 100 >= form.show_labels_threshold;
  if (!isShown || densityOf(width, height) === "figure") return NO_TEXTS;
  const middle = (from + to) / 2;
  const radius = (inner + outer) / 2;
  const { isAcross, text: cut } = lineOf(labelText(branch, form, measure), {
    ring: outer - inner,
    radius,
    turn: to - from,
  });
  if (cut === "") return [];
  const angle = isAcross ? middle + Math.PI / 2 : middle;
  const isUpsideDown = Math.cos(angle) < -1e-9;
  const paint = paints.get(branch);
  return [
    {
      text: cut,
      x: rings.x + radius * Math.cos(middle),
      y: rings.y + radius * Math.sin(middle),
      rotation: -(isUpsideDown ? angle + Math.PI : angle),
      align: "center",
      color: paint?.ink ?? input.theme.text,
      isBold: paint?.isSelected ?? false,
    },
  ];
}

function lineOf(text: string, { ring, radius, turn }: { ring: number; radius: number; turn: number }) {
  const arc = turn * radius;
  const across = Math.min(arc, straightRoom(radius, ring));
  const isAcross = across > ring;
  const room = (isAcross ? across : ring) - 8;
  return { isAcross, text: (isAcross ? ring : arc) >= LINE ? cutAtWord(text, room) : "" };
}

function straightRoom(radius: number, width: number): number {
  const sag = Math.max(0, (width - LINE) / 2);
  return 2 * Math.sqrt(Math.max(0, radius * radius - (radius - sag) ** 2));
}

function labelText(branch: Branch, form: SunburstForm, measure: Measure): string {
  const value = measure.short(branch.value);
  if (form.label_type === "value") return value;
  return form.label_type === "key" ? branch.name : `${branch.name}: ${value}`;
}

function totalOf(
  { theme }: Input,
  { tops, rings, measure }: { tops: readonly Branch[]; rings: Rings; measure: Measure },
): Record<string, unknown>[] {
  const text = measure.short(tops.reduce((sum, branch) => sum + branch.value, 0));
  if (rings.hole < 20) return [];
  const size = Math.max(
    11,
    Math.min(26 + Math.max(0, rings.hole - 60) * 0.2, (rings.hole * 1.5) / (text.length * 0.6)),
  );
  const at = { x: rings.x, align: "center" } as const;
  return [
    textElement({ ...at, text, y: rings.y - (rings.hole > 34 ? 7 : 0), size, isBold: true, color: theme.text }, theme),
    ...(rings.hole > 34
      ? [
          textElement(
            {
              ...at,
              text: t("Total"),
              y: rings.y + size / 2 + 5,
              size: Math.max(11, size * 0.42),
              color: theme.textTertiary,
            },
            theme,
          ),
        ]
      : []),
  ];
}
