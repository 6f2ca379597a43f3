import { blend } from "../../chart-kit/colors/shade.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { drawnShapes } from "../../chart-kit/echart/many-shapes.ts";
import type { Shape, ShapeText } from "../../chart-kit/echart/shapes.ts";
import { formatPercent } from "../../chart-kit/format/plain-number.ts";
import {
  type Branch,
  type BranchPaint,
  branchPaints,
  hierarchyOf,
  preorder,
  sortByValue,
} from "../../chart-kit/hierarchy/hierarchy.ts";
import { branchMark, branchSummary, branchTooltip } from "../../chart-kit/hierarchy/hierarchy-text.ts";
import { ellipsis, textWidth } from "../../chart-kit/text-width.ts";
import { dimensionsOf, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { areShares, METRIC, partRows, VALUE } from "./parts.ts";
import { isDated, type PartitionForm } from "./schema.ts";

type Input = TransformInput<PartitionForm>;

interface Bar {
  branch: Branch;
  y: number;
  height: number;
}

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, theme } = input;
  const rows = partRows(input);
  const [result = {}] = input.results;
  const own: Input = { ...input, results: [{ ...result, data: rows }] };
  const time = isDated(form) && form.granularity_sqla ? [form.granularity_sqla] : [];
  const columns = [METRIC, ...form.groupby, ...time];
  const dims = dimensionsOf(columns, own, { dateFormat: form.date_time_format, grain: timeGrainOf(form) });
  const first = measureIn(input);
  const measure: Measure = { ...first, key: VALUE };
  const tops = sortByValue(hierarchyOf(own, { dims, measure }));
  const dateDepth = time.length > 0 ? columns.length - 1 : -1;
  if (dateDepth > 0) sortByTime(tops, dateDepth);
  const left = prune(tops, form, dateDepth);
  const all = preorder(tops);
  // With one metric, its parts get the colors instead.
  const paints = branchPaints(own, tops.length === 1 ? (tops[0]?.children ?? []) : tops, dims);
  const summary = branchSummary(t("Partition chart"), {
    tops: tops.length === 1 && tops[0]?.children.length ? tops[0].children : tops,
    measure: first,
  });
  const bars = barsOf(tops, input, dateDepth);
  const levels = Math.max(1, ...all.map((branch) => branch.depth + 1));
  const hasLost = rows.some((row) => (numberIn(row, VALUE) ?? 0) < 0);
  const { series, ...bitmaps } = drawnShapes(
    bars.map((bar) => shapeOf(bar, { input, paints, measure, levels })),
    { theme, width: input.width, height: input.height, name: measure.label },
  );
  return {
    summary,
    isEmpty: tops.length === 0,
    ...warningOf([
      hasLost && t("Negative values aren't shown"),
      left > 0 && t("{count, plural, one {# small part} other {# small parts}} left out", { count: left }),
    ]),
    props: {
      option: {
        series: [series],
        tooltip: tooltipOption(theme),
      },
      ...bitmaps,
      summary,
      size: all.length,
      tooltip: ([hit]) => {
        const content = branchTooltip(all[hit?.dataIndex ?? -1], { measure, paints });
        return content && !form.rich_tooltip ? { title: content.title, rows: content.rows } : content;
      },
      mark: ({ dataIndex }) => {
        const mark = branchMark(all[dataIndex], { dims, measure, paints });
        return mark ? { ...mark, selection: null } : null;
      },
      walk: [{ seriesIndex: 0, length: all.length }],
    },
  };
}

function measureIn(input: Input): Measure {
  const { formData: form } = input;
  const chosen = { format: form.number_format, currency: form.currency_format };
  const measure = measureOf(form.metrics[0], input, chosen);
  const isFormatted = chosen.format && chosen.format !== "SMART_NUMBER";
  if (!areShares(form) || isFormatted) return measure;
  return { ...measure, short: formatPercent, full: formatPercent };
}

function sortByTime(branches: readonly Branch[], depth: number): void {
  for (const branch of branches) {
    if (branch.depth === depth - 1) branch.children.sort((a, b) => Number(a.path.at(-1)) - Number(b.path.at(-1)));
    else sortByTime(branch.children, depth);
  }
}

function prune(branches: readonly Branch[], form: PartitionForm, dateDepth: number): number {
  let left = 0;
  for (const branch of branches) {
    const isDated = branch.depth === dateDepth - 1;
    const large = branch.children.filter((child) => isDated || child.value / branch.value >= form.partition_threshold);
    const remaining = isDated || form.partition_limit <= 0 ? large : large.slice(0, form.partition_limit);
    left += branch.children.length - remaining.length;
    branch.children = remaining;
    left += prune(remaining, form, dateDepth);
  }
  return left;
}

function barsOf(tops: readonly Branch[], { formData: form, height }: Input, dateDepth: number): Bar[] {
  const weight = (branch: Branch) => {
    if (branch.depth === dateDepth && form.equal_date_size) return 1;
    return form.log_scale ? Math.log1p(branch.value) : branch.value;
  };
  const spread = (
    branches: readonly Branch[],
    { y, room, whole }: { y: number; room: number; whole: number },
  ): Bar[] => {
    let at = y;
    return branches.flatMap((branch) => {
      const bar = { branch, y: at, height: (room * weight(branch)) / whole };
      at += bar.height;
      const parts = branch.children.reduce((sum, child) => sum + weight(child), 0);
      const isByValue = !form.log_scale && !(branch.depth === dateDepth - 1 && form.equal_date_size);
      return [bar, ...spread(branch.children, { y: bar.y, room: bar.height, whole: isByValue ? branch.value : parts })];
    });
  };
  return spread(tops, { y: 0, room: height, whole: tops.reduce((sum, branch) => sum + weight(branch), 0) });
}

interface Drawn {
  input: Input;
  paints: ReadonlyMap<Branch, BranchPaint>;
  measure: Measure;
  levels: number;
}

const PAD = 6;
const LINE = 14;

function shapeOf({ branch, y, height }: Bar, { input, paints, measure, levels }: Drawn): Shape {
  const { theme, width } = input;
  const column = width / levels;
  const paint = paints.get(branch);
  const gap = height > 3 ? 1 : 0;
  return {
    type: "rect",
    shape: { x: branch.depth * column, y, width: column - 1, height: Math.max(0.5, height - gap) },
    fill: paint?.color ?? blend(theme.others, theme.background, 0.45),
    value: branch.value,
    texts: textsOf({ branch, y, height }, { input, measure, column, color: paint?.ink ?? theme.text }),
  };
}

function textsOf(
  { branch, y, height }: Bar,
  { input, measure, column, color }: { input: Input; measure: Measure; column: number; color: string },
): ShapeText[] {
  if (height < LINE || densityOf(input.width, input.height) === "figure") return [];
  const room = column - 2 * PAD;
  const name = ellipsis(branch.name, room);
  if (name !== branch.name && name.length < 5) return [];
  const value = measure.short(branch.value);
  const hasValue = textWidth(name) + 10 + textWidth(value) <= room;
  const x = branch.depth * column + PAD;
  const at = y + Math.min(height / 2, 13);
  const texts: ShapeText[] = [{ text: name, x, y: at, color }];
  return hasValue ? [...texts, { text: value, x: x + column - 2 * PAD - 1, y: at, color, align: "right" }] : texts;
}
