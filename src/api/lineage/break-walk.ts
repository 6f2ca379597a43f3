import type { Kysely } from "kysely";
import type { Tables } from "../../server/store/tables.ts";
import { node } from "./edges.ts";
import { type GraphNode, keyOf, type Step, type Walk, walk } from "./graph.ts";

/**
 * What fails when the starts are gone. A query of another dataset that names a column fails as a whole, and so do all
 * charts on it, whichever columns they use. `spared` are keys of items that are changed along with the starts.
 */
export async function walkBreaks(
  db: Kysely<Tables>,
  starts: readonly GraphNode[],
  spared: ReadonlySet<string> = new Set(),
): Promise<Walk> {
  const found = await walk(db, starts, "used_by", (each) => !spared.has(keyOf(each)));
  const datasets = brokenDatasets(found);
  if (datasets.length === 0) return found;
  const further = await walkBreaks(db, [...starts.filter(({ kind }) => kind === "dataset"), ...datasets], spared);
  const reached = new Map(found.reached);
  for (const [key, each] of further.reached) {
    const distance = reached.get(key)?.distance ?? each.distance + 1;
    reached.set(key, { node: each.node, distance });
  }
  return {
    reached,
    steps: [...found.steps, ...further.steps],
    isTruncated: found.isTruncated || further.isTruncated,
  };
}

function brokenDatasets({ reached, steps }: Walk): GraphNode[] {
  const datasets = new Map<number, GraphNode>();
  for (const step of steps) {
    if (!isOfQuery(step)) continue;
    const dataset = node("dataset", step.from.id);
    if (!reached.has(keyOf(dataset))) datasets.set(dataset.id, dataset);
  }
  return [...datasets.values()];
}

/** A column of a query, which comes from a column of a table or of another dataset. */
function isOfQuery({ from, role, to }: Step): boolean {
  if (from.kind !== "column" || role !== "sql") return false;
  return to.kind === "field" || (to.kind === "column" && to.id !== from.id);
}
