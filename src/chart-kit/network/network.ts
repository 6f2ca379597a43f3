import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { QueryColumn } from "../../model/adhoc.ts";
import type { DataValue } from "../../model/query-context.ts";
import { endsText, largestText } from "../axes/extremes-text.ts";
import type { Hit, Mark, TooltipContent, Walk } from "../echart/echart-spec.ts";
import { isInSelection, selectionOf } from "../selection.ts";
import { rowsOf } from "../table/column.ts";
import { dimensionsOf, largest, type Measure, numberIn } from "../values/measure.ts";

export interface NetworkNode {
  key: string;
  name: string;
  dimension: DataValue;
  column: QueryColumn;
  category: string;
  incoming: number;
  outgoing: number;
}

export interface NetworkLink {
  source: NetworkNode;
  target: NetworkNode;
  value: number;
}

export interface Network {
  nodes: NetworkNode[];
  links: NetworkLink[];
  left: number;
}

interface Ends {
  source: QueryColumn | null | undefined;
  target: QueryColumn | null | undefined;
  sourceCategory?: QueryColumn | null;
  targetCategory?: QueryColumn | null;
  measure: Measure;
  most: number;
  mostNodes?: number;
  /** Above `plenty` links, at most `most` per node on average; more would be unreadable. */
  density?: { plenty: number; most: number };
}

/** A value on both sides is one node. Links without a positive value are dropped. */
export function networkOf(
  input: TransformInput,
  { measure, most, mostNodes = Number.POSITIVE_INFINITY, density, ...ends }: Ends,
): Network {
  const columns = [ends.source, ends.target, ends.sourceCategory, ends.targetCategory];
  const [source, target, sourceCategory, targetCategory] = columns.map((column) =>
    dimensionsOf(column ? [column] : [], input),
  );
  if (!source || !target || !ends.source || !ends.target) return { nodes: [], links: [], left: 0 };
  const flows = rowsOf(input.results[0])
    .map((row) => ({ row, value: numberIn(row, measure.key) ?? 0 }))
    .filter(({ value }) => value > 0);
  const nodes = new Map<string, NetworkNode>();
  const links = new Map<string, NetworkLink>();
  let drawn = 0;
  for (const { row, value } of largest(flows, most)) {
    const isNew = [source, target].filter((dims) => !nodes.has(dims.nameOf(row)));
    if (drawn > 0 && nodes.size + isNew.length > mostNodes) break;
    if (isDense(density, { nodes: nodes.size, links: links.size })) break;
    drawn += 1;
    const from = node({ dims: source, column: ends.source, category: sourceCategory?.nameOf(row) ?? "" });
    const to = node({ dims: target, column: ends.target, category: targetCategory?.nameOf(row) ?? "" });
    from.outgoing += value;
    to.incoming += value;
    const key = `${from.key} ${to.key}`;
    const link = links.get(key) ?? { source: from, target: to, value: 0 };
    link.value += value;
    links.set(key, link);

    function node(side: { dims: typeof source & object; column: QueryColumn; category: string }): NetworkNode {
      const name = side.dims.nameOf(row);
      const found = nodes.get(name);
      if (found) {
        found.category ||= side.category;
        return found;
      }
      const node: NetworkNode = {
        key: String(nodes.size),
        name,
        dimension: side.dims.valuesOf(row)[0] ?? null,
        column: side.column,
        category: side.category,
        incoming: 0,
        outgoing: 0,
      };
      nodes.set(name, node);
      return node;
    }
  }
  return { nodes: [...nodes.values()], links: [...links.values()], left: flows.length - drawn };
}

function isDense(density: Ends["density"], { nodes, links }: { nodes: number; links: number }): boolean {
  return density !== undefined && links >= Math.max(density.plenty, nodes * density.most);
}

export function throughput(node: NetworkNode): number {
  return Math.max(node.incoming, node.outgoing);
}

export function omittedLinksNote({ links, left }: Network): string | undefined {
  return left > 0
    ? t("Showing the {count, number} largest links. {left, number} more were left out", { count: links.length, left })
    : undefined;
}

interface TooltipContext {
  network: Network;
  measure: Measure;
  colorOf(node: NetworkNode): string;
}

export function networkTooltip(
  hit: Hit | undefined,
  { network, measure, colorOf }: TooltipContext,
): TooltipContent | null {
  const link = hit?.dataType === "edge" ? network.links[hit.dataIndex] : undefined;
  if (link) {
    return {
      title: `${link.source.name} → ${link.target.name}`,
      rows: [{ color: colorOf(link.source), label: measure.label, value: measure.full(link.value) }],
    };
  }
  const node = hit && hit.dataType === undefined ? network.nodes[hit.dataIndex] : undefined;
  if (!node) return null;
  return {
    title: node.name,
    rows: [
      ...(node.outgoing > 0 ? [{ color: colorOf(node), label: t("Out"), value: measure.full(node.outgoing) }] : []),
      ...(node.incoming > 0 ? [{ color: colorOf(node), label: t("In"), value: measure.full(node.incoming) }] : []),
    ],
    note: measure.label,
  };
}

export function networkMark(
  hit: Hit,
  {
    network,
    measure,
    selected,
    canFilter,
  }: Omit<TooltipContext, "colorOf"> & Pick<TransformInput, "selected"> & { canFilter: boolean },
): Mark | null {
  const link = hit.dataType === "edge" ? network.links[hit.dataIndex] : undefined;
  if (link) {
    return {
      text: t("{source} to {target}: {value}", {
        source: link.source.name,
        target: link.target.name,
        value: measure.full(link.value),
      }),
      selection: null,
      isSelected: false,
    };
  }
  const node = hit.dataType === undefined ? network.nodes[hit.dataIndex] : undefined;
  if (!node) return null;
  return {
    text: t("{node}: {outgoing} out, {incoming} in", {
      node: node.name,
      outgoing: measure.full(node.outgoing),
      incoming: measure.full(node.incoming),
    }),
    selection: canFilter ? selectionOf([node.column], [node.dimension]) : null,
    isSelected: canFilter && isInSelection(selected, [node.column], [node.dimension]),
  };
}

export function networkWalk({ nodes, links }: Network): Walk[] {
  return [
    { seriesIndex: 0, length: nodes.length },
    { seriesIndex: 0, length: links.length, dataType: "edge" },
  ];
}

export function networkSummary(what: string, { network, measure }: { network: Network; measure: Measure }): string {
  const [first] = network.links;
  const of = { what, measure: measure.label };
  if (!first) return t("{what} of {measure}: no links.", of);
  const say = ({ source, target, value }: NetworkLink) =>
    t("{source} to {target} ({value})", { source: source.name, target: target.name, value: measure.full(value) });
  if (network.links.length === 1) return t("{what} of {measure}: one link, {link}.", { ...of, link: say(first) });
  const ends = endsText(network.links, {
    valueIn: ({ value }) => value,
    say,
    write: measure.full,
    ends: largestText,
  });
  return t(
    "{what} of {measure}: {nodes, plural, one {# node} other {# nodes}} and {links, plural, one {# link} other {# links}}; {ends}.",
    { ...of, nodes: network.nodes.length, links: network.links.length, ends },
  );
}
