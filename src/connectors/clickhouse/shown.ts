import { partsWithin, withoutWrappers } from "./values.ts";

/** SQL of ClickHouse values as answers show them, where bytes are no text. */

const digits = (sql: string) => `concat('\\\\x', lower(hex(${sql})))`;

/** Of a column of texts. What fills a FixedString up is not shown. */
export function shownClickHouseBytes(column: string): string {
  const own = `if(toTypeName(${column}) LIKE '%FixedString%', trim(TRAILING char(0) FROM ${column}), toString(${column}))`;
  return `if(isValidUTF8(${own}) AND position(${own}, char(0)) = 0, ${own}, ${digits(own)})`;
}

interface Part {
  sql: string;
  /** Of the lists around it. */
  depth: number;
}

/** A nested value of the type with digits in the place of texts that are none, as it is where it holds no texts. */
export function withShownBytes(part: Part, type: string): string {
  const { sql, depth } = part;
  const own = withoutWrappers(type);
  if (own === "String") return `if(isValidUTF8(${sql}), ${sql}, ${digits(sql)})`;
  const [, kind = "", within = ""] = /^(Array|Map|Tuple)\((.*)\)$/s.exec(own) ?? [];
  const parts = partsWithin(within);
  if (kind === "Array") {
    const item = `item_${depth}`;
    const shown = withShownBytes({ sql: item, depth: depth + 1 }, within);
    return shown === item ? sql : `arrayMap(${item} -> ${shown}, ${sql})`;
  }
  if (kind === "Map") {
    const names = [`key_${depth}`, `value_${depth}`];
    const shown = names.map((name, i) => withShownBytes({ sql: name, depth: depth + 1 }, parts[i] ?? ""));
    return shown.join() === names.join() ? sql : `mapApply((${names}) -> (${shown}), ${sql})`;
  }
  if (kind !== "Tuple") return sql;
  const members = parts.map((text, i) => ({ sql: `tupleElement(${sql}, ${i + 1})`, type: memberType(text) }));
  const shown = members.map((member) => withShownBytes({ sql: member.sql, depth }, member.type));
  if (shown.every((one, i) => one === members[i]?.sql)) return sql;
  return `CAST(tuple(${shown.join(", ")}) AS ${own})`;
}

/** `a String`, `` `a b` String `` or `String`. */
const memberType = (text: string) => text.replace(/^(?:`(?:[^`\\]|\\.|``)*`|\w+) (?=\w)/, "");
