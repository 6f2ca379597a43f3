import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { labelRotation, rotatedHeight } from "../../chart-kit/axes/plain-axes.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import type { Margins } from "../../chart-kit/legend/legend.ts";
import { cutAtWord, ellipsis, textWidth, widest } from "../../chart-kit/text-width.ts";
import { type Measure, measureOf } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { inOrder, type TreeNode, treeOf } from "./nodes.ts";
import type { TreeForm } from "./schema.ts";

type Input = TransformInput<TreeForm>;

const ROOT = 1;
const MAX_NODES = 3000;
const DISTANCE = 6;
/** Share of the shorter side reserved for names around a radial tree. */
const RADIAL_ROOM = 0.25;
/** Pixels for the first word of a name in small charts, and their largest share of the smaller side. */
const WORD = { length: 64, share: 0.32 };

const radialRoom = (side: number) => Math.max(side * RADIAL_ROOM, Math.min(WORD.length, side * WORD.share));
const SIDE_ROOM = 0.28;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form } = input;
  const measure = form.metric ? measureOf(form.metric, input) : undefined;
  const { root, others } = treeOf(input, measure);
  const all = root ? inOrder(root) : [];
  const isTooLarge = all.length > MAX_NODES;
  const nodes = isTooLarge ? [] : all;
  const summary = summaryOf(root, all, measure);
  const warning = isTooLarge
    ? t("Too many nodes to show ({count, number}). Choose a root node or add a filter", { count: all.length })
    : others > 0
      ? t("Showing the largest of {count, number} trees", { count: others + 1 })
      : undefined;
  return {
    summary,
    isEmpty: all.length === 0,
    ...(warning ? { warning } : {}),
    props: {
      option: root && !isTooLarge ? { series: [seriesOf(input, root, all)], tooltip: tooltipOption(input.theme) } : {},
      summary,
      size: nodes.length,
      tooltip: ([hit]) => {
        const node = nodes[(hit?.dataIndex ?? 0) - ROOT];
        if (!node) return null;
        const below = inOrder(node).length - 1;
        return {
          title: node.name,
          rows: node.value !== null && measure ? [{ label: measure.label, value: measure.full(node.value) }] : [],
          ...(below > 0
            ? { note: t("{count, plural, one {# descendant} other {# descendants}}", { count: below }) }
            : {}),
        };
      },
      mark: ({ dataIndex }) => {
        const node = nodes[dataIndex - ROOT];
        if (!node) return null;
        const place = t("{node}, level {level, number}", { node: node.name, level: node.depth + 1 });
        const text = node.value !== null && measure ? `${place}: ${measure.full(node.value)}` : place;
        return { text, selection: null, isSelected: false };
      },
      walk: [{ seriesIndex: 0, length: nodes.length + ROOT }],
    },
  };
}

function seriesOf(input: Input, root: TreeNode, all: readonly TreeNode[]): Record<string, unknown> {
  const { formData: form, theme, width, height } = input;
  const density = densityOf(width, height);
  const hasLabels = density === "full" || density === "compact";
  const label = (position: string, longest: number) => ({
    show: hasLabels,
    ...(form.layout === "radial" ? {} : { position, ...anchorOf(position) }),
    distance: DISTANCE,
    formatter: ({ name }: { name: string }) => (form.layout === "radial" ? cutAtWord : ellipsis)(name, longest),
    color: theme.textSecondary,
    fontSize: 11,
    lineHeight: LEAF_LINE,
    fontFamily: theme.fontFamily,
    textBorderColor: theme.background,
    textBorderWidth: 2,
  });
  const beside = form.symbolSize / 2 + DISTANCE + 2;
  const side = Math.min(width, height);
  const longest = form.layout === "radial" ? radialRoom(side) - beside : Math.min(side * 0.4, width * SIDE_ROOM - 6);
  const isHollow = form.symbol === "emptyCircle";
  const margins = marginsOf(input, root, { all, hasLabels });
  const turned = rotatedNames(input, all, margins);
  const ring = ringOf(all, side / 2 - margins.top);
  const inner = form.layout === "radial" ? Math.min(longest, ring - beside) : longest;
  const crossing = crossingNames(input, all, { margins, longest });
  return {
    type: "tree",
    ...margins,
    ...(turned ? { bottom: margins.bottom + turned.room } : {}),
    layout: form.layout,
    orient: form.orient,
    // ECharts fills hollow symbols with white, even in dark mode.
    symbol: isHollow ? "circle" : form.symbol,
    symbolSize: form.symbolSize,
    roam: form.roam,
    initialTreeDepth: form.initialTreeDepth,
    expandAndCollapse: true,
    animationDuration: 0,
    itemStyle: { color: isHollow ? theme.background : theme.focus, borderColor: theme.focus, borderWidth: 1.5 },
    lineStyle: { color: theme.muted, width: 1.2, curveness: form.layout === "radial" ? 0 : 0.5 },
    emphasis: { focus: form.emphasis, lineStyle: { color: theme.focus, width: 1.6 } },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.25 }, label: { opacity: 0.4 } },
    label: { ...label(...(crossing ?? [form.node_label_position, inner])), fontWeight: 500 },
    leaves: {
      label: {
        ...label(leafSide(input, all), longest),
        ...turned?.label,
      },
    },
    labelLayout: { hideOverlap: true },
    ...(form.layout === "radial" ? aroundRing(input, label(leafSide(input, all), longest)) : {}),
    data: [
      {
        ...dataOf(root),
        ...(form.layout === "radial" ? { label: rootLabel(root.name, ring, theme.background) } : {}),
        ...(crossing ? { label: { ...label(form.node_label_position, longest), fontWeight: 500 } } : {}),
      },
    ],
  };
}

