import { printedDouble } from "../../model/printed-double.ts";

/**
 * SQL text of nested values and bytes as results show them: whole doubles without fraction, decimals with all digits,
 * and unions by their value.
 */
export function shownDuckDbText(column: string, type: string): string | undefined {
  if (/^BLOB$/i.test(type)) return `COALESCE(TRY(DECODE(${column})), '\\x' || LOWER(HEX(${column})))`;
  if (/^VARIANT$/i.test(type)) return `CAST(CAST(${column} AS JSON) AS VARCHAR)`;
  if (!NESTED.test(type)) return undefined;
  const shown = printed({ sql: column, depth: 0 }, type);
  return `CASE WHEN ${column} IS NOT NULL THEN CAST(TO_JSON(${shown}) AS VARCHAR) END`;
}

const NESTED = /\[\d*\]$|^(STRUCT|MAP|UNION)\(/i;

interface Part {
  sql: string;
  depth: number;
}

function printed(part: Part, type: string): string {
  const [, item] = /^(.*)\[\d*\]$/s.exec(type) ?? [];
  if (item !== undefined) return eachOf(part, (one) => printed(one, item));
  const [, kind = "", parts = ""] = /^(STRUCT|MAP|UNION)\((.*)\)$/is.exec(type) ?? [];
  if (kind === "") return printedLeaf(part.sql, type);
  return PRINTED[kind.toUpperCase()]?.(part, partsOf(parts)) ?? part.sql;
}

const PRINTED: Readonly<Record<string, (part: Part, parts: readonly string[]) => string>> = {
  STRUCT: ({ sql, depth }, parts) => {
    if (parts.every(isUnnamed)) {
      const values = parts.map((type, i) => {
        const value = { sql: `STRUCT_EXTRACT(${sql}, ${i + 1})`, depth };
        return `TO_JSON(${printed(value, type.replace(/^"" /, ""))})`;
      });
      return orNull(sql, `[${values.join(", ")}]`);
    }
    const members = parts.map((text) => {
      const { name, type } = memberOf(text);
      return `${name}: ${printed({ sql: `STRUCT_EXTRACT(${sql}, ${name})`, depth }, type)}`;
    });
    return orNull(sql, `{${members.join(", ")}}`);
  },
  MAP: ({ sql, depth }, [key = "", value = ""]) => {
    const entries = { sql: `MAP_ENTRIES(${sql})`, depth };
    return eachOf(entries, (entry) => {
      const of = (name: string, type: string) => printed({ ...entry, sql: `${entry.sql}.${name}` }, type);
      return `{'key': ${of("key", key)}, 'value': ${of("value", value)}}`;
    });
  },
  UNION: ({ sql, depth }, parts) => {
    const values = parts.map((text) => {
      const { name, type } = memberOf(text);
      const value = { sql: `UNION_EXTRACT(${sql}, ${name})`, depth };
      return `WHEN ${name} THEN TO_JSON(${printed(value, type)})`;
    });
    return orNull(
      sql,
      `{'tag': UNION_TAG(${sql}), 'value': CASE CAST(UNION_TAG(${sql}) AS VARCHAR) ${values.join(" ")} END}`,
    );
  },
};

const orNull = (sql: string, written: string) => `CASE WHEN ${sql} IS NOT NULL THEN ${written} END`;

function eachOf({ sql, depth }: Part, write: (item: Part) => string): string {
  const item = `item_${depth}`;
  const written = write({ sql: item, depth: depth + 1 });
  return written === item ? sql : `LIST_TRANSFORM(${sql}, lambda ${item}: ${written})`;
}

function printedLeaf(sql: string, type: string): string {
  if (/^JSON$/i.test(type)) return `CAST(${sql} AS VARCHAR)`;
  const [, scale] = /^DECIMAL\(\d+, ?(\d+)\)$/i.exec(type) ?? [];
  // Narrower ones would become doubles.
  if (scale) return `CAST(${sql} AS DECIMAL(38, ${scale}))`;
  if (!/^(DOUBLE|FLOAT|REAL)$/i.test(type)) return sql;
  const infinite = `WHEN ISNAN(${sql}) THEN '"NaN"' WHEN ${sql} > 0 THEN '"Infinity"' ELSE '"-Infinity"'`;
  return `CAST(CASE WHEN ${sql} IS NULL THEN NULL WHEN ISFINITE(${sql}) THEN ${printedDouble(sql)} ${infinite} END AS JSON)`;
}

const isUnnamed = (part: string) =>
  /^(?:"" .*|"NULL"|TIME(STAMP)? WITH TIME ZONE(\[\d*\])*|[^\s"(]+(\(.*\))?(\[\d*\])*)$/is.test(part);

function memberOf(text: string): { name: string; type: string } {
  const [, quoted, plain = "", type = ""] = /^(?:"((?:[^"]|"")*)"|(\S+)) (.*)$/s.exec(text) ?? [];
  const name = quoted === undefined ? plain : quoted.replaceAll('""', '"');
  return { name: `'${name.replaceAll("'", "''")}'`, type };
}

const WITHOUT_COMMA = /(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|[^'",()])+/y;

function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; ) {
    WITHOUT_COMMA.lastIndex = at;
    at += WITHOUT_COMMA.exec(text)?.[0].length ?? 0;
    const char = text[at];
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (char === "," && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
    at++;
  }
  return [...parts, text.slice(start).trim()];
}
