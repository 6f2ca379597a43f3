import type { Network, NetworkNode } from "../../chart-kit/network/network.ts";

/**
 * Sankey needs an acyclic network. With cycles, sources are placed left and targets right; a node that is both appears
 * twice.
 */
export function withoutCycles(network: Network): Network {
  if (!hasCycle(network)) return network;
  const copies = new Map<string, NetworkNode>();
  const copy = (node: NetworkNode, side: "incoming" | "outgoing") => {
    const key = `${side} ${node.key}`;
    const other = side === "incoming" ? "outgoing" : "incoming";
    const copy = copies.get(key) ?? { ...node, key: String(copies.size), [other]: 0 };
    copies.set(key, copy);
    return copy;
  };
  const links = network.links.map((link) => ({
    ...link,
    source: copy(link.source, "outgoing"),
    target: copy(link.target, "incoming"),
  }));
  return { ...network, nodes: [...copies.values()], links };
}

function hasCycle({ nodes, links }: Network): boolean {
  const waiting = new Map(nodes.map((node) => [node, 0]));
  for (const { target } of links) waiting.set(target, (waiting.get(target) ?? 0) + 1);
  const free = nodes.filter((node) => waiting.get(node) === 0);
  let done = 0;
  for (let node = free.pop(); node; node = free.pop()) {
    done += 1;
    for (const { source, target } of links) {
      if (source !== node) continue;
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      if (left === 0) free.push(target);
    }
  }
  return done < nodes.length;
}
