import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import {
  type Network,
  type NetworkNode,
  networkMark,
  networkOf,
  networkSummary,
  networkTooltip,
  networkWalk,
  omittedLinksNote,
} from "../../chart-kit/network/network.ts";
import { ellipsis, widest } from "../../chart-kit/text-width.ts";
import { measureOf } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { ChordForm } from "./schema.ts";

type Input = TransformInput<ChordForm>;

const MAX_LINKS = 300;
const NODE_ROOM = 10;
const MIN_NODES = 12;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, theme } = input;
  const measure = measureOf(form.metric, input, { format: form.y_axis_format });
  const mostNodes = Math.max(MIN_NODES, Math.floor((Math.PI * Math.min(input.width, input.height)) / NODE_ROOM));
  const network = networkOf(input, { source: form.groupby, target: form.columns, measure, most: MAX_LINKS, mostNodes });
  const colors = assignColors(
    network.nodes.map((node) => node.name),
    input.colorOf,
  );
  const colorOf = (node: NetworkNode) => colors.get(node.name) ?? theme.others;
  const summary = networkSummary(t("Chord diagram"), { network, measure });
  const warning = omittedLinksNote(network);
  return {
    summary,
    isEmpty: network.links.length === 0,
    ...(warning ? { warning } : {}),
    props: {
      option: { series: [seriesOf(input, network, colorOf)], tooltip: tooltipOption(theme) },
      summary,
      size: network.links.length + network.nodes.length,
      tooltip: ([hit]) => networkTooltip(hit, { network, measure, colorOf }),
      mark: (hit) => networkMark(hit, { network, measure, selected: null, canFilter: false }),
      walk: networkWalk(network),
    },
  };
}

const MIN_LABELED_ARC = 13;

function seriesOf(input: Input, network: Network, colorOf: (node: NetworkNode) => string): Record<string, unknown> {
  const { theme, width, height } = input;
  const density = densityOf(width, height);
  const hasLabels = density === "full" || density === "compact";
  const labelWidth = hasLabels ? Math.min(width * 0.24, widest(network.nodes.map((node) => node.name)) * 1.04 + 4) : 0;
  const outer = Math.max(10, Math.min(width / 2 - labelWidth - 12, height / 2 - (hasLabels ? 20 : 4)));
  const total = network.nodes.reduce((sum, node) => sum + node.incoming + node.outgoing, 0);
  return {
    type: "chord",
    center: [width / 2, height / 2],
    radius: [outer - Math.max(4, Math.min(14, outer * 0.07)), outer],
    padAngle: network.nodes.length > 40 ? 0.5 : 2,
    minAngle: 0,
    emphasis: { focus: "adjacency" },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.06 } },
    lineStyle: { color: "source", opacity: theme.mode === "light" ? 0.4 : 0.5 },
    labelLayout: { hideOverlap: true },
    data: network.nodes.map((node) => ({
      name: node.key,
      itemStyle: { color: colorOf(node), borderWidth: 0 },
      label: {
        show: hasLabels && ((node.incoming + node.outgoing) / total) * 2 * Math.PI * outer >= MIN_LABELED_ARC,
        position: "outside",
        distance: 6,
        formatter: () => ellipsis(node.name, labelWidth + 2),
        color: theme.textSecondary,
        fontSize: 11,
        padding: [2, 3],
        fontFamily: theme.fontFamily,
      },
    })),
    links: network.links.map(({ source, target, value }) => ({ source: source.key, target: target.key, value })),
  };
}
