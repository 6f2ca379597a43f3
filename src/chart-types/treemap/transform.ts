import { blend, textOn } from "../../chart-kit/colors/shade.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { drawnShapes } from "../../chart-kit/echart/many-shapes.ts";
import type { Shape, ShapeText } from "../../chart-kit/echart/shapes.ts";
import {
  type Branch,
  type BranchPaint,
  branchPaints,
  hierarchyOf,
  sortByValue,
} from "../../chart-kit/hierarchy/hierarchy.ts";
import { branchMark, branchSummary, branchTooltip, unnamedNote } from "../../chart-kit/hierarchy/hierarchy-text.ts";
import { TRAIL_HEIGHT, type VisibleTree, zoomedPicture } from "../../chart-kit/hierarchy/zoom.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { ellipsis, textWidth, wrapLines } from "../../chart-kit/text-width.ts";
import { dimensionsOf, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { HEADING_PAD, type Tile, tilesOf } from "./layout.ts";
import type { TreemapForm } from "./schema.ts";

type Input = TransformInput<TreemapForm>;

interface Drawn {
  input: Input;
  measure: Measure;
  paints: ReadonlyMap<Branch, BranchPaint>;
  hasLabels: boolean;
}

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, width, theme } = input;
  const measure = measureOf(form.metric, input, { format: form.number_format, currency: form.currency_format });
  const dims = dimensionsOf(form.groupby, input, { dateFormat: form.date_format });
  const tops = sortByValue(hierarchyOf(input, { dims, measure }));
  const paints = branchPaints(input, tops, dims);
  const density = densityOf(width, input.height);
  const isRoomy = density === "full" || density === "compact";
  const drawn: Drawn = { input, measure, paints, hasLabels: form.show_labels && density !== "figure" };
  const hasNegative = rowsOf(input.results[0]).some((row) => (numberIn(row, measure.key) ?? 0) < 0);
  const draw = ({ whole, tops: parts, all }: VisibleTree): EChartSpec => {
    const height = input.height - (whole ? TRAIL_HEIGHT : 0);
    const { series, ...bitmaps } = drawnShapes(
      tilesOf(parts, { x: 0, y: 0, width, height }, form.show_upper_labels && isRoomy).map((tile) =>
        shapeOf(tile, drawn),
      ),
      { theme, width, height, isClickable: form.groupby.length > 0, name: measure.label },
    );
    return {
      option: {
        series: [series],
        tooltip: tooltipOption(theme),
      },
      summary: branchSummary(t("Treemap"), { tops: parts, measure, whole }),
      ...bitmaps,
      size: all.length,
      tooltip: ([hit]) => branchTooltip(all[hit?.dataIndex ?? -1], { measure, paints }),
      mark: ({ dataIndex }) => branchMark(all[dataIndex], { dims, measure, paints }),
      walk: [{ seriesIndex: 0, length: all.length }],
    };
  };
  const props = zoomedPicture(tops, draw);
  return {
    summary: props.summary,
    isEmpty: tops.length === 0,
    ...warningOf([
      hasNegative && t("Negative values aren't shown"),
      isRoomy && hasNames(form) && unnamedNote(tops, namedTops(tops, input)),
    ]),
    props,
  };
}

const hasNames = ({ show_labels, show_upper_labels, label_type }: TreemapForm) =>
  show_labels && show_upper_labels && label_type !== "value";

/** Pixels that a cut name needs, and how much wider than a square tiles may be. */
const NAMED = { most: 46, stretch: 1.2 };

/** By the areas of tiles, not their sides: a lower chart, such as above a note, never has more names. */
function namedTops(tops: readonly Branch[], { width, height }: Input): Set<Branch> {
  const sideOf = ({ share }: Branch) => Math.sqrt(share * width * height) * NAMED.stretch;
  const needed = ({ name }: Branch) => Math.min(NAMED.most, textWidth(name)) + 2 * SMALL.pad;
  return new Set(tops.filter((branch) => sideOf(branch) >= needed(branch)));
}

function shapeOf(tile: Tile, drawn: Drawn): Shape {
  const { branch, box } = tile;
  const { theme } = drawn.input;
  const paint = drawn.paints.get(branch);
  const own = paint?.color ?? theme.others;
  const isParent = !tile.isWhole;
  const fill = isParent ? blend(own, theme.background, 0.14) : own;
  const titleInk = theme.mode === "dark" ? textOn(fill) : (paint?.ink ?? theme.text);
  return {
    type: "rect",
    shape: branch.parent ? box : { ...box, r: 2 },
    fill,
    value: branch.value,
    texts: isParent ? headingOf(tile, drawn, titleInk) : labelsOf(tile, drawn, paint),
  };
}

const BOLD = 1.08;
const LARGE = { pad: HEADING_PAD, line: 15 };
const SMALL = { pad: 3, line: 12, side: 64 };
const MOST_LINES = 3;
const NO_TEXTS: ShapeText[] = [];

function headingOf({ branch, box, heading }: Tile, { input, measure }: Drawn, color: string): ShapeText[] {
  if (heading === 0) return [];
  const room = box.width - 2 * HEADING_PAD;
  const name = ellipsis(branch.name, room / BOLD, 12);
  const value = measure.short(branch.value);
  const y = box.y + heading / 2 + 1;
  const nameWidth = textWidth(name, 12) * BOLD;
  const hasValue = input.formData.label_type !== "key" && nameWidth + 10 + textWidth(value, 11) <= room;
  const texts: ShapeText[] =
    name.length > 3 || name === branch.name
      ? [{ text: name, x: box.x + HEADING_PAD, y, color, size: 12, isBold: true }]
      : [];
  return hasValue ? [...texts, { text: value, x: box.x + HEADING_PAD + nameWidth + 8, y, color }] : texts;
}

function labelsOf(
  { branch, box }: Tile,
  { input, measure, hasLabels }: Drawn,
  paint: BranchPaint | undefined,
): ShapeText[] {
  if (!hasLabels || box.height < SMALL.line + 4) return NO_TEXTS;
  const type = input.formData.label_type;
  const isSmall = box.width < SMALL.side || box.height < SMALL.side;
  const { pad, line } = isSmall ? SMALL : LARGE;
  const room = box.width - 2 * pad;
  const rows = Math.floor((box.height - pad) / line);
  const value = measure.short(branch.value);
  const hasValue = type !== "key" && textWidth(value) <= room;
  const names = type === "value" ? [] : wrapLines(branch.name, room, Math.min(MOST_LINES, rows));
  const hasBoth = hasValue && (type === "value" || names.length > 0);
  const shown = [...names, ...(hasBoth ? [value] : [])].slice(0, rows);
  return shown.map((text, i) => ({
    text,
    x: box.x + pad,
    y: box.y + pad - 1 + line * (i + 0.5),
    color: paint?.ink ?? input.theme.text,
    isBold: paint?.isSelected ?? false,
  }));
}
