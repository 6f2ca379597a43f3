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
  throughput,
} from "../../chart-kit/network/network.ts";
import { ellipsis, widest } from "../../chart-kit/text-width.ts";
import { measureOf } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { withoutCycles } from "./cycles.ts";
import type { SankeyForm } from "./schema.ts";

type Input = TransformInput<SankeyForm>;

const MAX_LINKS = 300;
const NODE_ROOM = 5;
const MIN_NODES = 12;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, theme } = input;
  const measure = measureOf(form.metric, input);
  const mostNodes = Math.max(MIN_NODES, Math.floor((2 * input.height) / NODE_ROOM));
  const network = withoutCycles(
    networkOf(input, { source: form.source, target: form.target, measure, most: MAX_LINKS, mostNodes }),
  );
  const colors = assignColors(
    network.nodes.map((node) => node.name),
    input.colorOf,
  );
  const colorOf = (node: NetworkNode) => colors.get(node.name) ?? theme.others;
  const summary = networkSummary(t("Sankey diagram"), { network, measure });
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

function seriesOf(input: Input, network: Network, colorOf: (node: NetworkNode) => string): Record<string, unknown> {
  const { theme, width, height } = input;
  const density = densityOf(width, height);
  const hasLabels = density === "full" || density === "compact";
  const ends = network.nodes.filter((node) => node.outgoing === 0).map((node) => node.name);
  const labelWidth = hasLabels ? Math.min(width * 0.24, widest(ends) * 1.04 + 10) : 0;
  const total = network.nodes.reduce((sum, node) => sum + throughput(node), 0);
  const columns = Math.max(ends.length, network.nodes.filter((node) => node.incoming === 0).length, 1);
  return {
    type: "sankey",
    left: 1,
    right: labelWidth + 2,
    top: 6,
    bottom: 6,
    nodeWidth: width < 400 ? 8 : 12,
    nodeGap: Math.max(1, Math.min(12, (height * 0.35) / columns)),
    draggable: false,
    emphasis: { focus: "adjacency" },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.08 } },
    lineStyle: { color: "source", opacity: theme.mode === "light" ? 0.32 : 0.4, curveness: 0.5 },
    labelLayout: { hideOverlap: true },
    data: network.nodes.map((node) => ({
      name: node.key,
      itemStyle: { color: colorOf(node), borderWidth: 0, borderRadius: 1 },
      label: {
        show: hasLabels,
        position: "right",
        distance: 6,
        formatter: () => ellipsis(node.name, node.outgoing === 0 ? labelWidth - 6 : width * 0.24),
        color: throughput(node) > total / 40 ? theme.text : theme.textSecondary,
        fontSize: 11,
        // Hides overlapping names.
        lineHeight: 14,
        fontFamily: theme.fontFamily,
        textBorderColor: theme.background,
        textBorderWidth: 4,
      },
    })),
    links: network.links.map(({ source, target, value }) => ({ source: source.key, target: target.key, value })),
  };
}
