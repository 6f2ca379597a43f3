/** A statement of a script: its text without what ends it, and where it stands. Offsets are of characters, from 0. */
export interface Statement {
  text: string;
  from: number;
  to: number;
}

/** What is chosen in the editor: a range, empty when there is only the cursor. */
export interface Selection {
  from: number;
  to: number;
}

/** What a run takes, and the line of the editor on which it starts, from 1. */
export interface Chosen {
  kind: "selection" | "statement" | "all";
  sql: string;
  line: number;
}

/** Comments, texts, quoted names and templates, inside of which a semicolon ends nothing; or such a semicolon. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|;/g;

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** The statements of a script, without those that are empty or only comments. */
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

/** The statement that holds the offset, else the next one, else the last. */
function statementAt(statements: readonly Statement[], offset: number): Statement | undefined {
  return statements.find(({ to }) => offset <= to + 1) ?? statements.at(-1);
}

/** What runs: the selection, else the statement under the cursor when there are several, else all of it. */
export function chosenSql(sql: string, { from, to }: Selection): Chosen {
  const selected = sql.slice(from, to);
  if (selected.trim() !== "") {
    return { kind: "selection", sql: selected.trim(), line: lineOf(sql, from + leadingSpace(selected)) };
  }
  const statements = statementsOf(sql);
  const own = statements.length > 1 ? statementAt(statements, from) : undefined;
  if (own) return { kind: "statement", sql: own.text, line: lineOf(sql, own.from) };
  return wholeSql(sql);
}

/** All of it, be it one statement or many. */
export function wholeSql(sql: string): Chosen {
  return { kind: "all", sql: sql.trim(), line: lineOf(sql, leadingSpace(sql)) };
}

/** The statement under the cursor, though there be a selection. */
export function statementUnder(sql: string, offset: number): Chosen {
  return chosenSql(sql, { from: offset, to: offset });
}

const leadingSpace = (text: string) => text.length - text.trimStart().length;

const lineOf = (sql: string, offset: number) => sql.slice(0, offset).split("\n").length;

const CHANGES =
  /\b(insert|update|delete|merge|create|drop|truncate|alter|grant|revoke|call|do|copy|attach|set|into)\b/i;

/** Whether SQL that somebody else has written may run before it is read: it only asks, as far as its words tell. */
export function isOnlyAsking(sql: string): boolean {
  return /^\s*(select|with|from|explain|show|describe|values)\b/i.test(sql.replace(COMMENTS, "")) && !CHANGES.test(sql);
}