interface LabelPlace {
  text: string;
  labelRect: { x: number; y: number; width: number; height: number };
}

function aroundRing(input: Input, label: Record<string, unknown>): Record<string, unknown> {
  return {
    leaves: { label: { ...label, formatter: "{b}", overflow: "truncate", ellipsis: "…" } },
    labelLayout: (place: LabelPlace) => outward(place, input),
  };
}

/** Pixels of a cut name that still says something. */
const LEAST_CUT = 44;
/** ECharts can't hide a single label in its layout; with this width it has no letters. */
const HIDDEN = { width: 1 };

/** A name around the ring is as long as there is space up to the edge in its direction. */
function outward({ text, labelRect }: LabelPlace, { width, height }: Input): Record<string, unknown> {
  const [x, y] = [labelRect.x + labelRect.width / 2 - width / 2, labelRect.y + labelRect.height / 2 - height / 2];
  const distance = Math.hypot(x, y) || 1;
  const length = textWidth(text);
  const edge = Math.min((distance * width) / 2 / (Math.abs(x) || 1), (distance * height) / 2 / (Math.abs(y) || 1));
  const room = edge - (distance - length / 2) - LEAF_LINE;
  if (length > room && room < LEAST_CUT) return HIDDEN;
  return { hideOverlap: true, ...(length > room ? { width: room } : {}) };
}

/** Names between two levels that would cover the level before are above their nodes; undefined = none. */
function crossingNames(
  { formData: form, width, height }: Input,
  all: readonly TreeNode[],
  { margins, longest }: { margins: Margins; longest: number },
): [position: string, longest: number] | undefined {
  const towardRoot = { LR: "left", RL: "right" }[String(form.orient)];
  const depth = all.reduce((most, node) => Math.max(most, node.depth), 0);
  if (form.layout === "radial" || form.node_label_position !== towardRoot || depth < 2) return undefined;
  const between = (width - margins.left - margins.right) / depth - form.symbolSize - 2 * DISTANCE;
  const names = all.filter((node) => node.depth > 0 && node.children.length > 0).map(({ name }) => name);
  const pitch = (height - ACROSS.top - ACROSS.bottom) / names.length;
  if (pitch < form.symbolSize + 2 * LEAF_LINE) return undefined;
  return Math.min(longest, widest(names)) > between ? ["top", Math.min(longest, 2 * between)] : undefined;
}

/** Within the first ring, whose nodes it would cover. */
function rootLabel(name: string, ring: number, ground: string) {
  const text = cutAtWord(name, 2 * ring - 2 * DISTANCE);
  return {
    ...(text === "" ? { show: false } : {}),
    formatter: () => text,
    backgroundColor: `${ground}e6`,
    padding: [2, 4],
    borderRadius: 3,
    rotate: 0,
    position: "top",
    align: "center",
    verticalAlign: "bottom",
  };
}

/** Pixels between the levels of a radial tree. */
const ringOf = (all: readonly TreeNode[], radius: number) =>
  radius / all.reduce((most, node) => Math.max(most, node.depth), 1);

function anchorOf(position: string): Record<string, string> {
  return (
    {
      left: { verticalAlign: "middle", align: "right" },
      right: { verticalAlign: "middle", align: "left" },
      top: { verticalAlign: "bottom", align: "center" },
      bottom: { verticalAlign: "top", align: "center" },
    }[position] ?? {}
  );
}

