import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { legendMargins, legendOption } from "../../chart-kit/legend/legend.ts";
import {
  type Network,
  type NetworkNode,
  networkMark,
  networkOf,
  networkSummary,
  networkTooltip,
  networkWalk,
  omittedLinksNote,
  throughput,
} from "../../chart-kit/network/network.ts";
import { isInSelection } from "../../chart-kit/selection.ts";
import { ellipsis, widest } from "../../chart-kit/text-width.ts";
import { type Measure, measureOf } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { type Box, circularPlaces, fitInto, forcePlaces } from "./layout.ts";
import { type PlacedName, placeNames } from "./names.ts";
import type { GraphForm } from "./schema.ts";

type Input = TransformInput<GraphForm>;

const MAX_LINKS = 1000;
const MAX_LINKS_PER_NODE = 1.5;
/** Readable number of links in any case, by chart area (px² per link). */
const PLENTY = { least: 100, most: 300, room: 1200 };
const MANY = 150;
const FILLED = 0.5;
const NAME_GAP = 8;

interface Drawn {
  network: Network;
  categories: readonly string[];
  measure: Measure;
  colorOf(node: NetworkNode): string;
  isFocus(node: NetworkNode): boolean;
}

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, theme } = input;
  const measure = measureOf(form.metric, input);
  const network = networkOf(input, {
    source: form.source,
    target: form.target,
    sourceCategory: form.source_category,
    targetCategory: form.target_category,
    measure,
    most: MAX_LINKS,
    density: { plenty: plentyOf(input), most: MAX_LINKS_PER_NODE },
  });
  const categories = [...new Set(network.nodes.map((node) => node.category).filter((name) => name !== ""))];
  const labelOf = (node: NetworkNode) => (categories.length > 0 ? node.category : node.name);
  const colors = assignColors([...new Set(network.nodes.map(labelOf))], input.colorOf);
  const colorOf = (node: NetworkNode) => colors.get(labelOf(node)) ?? theme.others;
  const chosen = new Set(
    network.nodes.filter((node) => isInSelection(input.selected, [node.column], [node.dimension])),
  );
  const isFocus = (node: NetworkNode) => chosen.size === 0 || chosen.has(node);
  const summary = networkSummary(t("Graph"), { network, measure });
  const warning = omittedLinksNote(network);
  return {
    summary,
    isEmpty: network.links.length === 0,
    ...(warning ? { warning } : {}),
    props: {
      option: network.links.length > 0 ? optionOf(input, { network, categories, measure, colorOf, isFocus }) : {},
      summary,
      size: network.links.length + network.nodes.length,
      isVeiled: network.links.length > MANY,
      tooltip: ([hit]) => networkTooltip(hit, { network, measure, colorOf }),
      mark: (hit) => networkMark(hit, { network, measure, selected: input.selected, canFilter: true }),
      walk: networkWalk(network),
    },
  };
}

function plentyOf({ width, height }: Input): number {
  return Math.round(Math.max(PLENTY.least, Math.min(PLENTY.most, (width * height) / PLENTY.room)));
}

function optionOf(input: Input, drawn: Drawn): Record<string, unknown> {
  const { formData: form, theme, width, height } = input;
  const { categories } = drawn;
  const density = densityOf(width, height);
  const hasLabels = density === "full" || density === "compact";
  const hasLegend = form.show_legend && categories.length > 1 && hasLabels;
  const margins = hasLegend
    ? legendMargins(categories, { ...form, width, height })
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const outer = {
    left: margins.left,
    top: margins.top,
    width: width - margins.left - margins.right,
    height: height - margins.top - margins.bottom,
  };
  return {
    series: [seriesOf(input, drawn, roomOf(input, drawn, { outer, hasLabels }))],
    tooltip: tooltipOption(theme),
    ...(hasLegend ? { legend: legendOption(categories, { ...form, width, height }, theme) } : {}),
  };
}

interface Room {
  box: Box;
  hasLabels: boolean;
  scale: number;
  nameWidth: number;
  besideWidth: number;
}

function roomOf({ formData: form, width }: Input, drawn: Drawn, part: { outer: Box; hasLabels: boolean }): Room {
  const { outer, hasLabels } = part;
  const side = Math.max(10, Math.min(outer.width - 88, outer.height - 40));
  const scale = side < 260 ? side / 260 : Math.max(1, Math.min(1.6, side / 450));
  const radius = form.baseNodeSize * scale;
  const nameWidth = Math.max(110, Math.min(200, width * 0.14));
  const isCircle = form.layout === "circular";
  const names = hasLabels && isCircle ? Math.min(nameWidth, widest(drawn.network.nodes.map((node) => node.name))) : 0;
  const beside = Math.min(names + radius + NAME_GAP, outer.width * 0.3);
  const air = hasLabels
    ? { x: Math.max(isCircle ? beside : 44, radius + 4), y: Math.max(20, radius + (isCircle ? 18 : 2)) }
    : { x: 12, y: 12 };
  return {
    box: {
      left: outer.left + air.x,
      top: outer.top + air.y,
      width: Math.max(10, outer.width - 2 * air.x),
      height: Math.max(10, outer.height - 2 * air.y),
    },
    hasLabels,
    scale,
    nameWidth,
    besideWidth: beside < outer.width * 0.3 ? nameWidth : Math.max(24, beside - radius - NAME_GAP),
  };
}

