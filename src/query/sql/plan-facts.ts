import type { PlanFacts } from "../../model/tile-profile.ts";

/** A filter that keeps a smaller share of the rows is faster with an index. */
const SELECTIVE = 0.2;
/** About 10 ms in PostgreSQL's unit of cost. */
const CHEAP_COST = 2000;
const COST_PER_ROW = 0.02;
const CHEAP_ROWS = 100_000;

const NO_FACTS: PlanFacts = { isFullScan: false, isIndexMissing: false, isNestedJoin: false, isCheap: false };

/** From the text of an engine's plan. Null for engines whose plans aren't read. */
export function planFacts(engine: string, plan: string, sql: string): PlanFacts | null {
  switch (engine) {
    case "postgresql":
      return postgresFacts(plan);
    case "sqlite":
      return sqliteFacts(plan, sql);
    case "duckdb":
      return duckdbFacts(plan);
    default:
      return null;
  }
}

export function combinedFacts(all: readonly PlanFacts[]): PlanFacts {
  const some = (read: (facts: PlanFacts) => boolean) => all.some(read);
  return {
    isFullScan: some((one) => one.isFullScan),
    isIndexMissing: some((one) => one.isIndexMissing),
    isNestedJoin: some((one) => one.isNestedJoin),
    isCheap: all.length > 0 && all.every((one) => one.isCheap),
  };
}

function postgresFacts(plan: string): PlanFacts {
  const lines = plan.split("\n");
  const totalCost = Number(/cost=[\d.]+\.\.([\d.]+)/.exec(lines[0] ?? "")?.[1] ?? Number.NaN);
  const facts = { ...NO_FACTS, isCheap: totalCost < CHEAP_COST };
  if (facts.isCheap) return facts;
  for (const [at, line] of lines.entries()) {
    const scan = /Seq Scan on .*cost=[\d.]+\.\.([\d.]+) rows=(\d+)/.exec(line);
    if (!scan || Number(scan[1]) < CHEAP_COST) continue;
    const rows = Number(scan[1]) / COST_PER_ROW;
    const isSelective = Number(scan[2]) < rows * SELECTIVE;
    if (/^\s*Filter:/.test(lines[at + 1] ?? "") && isSelective) facts.isIndexMissing = true;
    else facts.isFullScan = true;
  }
  facts.isNestedJoin = lines.some((line, at) => /Nested Loop/.test(line) && !hasIndexBelow(lines.slice(at)));
  return facts;
}

/** Whether the inner side of a nested loop, its last child, looks rows up. */
function hasIndexBelow([loop = "", ...below]: readonly string[]): boolean {
  const depth = indentOf(loop);
  const end = below.findIndex((line) => indentOf(line) <= depth);
  const own = end < 0 ? below : below.slice(0, end);
  const children = own.filter((line) => line.includes("->"));
  const closest = Math.min(...children.map(indentOf));
  const inner = own.lastIndexOf(children.findLast((line) => indentOf(line) === closest) ?? "");
  return own.slice(inner).some((line) => /Index|Memoize/.test(line));
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Its plans don't show filters or sizes. */
function sqliteFacts(plan: string, sql: string): PlanFacts {
  const lines = plan.split("\n");
  const scans = lines.filter((line) => /\bSCAN\b/.test(line) && !/\bSCAN (?:CONSTANT|\d+ CONSTANT)/.test(line));
  const isFiltered = /\bWHERE\b/i.test(sql);
  return {
    isFullScan: scans.length > 0 && !isFiltered,
    isIndexMissing: scans.length > 0 && isFiltered,
    isNestedJoin: scans.length > 1 || lines.some((line) => /USING AUTOMATIC/.test(line)),
    isCheap: scans.length === 0,
  };
}

const DUCKDB_SCAN = /\b(?:SEQ_SCAN|TABLE_SCAN|READ_PARQUET|READ_CSV|READ_CSV_AUTO)\b/;
const DUCKDB_NESTED = /\b(?:BLOCKWISE_NL_JOIN|NESTED_LOOP_JOIN|CROSS_PRODUCT|PIECEWISE_MERGE_JOIN|IE_JOIN)\b/;

/** Columns are read quickly and filtered while reading, so an index rarely helps. */
function duckdbFacts(plan: string): PlanFacts {
  const rows = [...plan.matchAll(/~([\d,]+) rows?/g)].map(([, text = ""]) => Number(text.replaceAll(",", "")));
  const isCheap = rows.length > 0 && Math.max(...rows) < CHEAP_ROWS;
  return {
    ...NO_FACTS,
    isCheap,
    isFullScan: !isCheap && DUCKDB_SCAN.test(plan),
    isNestedJoin: DUCKDB_NESTED.test(plan),
  };
}
