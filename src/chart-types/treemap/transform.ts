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
import { branchMark, branchSummary, branchTooltip } from "../../chart-kit/hierarchy/hierarchy-text.ts";
import { TRAIL_HEIGHT, type VisibleTree, zoomedPicture } from "../../chart-kit/hierarchy/zoom.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { ellipsis, textWidth } from "../../chart-kit/text-width.ts";
import { dimensionsOf, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { type Tile, tilesOf } from "./layout.ts";
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
    const tiles = tilesOf(parts, { x: 0, y: 0, width, height }, form.show_upper_labels && isRoomy);
    const { series, ...bitmaps } = drawnShapes(
      tiles.map((tile) => shapeOf(tile, drawn)),
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
    ...(hasNegative ? { warning: t("Negative values aren't shown") } : {}),
    props,
  };
}

function shapeOf(tile: Tile, drawn: Drawn): Shape {
  const { branch, box } = tile;
  const { theme } = drawn.input;
  const paint = drawn.paints.get(branch);
  const own = paint?.color ?? theme.others;
  const isParent = branch.children.length > 0;
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

const PAD = 6;
const BOLD = 1.08;
const LINE = 15;
const NO_TEXTS: ShapeText[] = [];

function headingOf({ branch, box, heading }: Tile, { input, measure }: Drawn, color: string): ShapeText[] {
  if (heading === 0) return [];
  const room = box.width - 2 * PAD;
  const name = ellipsis(branch.name, room / BOLD, 12);
  const value = measure.short(branch.value);
  const y = box.y + heading / 2 + 1;
  const nameWidth = textWidth(name, 12) * BOLD;
  const hasValue = input.formData.label_type !== "key" && nameWidth + 10 + textWidth(value, 11) <= room;
  const texts: ShapeText[] =
    name.length > 3 || name === branch.name ? [{ text: name, x: box.x + PAD, y, color, size: 12, isBold: true }] : [];
  return hasValue ? [...texts, { text: value, x: box.x + PAD + nameWidth + 8, y, color }] : texts;
}

function labelsOf(
  { branch, box }: Tile,
  { input, measure, hasLabels }: Drawn,
  paint: BranchPaint | undefined,
): ShapeText[] {
  if (!hasLabels || box.height < LINE + 4) return NO_TEXTS;
  const type = input.formData.label_type;
  const room = box.width - 2 * PAD;
  const name = ellipsis(branch.name, room);
  const hasName = type !== "value" && (name === branch.name ? textWidth(name) <= room : name.length > 5);
  const value = measure.short(branch.value);
  const hasValue = type !== "key" && textWidth(value) <= room && (type === "value" || hasName);
  const lines = [...(hasName ? [name] : []), ...(hasValue ? [value] : [])];
  const shown = lines.slice(0, Math.floor((box.height - 4) / LINE));
  return shown.map((text, i) => ({
    text,
    x: box.x + PAD,
    y: box.y + 5 + LINE * (i + 0.5),
    color: paint?.ink ?? input.theme.text,
    isBold: paint?.isSelected ?? false,
  }));
}
