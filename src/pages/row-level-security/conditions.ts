import { simpleFilter } from "../../features/adhoc/adhoc.ts";
import { columnSql, conditionSql } from "../../features/adhoc/to-sql.ts";
import type { AdhocFilter, FilterScalar } from "../../model/adhoc.ts";
import { columnKind } from "../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../model/dataset.ts";

/** Columns that conditions can be built on: those of every dataset, without times, which need SQL of the engine. */
export function commonColumns(datasets: readonly Dataset[]): DatasetColumn[] {
  const [first, ...others] = datasets;
  return (first?.columns ?? []).filter(
    (column) =>
      !column.expression?.trim() &&
      columnKind(column) !== "temporal" &&
      others.every((other) => other.columns.some(({ column_name }) => column_name === column.column_name)),
  );
}

/** "" while a condition is incomplete. */
export function clauseOf(conditions: readonly AdhocFilter[], dataset: Dataset): string {
  const parts = conditions.map((one) => conditionSql(dataset, one)).filter(Boolean);
  return parts.map((part) => (parts.length > 1 && / OR /.test(part) ? `(${part})` : part)).join(" AND ");
}

/** Undefined for SQL that the builder wouldn't write. */
export function conditionsIn(clause: string, dataset: Dataset): AdhocFilter[] | undefined {
  const tokens = tokensOf(clause);
  if (tokens === undefined || /\\/.test(clause)) return undefined;
  const conditions: AdhocFilter[] = [];
  for (let at = 0; at < tokens.length; ) {
    if (at > 0 && tokens[at++]?.toUpperCase() !== "AND") return undefined;
    const found = conditionAt(tokens.slice(at), dataset);
    if (!found) return undefined;
    conditions.push(found.condition);
    at += found.length;
  }
  return conditions;
}

const TOKEN =
  /\s*('(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|<>|[!<>]=|[=<>(),])\s*/y;

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < text.length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  "=": "==",
  "<>": "!=",
  ...Object.fromEntries(["!=", "<", "<=", ">", ">=", "LIKE"].map((one) => [one, one])),
};

function conditionAt(tokens: readonly string[], dataset: Dataset) {
  const words = tokens.map((token) => token.toUpperCase());
  if (startsWith(words, ["LOWER", "(", undefined, ")", "LIKE", "LOWER", "(", undefined, ")"]))
    return condition(dataset, tokens[2], { operator: "ILIKE", values: [tokens[7]], length: 9 });
  if (words[1] === "IS") {
    const found = /^IS ((NOT )?NULL|TRUE|FALSE)\b/.exec(words.slice(1, 4).join(" "))?.[0];
    return found && condition(dataset, tokens[0], { operator: found, values: [], length: 1 + found.split(" ").length });
  }
  return membershipAt(tokens, words, dataset) ?? comparisonAt(tokens, words, dataset);
}

function comparisonAt(tokens: readonly string[], words: readonly string[], dataset: Dataset) {
  const operator = COMPARISONS[words[1] ?? ""];
  return operator && condition(dataset, tokens[0], { operator, values: [tokens[2]], length: 3 });
}

function membershipAt(tokens: readonly string[], words: readonly string[], dataset: Dataset) {
  const isNegated = words[1] === "NOT";
  const after = isNegated ? 2 : 1;
  if (words[after] !== "IN" || words[after + 1] !== "(") return undefined;
  const end = words.indexOf(")", after);
  const inside = tokens.slice(after + 2, end);
  const isList = end > 0 && inside.length % 2 === 1 && inside.every((token, i) => (token === ",") === (i % 2 === 1));
  if (!isList) return undefined;
  const values = inside.filter((_, i) => i % 2 === 0);
  return condition(dataset, tokens[0], { operator: isNegated ? "NOT IN" : "IN", values, length: end + 1 });
}

const startsWith = (words: readonly string[], pattern: readonly (string | undefined)[]) =>
  pattern.every((one, i) => one === undefined || one === words[i]);

interface Comparison {
  operator: string;
  values: readonly (string | undefined)[];
  length: number;
}

function condition(dataset: Dataset, name: string | undefined, { operator, values, length }: Comparison) {
  const column = commonColumns([dataset]).find(
    ({ column_name }) => name === column_name || name === columnSql(dataset, column_name),
  );
  const literals = values.map(literalOf);
  if (!column || literals.includes(undefined)) return undefined;
  const known = literals as FilterScalar[];
  const comparator = /IN$/.test(operator) ? known : known[0];
  return { condition: simpleFilter(column.column_name, operator, comparator), length };
}

function literalOf(token: string | undefined): FilterScalar | undefined {
  if (token?.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  return token !== undefined && /^-?\d/.test(token) ? Number(token) : undefined;
}