function dataOf(node: TreeNode): Record<string, unknown> {
  return {
    name: node.name,
    ...(node.value === null ? {} : { value: node.value }),
    ...(node.children.length > 0 ? { children: node.children.map(dataOf) } : {}),
  };
}

/** Minimum pixels between leaves for names above or below; with less, names are beside the leaves. */
const LEAF_LINE = 13;

function leafSide({ formData: form, height }: Input, all: readonly TreeNode[]): string {
  const chosen = form.child_label_position;
  const isOver = chosen === "top" || chosen === "bottom";
  if (form.layout === "radial" || form.orient === "TB" || form.orient === "BT" || !isOver) return chosen;
  const leaves = all.filter((node) => node.children.length === 0).length;
  const pitch = (height - ACROSS.top - ACROSS.bottom) / Math.max(1, leaves - 1);
  if (pitch >= form.symbolSize + DISTANCE + LEAF_LINE) return chosen;
  return form.orient === "RL" ? "left" : "right";
}

const ACROSS = { top: 14, bottom: 18 };

function marginsOf(
  input: Input,
  root: TreeNode,
  { all, hasLabels }: { all: readonly TreeNode[]; hasLabels: boolean },
): Margins {
  const { formData: form, width, height } = input;
  const edge = form.symbolSize / 2 + 4;
  if (!hasLabels) return { left: edge, right: edge, top: edge, bottom: edge };
  const most = width * SIDE_ROOM;
  const leaves = Math.min(most, widest(all.filter((node) => node.children.length === 0).map((node) => node.name)) + 10);
  const top = Math.min(most, widest([root.name]) + 10);
  if (form.layout === "radial") {
    const room = Math.min(leaves + 8, radialRoom(Math.min(width, height)));
    return { left: room, right: room, top: room, bottom: room };
  }
  const side = (position: string, own: number, labelSide: string) => (position === labelSide ? own : own / 2);
  const isAcross = form.orient === "LR" || form.orient === "RL";
  if (!isAcross) return { ...sidesOf(all, { edge, most }), top: 26, bottom: 26 };
  const [first, last] = form.orient === "LR" ? (["left", "right"] as const) : (["right", "left"] as const);
  return {
    left: 0,
    right: 0,
    [first]: side(form.node_label_position, top, first) + edge,
    [last]: side(leafSide(input, all), leaves, last) + edge,
    ...ACROSS,
  };
}

function rotatedNames({ formData: form, width, height }: Input, all: readonly TreeNode[], margins: Margins) {
  if (form.layout === "radial" || form.orient !== "TB" || form.child_label_position !== "bottom") return undefined;
  const names = all.filter((node) => node.children.length === 0).map((node) => node.name);
  const pitch = (width - margins.left - margins.right) / Math.max(1, names.length - 1);
  const rotate = labelRotation(names, { width: pitch, height, isCut: false });
  if (rotate === 0) return undefined;
  return { room: rotatedHeight(widest(names), rotate), label: { rotate, align: "right", verticalAlign: "middle" } };
}

function sidesOf(all: readonly TreeNode[], { edge, most }: { edge: number; most: number }) {
  const levels = [...Map.groupBy(all, (node) => node.depth).values()].map((level) => level.map((node) => node.name));
  const half = (names: readonly string[]) => Math.max(edge, Math.min(most, widest(names)) / 2 + 4);
  // A single node on a level is centered.
  const wide = levels.filter((names) => names.length > 1);
  return { left: half(wide.map((names) => names[0] ?? "")), right: half(wide.map((names) => names.at(-1) ?? "")) };
}

function summaryOf(root: TreeNode | null, all: readonly TreeNode[], measure: Measure | undefined): string {
  if (!root) return t("Tree: no nodes.");
  const levels = Math.max(...all.map((node) => node.depth)) + 1;
  const size =
    all.length === 1
      ? t("one node")
      : t("{count, number} nodes on {levels, number} levels", { count: all.length, levels });
  const valued = all.filter((node) => node.value !== null && node !== root);
  if (!measure || valued.length === 0) return t("Tree of {root}: {size}.", { root: root.name, size });
  const ends = endsText(valued, {
    valueIn: ({ value }) => value ?? 0,
    say: ({ name, value }) => `${name} (${measure.full(value ?? 0)})`,
    write: measure.full,
    ends: (high, low) => t("highest {measure} {high}, lowest {low}", { measure: measure.label, high, low }),
    equal: (value) => t("{measure} all equal to {value}", { measure: measure.label, value }),
  });
  return t("Tree of {root}: {size}; {ends}.", { root: root.name, size, ends });
}
