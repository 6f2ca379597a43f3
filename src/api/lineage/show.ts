import { notFound } from "../../model/errors.ts";
import { brokenAmong } from "../../server/store/lineage.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { withAssertionUsers, withUsedAssertions } from "./assertion-walk.ts";
import type { Counts, Lineage, PlacedNode } from "./contract.ts";
import { MOST_NODES } from "./contract.ts";
import { fieldsOf, type GraphNode, keyOf, type Reached, type Walk, walk } from "./graph.ts";
import { updateLineage } from "./index-keeper.ts";
import { presentNodes } from "./present.ts";
import { type IsVisible, visibleAmong } from "./visible.ts";

/** Answers don't wait longer than this for objects that were changed. */
export const UPDATE_MS = 50;

/** 404 for what doesn't exist, or isn't the caller's to see. */
export async function showLineage(actor: Actor, start: GraphNode): Promise<Lineage> {
  const { app } = actor;
  const pending = await updateLineage(app, UPDATE_MS);
  const same = start.kind === "column" ? await fieldsOf(app.reads, start.id, [start.name]) : [];
  const used = await walk(app.reads, [start], "uses");
  const uses = start.kind === "report" ? await withUsedAssertions(app, start.id, used) : used;
  const usedBy = await withAssertionUsers(app, await walk(app.reads, [start, ...same], "used_by"));
  for (const each of same) usedBy.reached.delete(keyOf(each));
  const isVisible = await visibleAmong(actor, [start, ...nodesOf(uses), ...nodesOf(usedBy)]);
  if (!isVisible(start)) throw notFound();
  const shown = [...shownOf(uses, isVisible, -1), ...shownOf(usedBy, isVisible, 1)];
  const named = await presentNodes(actor, [start, ...shown.map((each) => each.node)]);
  const own = named.get(keyOf(start));
  if (!own) throw notFound();
  const broken = await brokenAmong(
    app.reads,
    shown.flatMap(({ node }) => (node.kind === "chart" ? [node.id] : [])),
  );
  const nodes = shown.flatMap(({ node, distance }): PlacedNode[] => {
    const presented = named.get(keyOf(node));
    if (!presented || distance === 0) return [];
    return [{ ...presented, distance, is_broken: node.kind === "chart" && broken.has(node.id) }];
  });
  return {
    node: own,
    nodes,
    edges: edgesBetween(
      // What uses the same column of the table uses this one.
      [
        { ...uses, aliases: NO_ALIASES },
        { ...usedBy, aliases: new Map(same.map((each) => [keyOf(each), keyOf(start)])) },
      ],
      new Set([keyOf(start), ...nodes.map(({ key }) => key)]),
    ),
    uses: countsOf(uses),
    used_by: countsOf(usedBy),
    hidden: { uses: countsOf(uses, isVisible), used_by: countsOf(usedBy, isVisible) },
    is_truncated: uses.isTruncated || usedBy.isTruncated || nodes.length < totalOf(uses) + totalOf(usedBy),
    pending,
  };
}

const nodesOf = ({ reached }: Walk) => [...reached.values()].map(({ node }) => node);

const others = ({ reached }: Walk) => [...reached.values()].filter(({ distance }) => distance > 0);

const totalOf = (found: Walk) => others(found).length;

function shownOf(found: Walk, isVisible: IsVisible, sign: 1 | -1): Reached[] {
  return others(found)
    .filter(({ node }) => isVisible(node))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST_NODES)
    .map(({ node, distance }) => ({ node, distance: distance * sign }));
}

/** All, or with `isVisible` only those that aren't. */
function countsOf(found: Walk, isVisible?: IsVisible): Counts {
  const counts: Counts = {};
  for (const { node } of others(found)) {
    if (isVisible?.(node)) continue;
    counts[node.kind] = (counts[node.kind] ?? 0) + 1;
  }
  return counts;
}

type AliasedWalk = Walk & { aliases: ReadonlyMap<string, string> };

const NO_ALIASES: ReadonlyMap<string, string> = new Map();

function edgesBetween(walks: readonly AliasedWalk[], shown: ReadonlySet<string>): Lineage["edges"] {
  const edges = new Map<string, Lineage["edges"][number]>();
  for (const { steps, aliases } of walks) {
    for (const step of steps) {
      const [from, to] = [step.from, step.to].map((each) => aliases.get(keyOf(each)) ?? keyOf(each));
      if (from === undefined || to === undefined || from === to || !shown.has(from) || !shown.has(to)) continue;
      const key = `${from} ${to}`;
      if (!edges.has(key)) edges.set(key, { from, to, role: step.role });
    }
  }
  return [...edges.values()];
}
