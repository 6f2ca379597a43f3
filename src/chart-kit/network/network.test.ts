import { describe, expect, test } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { measureOf } from "../values/measure.ts";
import {
  type Network,
  networkMark,
  networkOf,
  networkSummary,
  networkTooltip,
  networkWalk,
  omittedLinksNote,
  throughput,
} from "./network.ts";

type Row = Record<string, unknown>;

const ENDS = { source: "from", target: "to" } as const;

function networkIn(rows: readonly Row[], more: Partial<Parameters<typeof networkOf>[1]> = {}) {
  const input = { results: [{ data: [...rows], colnames: Object.keys(rows[0] ?? {}) }] } as unknown as TransformInput;
  const measure = measureOf("n", input);
  return { measure, network: networkOf(input, { ...ENDS, measure, most: 100, ...more }) };
}

const flow = (from: unknown, to: unknown, n: unknown, more: Row = {}): Row => ({ from, to, n, ...more });
const linksOf = ({ links }: Network) => links.map(({ source, target, value }) => [source.name, target.name, value]);

describe("network links", () => {
  test("are merged by source and target, and nodes sum their inflows and outflows", () => {
    const { network } = networkIn([flow("a", "b", 5), flow("b", "c", 3), flow("a", "b", 2)]);
    expect(linksOf(network)).toEqual([
      ["a", "b", 7],
      ["b", "c", 3],
    ]);
    expect(network.nodes.map(({ name, incoming, outgoing }) => [name, incoming, outgoing])).toEqual([
      ["a", 0, 7],
      ["b", 7, 3],
      ["c", 0 + 3, 0],
    ]);
    expect(network.nodes.map(throughput)).toEqual([7, 7, 3]);
  });

  test("keep total inflow and outflow equal", () => {
    const rows = Array.from({ length: 200 }, (_, i) => flow(`n${i % 13}`, `n${(i * 7) % 17}`, (i % 9) + 1));
    const { nodes } = networkIn(rows, { most: 500 }).network;
    const sum = (key: "incoming" | "outgoing") => nodes.reduce((total, node) => total + node[key], 0);
    expect(sum("incoming")).toBe(sum("outgoing"));
    expect(sum("incoming")).toBe(rows.reduce((total, { n }) => total + Number(n), 0));
  });

  test("can go both ways and loop to the same node", () => {
    const { network } = networkIn([flow("a", "b", 5), flow("b", "a", 4), flow("a", "a", 1)]);
    expect(linksOf(network)).toHaveLength(3);
    expect(network.nodes).toHaveLength(2);
  });

  test("are dropped without a positive value", () => {
    const { network } = networkIn([
      ...[flow("a", "b", 0), flow("b", "c", -4), flow("c", "d", null), flow("d", "e", "NaN"), flow("e", "f", "3")],
    ]);
    expect(linksOf(network)).toEqual([["e", "f", 3]]);
    expect(network.left).toBe(0);
  });

  test("can have unnamed ends, which share one node", () => {
    const { network, measure } = networkIn([flow(null, "a", 2), flow("a", null, 1), flow("<NULL>", "", 1)]);
    expect(network.nodes.map(({ name }) => name)).toEqual([
      "<NULL>",
      "a",
      expect.stringMatching(/.<NULL>./),
      "<empty string>",
    ]);
    const mark = networkMark({ seriesIndex: 0, dataIndex: 0 }, { network, measure, selected: null, canFilter: true });
    expect(mark?.selection?.clauses).toEqual([{ column: "from", values: [null] }]);
  });

  test("are empty unless both ends are set", () => {
    expect(networkIn([flow("a", "b", 1)], { target: null }).network).toEqual({ nodes: [], links: [], left: 0 });
    expect(networkIn([]).network.links).toEqual([]);
  });

  test("take the category of either end, and the first one wins", () => {
    const rows = [flow("a", "b", 3, { kind: "", other: "shop" }), flow("b", "a", 2, { kind: "bank", other: "home" })];
    const { network } = networkIn(rows, { sourceCategory: "kind", targetCategory: "other" });
    expect(network.nodes.map(({ name, category }) => [name, category])).toEqual([
      ["a", "<empty string>"],
      ["b", "shop"],
    ]);
  });
});

