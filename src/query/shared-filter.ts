import { fuse, fusionKey, type GroupedRead, separateStatement } from "./fusion.ts";
import { commonConditions, sourceText } from "./statement-parts.ts";

/**
 * Statements over the same table that have conditions in common: the rows that meet these are read once, and each
 * statement runs over them with its other conditions.
 */
export interface SharedFilter {
  /** Indexes of the reads, per statement. */
  groups: readonly (readonly number[])[];
  selected: {
    source: string;
    table: string;
    statements: readonly SelectedStatement[];
  };
}

interface SelectedStatement {
  base: string | null;
  table: string;
  parts: readonly { sql: string; names: readonly string[] }[];
}

const TABLE = '"tessera rows"';
/** Counting the rows first takes a scan too. */
const MIN_STATEMENTS = 3;

/** Undefined if too few statements would use the rows. */
export function sharedFilter(reads: readonly GroupedRead[]): SharedFilter | undefined {
  const selectable = [...reads.entries()].filter(([, read]) => isSelectable(read));
  const sources = [...Map.groupBy(selectable, ([, { parts, alias }]) => JSON.stringify([parts.from, alias])).values()];
  const [largest = []] = sources.sort((a, b) => b.length - a.length);
  const members = withMostCommonCondition(largest);
  const [first] = members;
  if (!first) return undefined;
  const [, { parts, alias }] = first;
  const common = commonConditions(members.map(([, read]) => read.parts.where));
  const where = parts.where.filter((sql) => common.has(sql));
  if (where.length === 0 && isTable(parts.from)) return undefined;
  const over = (read: GroupedRead): GroupedRead => ({
    ...read,
    parts: {
      ...read.parts,
      from: `${TABLE} AS ${alias}`,
      where: read.parts.where.filter((sql) => !common.has(sql)),
    },
  });
  const overRows = members.map(([at, read]) => ({ at, over: over(read) }));
  const groups = [...Map.groupBy(overRows, (member) => fusionKey(member.over)).values()];
  if (groups.length < MIN_STATEMENTS) return undefined;
  return {
    groups: groups.map((group) => group.map(({ at }) => at)),
    selected: {
      source: sourceText({ from: parts.from, where }),
      table: TABLE,
      statements: groups.map((group, i) =>
        statementOf(
          group.map((member) => member.over),
          `"tessera fused ${i}"`,
        ),
      ),
    },
  };
}

type Member = readonly [at: number, read: GroupedRead];

/** Of a sub-query, all rows are read once if most statements have no condition in common. */
function withMostCommonCondition(members: readonly Member[]): readonly Member[] {
  const all = members.flatMap(([, { parts }]) => [...new Set(parts.where)]);
  const [most] = [...Map.groupBy(all, (sql) => sql).values()].sort((a, b) => b.length - a.length);
  const sql = most?.[0];
  const selected = members.filter(([, { parts }]) => sql !== undefined && parts.where.includes(sql));
  const isOfTable = members.some(([, { parts }]) => isTable(parts.from));
  return isOfTable || selected.length * 2 > members.length ? selected : members;
}

const isTable = (from: string) => !from.startsWith("(");

function statementOf(reads: readonly GroupedRead[], table: string): SelectedStatement {
  const [first] = reads;
  const names = reads.map(({ parts }) => parts.select.map(({ name }) => name));
  if (first && reads.length === 1)
    return { base: null, table, parts: [{ sql: separateStatement(first), names: names[0] ?? [] }] };
  const { base, parts } = fuse(reads, table);
  return { base, table, parts: parts.map((sql, i) => ({ sql, names: names[i] ?? [] })) };
}

/** Row numbers differ: they are of the source. */
const ROW_NUMBERS = /\browid\b/i;

function isSelectable({ parts, alias }: GroupedRead): boolean {
  const { select, where, having } = parts;
  const texts = [...select.map(({ sql }) => sql), ...where, ...having];
  return alias !== null && !texts.some((sql) => ROW_NUMBERS.test(sql));
}
