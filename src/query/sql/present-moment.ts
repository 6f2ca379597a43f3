import type { Token } from "./lexis.ts";
import type { MomentLiterals } from "./sql-reader.ts";

export interface PresentCall {
  start: number;
  end: number;
  kind: keyof MomentLiterals;
}

const KEYWORDS: Readonly<Record<string, keyof MomentLiterals>> = {
  current_date: "date",
  current_timestamp: "instant",
  localtimestamp: "moment",
  utc_date: "date",
  utc_timestamp: "moment",
  sysdate: "moment",
};

const FUNCTIONS: Readonly<Record<string, keyof MomentLiterals>> = {
  now: "instant",
  now64: "instant",
  today: "date",
  curdate: "date",
  current_datetime: "moment",
  getdate: "moment",
  getutcdate: "moment",
  sysdatetime: "moment",
  sysutcdatetime: "moment",
  sysdatetimeoffset: "instant",
  systimestamp: "instant",
  statement_timestamp: "instant",
  transaction_timestamp: "instant",
  clock_timestamp: "instant",
  get_current_timestamp: "instant",
};

const SQLITE_TIMES = /^(?:date|time|datetime|julianday|unixepoch|strftime)$/i;

export function presentCalls(tokens: readonly Token[], engine: string): PresentCall[] {
  return tokens.flatMap((token, at): PresentCall[] => {
    if (engine === "SQLite" && isNowOfSqlite(tokens, at)) return [{ ...placeOf(token), kind: "moment" }];
    if (token.kind !== "word" || isName(tokens, at)) return [];
    const name = token.text.toLowerCase();
    const end = endOfArguments(tokens, at + 1);
    const isCalled = end !== undefined;
    const kind = Object.hasOwn(FUNCTIONS, name) && isCalled ? FUNCTIONS[name] : keywordKind(name);
    const isOther = tokens[at + 1]?.text === "(" && !isCalled;
    return kind === undefined || isOther ? [] : [{ start: token.start, end: end ?? token.end, kind }];
  });
}

const keywordKind = (name: string) => (Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined);

const placeOf = ({ start, end }: Token) => ({ start, end });

function isName(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1]?.text ?? "", tokens[at + 1]?.text ?? ""];
  return before === "." || after === "." || /^as$/i.test(before);
}

function endOfArguments(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.text !== "(") return undefined;
  const [first, second] = [tokens[at + 1], tokens[at + 2]];
  if (first?.text === ")") return first.end;
  const isPlain = first?.kind === "number" || first?.kind === "string";
  return isPlain && second?.text === ")" ? second.end : undefined;
}

function isNowOfSqlite(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text.toLowerCase() !== "'now'") return false;
  const [before, name] = [tokens[at - 1]?.text, tokens[at - 2]?.text ?? ""];
  if (before === "(") return SQLITE_TIMES.test(name);
  return before === "," && /^strftime$/i.test(tokens[at - 4]?.text ?? "");
}