describe("more links than can be drawn", () => {
  const star = Array.from({ length: 50 }, (_, i) => flow("hub", `leaf ${i}`, i + 1));

  test("are limited to the largest, with a note about the rest", () => {
    const { network } = networkIn(star, { most: 3 });
    expect(linksOf(network).map(([, name]) => name)).toEqual(["leaf 49", "leaf 48", "leaf 47"]);
    expect(omittedLinksNote(network)).toBe("Showing the 3 largest links. 47 more were left out");
    expect(omittedLinksNote(networkIn(star).network)).toBeUndefined();
  });

  test("are limited to the nodes that fit, keeping at least one link", () => {
    expect(networkIn(star, { mostNodes: 5 }).network.nodes).toHaveLength(5);
    expect(networkIn(star, { mostNodes: 1 }).network.links).toHaveLength(1);
  });

  test("are limited to what stays readable", () => {
    const names = ["a", "b", "c", "d"];
    const all = names.flatMap((from) => names.map((to, i) => flow(from, to, 10 - i)));
    const { network } = networkIn(all, { density: { plenty: 4, most: 2 } });
    expect(network.links.length).toBeLessThan(all.length);
    expect(network.left).toBe(all.length - network.links.length);
  });
});

describe("network texts", () => {
  const { network, measure } = networkIn([flow("Ulm", "Bonn", 1200), flow("Bonn", "Köln", 5)]);
  const context = { network, measure, colorOf: () => "#123456" };
  const edge = (dataIndex: number) => ({ seriesIndex: 0, dataIndex, dataType: "edge" as const });
  const node = (dataIndex: number) => ({ seriesIndex: 0, dataIndex });

  test("describe a link by source, target and value", () => {
    expect(networkTooltip(edge(0), context)).toEqual({
      title: "Ulm → Bonn",
      rows: [{ color: "#123456", label: "n", value: "1,200" }],
    });
    const mark = networkMark(edge(1), { network, measure, selected: null, canFilter: true });
    expect(mark).toEqual({ text: "Bonn to Köln: 5", selection: null, isSelected: false });
  });

  test("describe a node by its out and in flows", () => {
    const rows = (at: number) => networkTooltip(node(at), context)?.rows.map(({ label, value }) => `${label} ${value}`);
    expect([rows(0), rows(1), rows(2)]).toEqual([["Out 1,200"], ["Out 5", "In 1,200"], ["In 5"]]);
  });

  test("are empty without a mark", () => {
    expect([
      networkTooltip(undefined, context),
      networkTooltip(node(9), context),
      networkTooltip(edge(9), context),
    ]).toEqual([...[null, null, null]]);
    expect(networkMark(node(9), { network, measure, selected: null, canFilter: true })).toBeNull();
  });

  test("mark a node as selected only if nodes can filter", () => {
    const selected = { clauses: [{ column: "to", values: ["Köln"] }], label: "" };
    const isSelected = (canFilter: boolean) =>
      networkMark(node(2), { network, measure, selected, canFilter })?.isSelected;
    expect([isSelected(true), isSelected(false)]).toEqual([true, false]);
  });

  test("summarize the counts and the largest and smallest link", () => {
    expect(networkSummary("Flow", { network, measure })).toBe(
      "Flow of n: 3 nodes and 2 links; largest Ulm to Bonn (1,200), smallest Bonn to Köln (5).",
    );
    const one = networkIn([flow("a", "b", 1)]);
    expect(networkSummary("Flow", one)).toBe("Flow of n: one link, a to b (1).");
    expect(networkSummary("Flow", networkIn([]))).toBe("Flow of n: no links.");
    expect(networkWalk(network).map(({ length, dataType }) => [length, dataType])).toEqual([
      [3, undefined],
      [2, "edge"],
    ]);
  });
});
