/** A statement in a script, without its semicolon. Offsets are zero-based, in characters. */
export interface Statement {
  text: string;
  from: number;
  to: number;
}

export interface Selection {
  from: number;
  to: number;
}

export interface RunTarget {
  kind: "selection" | "statement" | "all";
  sql: string;
  line: number;
}

/** Comments, strings, quoted names and templates, in which a semicolon doesn't end a statement; or a semicolon. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|;/g;

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

export function statementsOf(sql: string): Statement[] {
  const found: Statement[] = [];
  let start = 0;
  const add = (end: number) => {
    const raw = sql.slice(start, end);
    const text = raw.trim();
    if (text.replace(COMMENTS, "").trim() !== "") {
      const from = start + raw.length - raw.trimStart().length;
      found.push({ text, from, to: from + text.length });
    }
    start = end + 1;
  };
  for (const token of sql.matchAll(TOKEN)) if (token[0] === ";") add(token.index);
  add(sql.length);
  return found;
}

function statementAt(statements: readonly Statement[], offset: number): Statement | undefined {
  return statements.find(({ to }) => offset <= to + 1) ?? statements.at(-1);
}

export function runTargetOf(sql: string, { from, to }: Selection): RunTarget {
  const selected = sql.slice(from, to);
  if (selected.trim() !== "") {
    return { kind: "selection", sql: selected.trim(), line: lineOf(sql, from + leadingSpace(selected)) };
  }
  const statements = statementsOf(sql);
  const own = statements.length > 1 ? statementAt(statements, from) : undefined;
  if (own) return { kind: "statement", sql: own.text, line: lineOf(sql, own.from) };
  return allSql(sql);
}

export function allSql(sql: string): RunTarget {
  return { kind: "all", sql: sql.trim(), line: lineOf(sql, leadingSpace(sql)) };
}

export function statementAtCursor(sql: string, offset: number): RunTarget {
  return runTargetOf(sql, { from: offset, to: offset });
}

const leadingSpace = (text: string) => text.length - text.trimStart().length;

const lineOf = (sql: string, offset: number) => sql.slice(0, offset).split("\n").length;

const CHANGES =
  /\b(insert|update|delete|merge|create|drop|truncate|alter|grant|revoke|call|do|copy|attach|set|into)\b/i;

/** Whether SQL from someone else may run unreviewed: judged by its keywords, it only reads. */
export function isReadOnlySql(sql: string): boolean {
  return /^\s*(select|with|from|explain|show|describe|values)\b/i.test(sql.replace(COMMENTS, "")) && !CHANGES.test(sql);
}