function seriesOf(input: Input, drawn: Drawn, room: Room): Record<string, unknown> {
  const { formData: form, theme } = input;
  const { network, categories } = drawn;
  const isCircle = form.layout === "circular";
  const places = fitInto(isCircle ? circularPlaces(network.nodes.length) : forcePlaces(network, form), room.box);
  const roomEach = Math.sqrt((room.box.width * room.box.height) / network.nodes.length);
  const nodeSize = sizer(network.nodes.map(throughput), Math.min(form.baseNodeSize * room.scale, roomEach * FILLED));
  const edgeWidth = sizer(
    network.links.map((link) => link.value),
    form.baseEdgeWidth * room.scale,
  );
  const sizes = network.nodes.map((node) => nodeSize(throughput(node)));
  const names = placeNames(
    network.nodes.map((node, i) => ({ name: node.name, at: places[i] ?? [0, 0], radius: (sizes[i] ?? 0) / 2 })),
    { isCircle, most: room.nameWidth, width: input.width, height: input.height },
  );
  return {
    type: "graph",
    layout: "none",
    ...boundsOf(places),
    roam: form.roam,
    draggable: form.draggable,
    selectedMode: false,
    cursor: "pointer",
    edgeSymbol: form.edgeSymbol.split(","),
    edgeSymbolSize: Math.max(4, 8 * room.scale),
    emphasis: { focus: form.selectedMode === false ? "none" : "adjacency" },
    blur: { itemStyle: { opacity: 0.25 }, lineStyle: { opacity: 0.06 }, label: { opacity: 0.3 } },
    labelLayout: { hideOverlap: true },
    lineStyle: { opacity: 0.4, curveness: 0.12 },
    ...(categories.length > 0 ? { categories: categories.map((name) => ({ name })) } : {}),
    data: network.nodes.map((node, i) =>
      nodeOf(input, node, {
        drawn,
        place: places[i] ?? [0, 0],
        size: sizes[i] ?? 0,
        name: names[i],
        room,
      }),
    ),
    links: network.links.map((link) => ({
      source: link.source.key,
      target: link.target.key,
      value: link.value,
      lineStyle: {
        color: drawn.isFocus(link.source) ? drawn.colorOf(link.source) : theme.muted,
        width: edgeWidth(link.value),
        ...(drawn.isFocus(link.source) ? {} : { opacity: 0.15 }),
      },
    })),
  };
}

/** ECharts stretches positions to the series box; their bounding box keeps them unchanged. */
function boundsOf(places: readonly (readonly [number, number])[]) {
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(1, Math.max(...xs) - left), height: Math.max(1, Math.max(...ys) - top) };
}

interface NodePart {
  drawn: Drawn;
  place: readonly [number, number];
  size: number;
  name: PlacedName | undefined;
  room: Room;
}

function nodeOf({ formData: form, theme }: Input, node: NetworkNode, { drawn, place, size, name, room }: NodePart) {
  const category = drawn.categories.indexOf(node.category);
  const isBeside = name?.side === "left" || name?.side === "right";
  const width = Math.min(name?.width ?? 0, isBeside ? room.besideWidth : room.nameWidth);
  return {
    id: node.key,
    name: node.key,
    value: throughput(node),
    x: place[0],
    y: place[1],
    symbolSize: size,
    ...(category >= 0 ? { category } : {}),
    itemStyle: {
      color: drawn.isFocus(node) ? drawn.colorOf(node) : theme.muted,
      borderColor: theme.background,
      borderWidth: 1,
    },
    label: {
      show: name !== undefined && room.hasLabels && throughput(node) >= form.showSymbolThreshold,
      position: name?.side ?? "right",
      distance: 4,
      formatter: () => ellipsis(node.name, width),
      color: drawn.isFocus(node) ? theme.text : theme.textTertiary,
      fontSize: 11,
      fontFamily: theme.fontFamily,
      minMargin: 4,
      textBorderColor: theme.background,
      textBorderWidth: 2,
    },
  };
}

function sizer(values: readonly number[], base: number): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (value) => (high > low ? base * (0.5 + 1.5 * Math.sqrt((value - low) / (high - low))) : base);
}
