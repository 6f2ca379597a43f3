import { TesseraError } from "../../model/errors.ts";

interface Statement {
  executed: string;
  written: string;
}

/** Maps positions in an engine's error to the SQL as written, without the added limit and qualified names. */
export function toWrittenPlaces(error: unknown, statement: Statement): unknown {
  const { executed, written } = statement;
  if (executed === written || !(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const errors = error.body.errors.map((entry) => {
    const { extra } = entry;
    if (extra?.sql !== executed) return entry;
    return { ...entry, extra: { ...extra, sql: written, ...placeIn(statement, extra) } };
  });
  return new TesseraError(error.status, { errors }, { cause: error });
}

const FRAME = "SELECT * FROM (\n";
const WORD = /^["`]?[\p{L}\p{N}_$]+["`]?/u;

function placeIn({ executed, written }: Statement, { line, column }: Record<string, unknown>) {
  if (typeof line !== "number") return {};
  const framed = executed.startsWith(FRAME) && !written.startsWith(FRAME) ? 1 : 0;
  const [before = "", own] = [executed.split("\n")[line - 1], written.split("\n")[line - 1 - framed]];
  if (own === undefined) return { line: undefined, column: undefined };
  return { line: line - framed, column: typeof column === "number" ? columnIn(own, before, column) : undefined };
}

function columnIn(own: string, before: string, column: number): number | undefined {
  const [word] = WORD.exec(before.slice(column - 1)) ?? [];
  if (own.startsWith(before.slice(0, column)) || !word) return Math.min(column, own.length + 1);
  const times = before.slice(0, column - 1).split(word).length;
  let at = -1;
  for (let i = 0; i < times; i++) at = own.indexOf(word, at + 1);
  return at < 0 ? undefined : at + 1;
}
