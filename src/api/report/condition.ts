import type { ColumnarBatch, ResultColumn } from "../../connectors/connector.ts";
import { TesseraError, unprocessable } from "../../model/errors.ts";
import type { ValidatorConfig } from "../../model/report.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { DatabaseRecord } from "../database/index.ts";
import { withoutHiddenValues } from "../row-level-security/index.ts";
import { prepareScript, type Script } from "../sqllab/index.ts";

/** When an alert is sent: what its query must give, asked as somebody with rights of their own. */
export interface Condition {
  database: DatabaseRecord;
  sql: string;
  validatorType: string | null;
  config: Partial<ValidatorConfig> | null;
}

export interface Outcome {
  /** What the query gave; null for nothing as well. */
  value: number | string | null;
  isTriggered: boolean;
  /** Why, in a sentence. */
  text: string;
  rowCount: number;
}

export interface AskOptions {
  signal: AbortSignal;
  timeoutMs: number;
}

export const TIMEOUT_TEXT = "A timeout occurred while executing the query.";
/** More rows are not read: one is right, and two are wrong already. */
const MOST_ROWS = 2;

/**
 * Asks the query and judges its answer. Throws a 422 in words for one that is no value, and what the SQL editor throws
 * for SQL that cannot or may not run.
 */
export async function askCondition(actor: Actor, condition: Condition, options: AskOptions): Promise<Outcome> {
  return judged(await answerOf(await readingScript(actor, condition), options), condition);
}

/** The query as it will run. It reads, whatever else its database takes. */
export async function readingScript(actor: Actor, { database, sql }: Pick<Condition, "database" | "sql">) {
  const script = await prepareScript(actor, {
    database,
    sql,
    catalog: null,
    schema: null,
    templateParams: null,
    urlParams: {},
    queryLimit: MOST_ROWS - 1,
    creates: null,
  });
  if (script.isChanging) throw unprocessable("The query of an alert must only read");
  if (script.statements.length > 1) throw unprocessable("The query of an alert must be one statement");
  return script;
}

interface Cell {
  kind: ResultColumn["kind"];
  value: unknown;
}

export interface ScriptAnswer {
  rowCount: number;
  columnCount: number;
  /** The first of the first row; undefined where there is none. */
  cell: Cell | undefined;
}

export async function answerOf(script: Script, options: AskOptions): Promise<ScriptAnswer> {
  const { placed, secured } = script.secured;
  try {
    return await firstRows(script.connection.stream(script.statements[0] ?? "", options));
  } catch (error) {
    if (isTimeout(error)) throw unprocessable(TIMEOUT_TEXT);
    throw placed[0] === secured[0] ? error : withoutHiddenValues(error);
  }
}

const isTimeout = (error: unknown) =>
  error instanceof TesseraError &&
  "errors" in error.body &&
  error.body.errors.some(({ error_type }) => error_type === "BACKEND_TIMEOUT_ERROR");

async function firstRows(batches: AsyncIterable<ColumnarBatch>): Promise<ScriptAnswer> {
  let answer: ScriptAnswer = { rowCount: 0, columnCount: 0, cell: undefined };
  for await (const { columns, rows } of batches) {
    const [column] = columns;
    const isFirst = answer.rowCount === 0 && rows > 0 && column !== undefined;
    const cell = isFirst ? { kind: column.kind, value: column.values[0] } : answer.cell;
    answer = { rowCount: Math.min(answer.rowCount + rows, MOST_ROWS), columnCount: columns.length, cell };
    if (answer.rowCount === MOST_ROWS) break;
  }
  return answer;
}

/** Whether the answer is one to be alerted of. */
export function judged({ rowCount, columnCount, cell }: ScriptAnswer, condition: JudgedBy): Outcome {
  if (rowCount > 1) throw unprocessable(`Alert query returned more than one row. ${rowCount} rows returned`);
  if (columnCount > 1)
    throw unprocessable(`Alert query returned more than one column. ${columnCount} columns returned`);
  const none = { value: null, isTriggered: false, rowCount };
  if (!cell) return { ...none, text: "Query returned no rows (empty result set)" };
  if (isNothing(cell.value)) return { ...none, text: "Query returned NULL value" };
  return { ...(condition.validatorType === "operator" ? compared(cell, condition) : present(cell)), rowCount };
}

type JudgedBy = Pick<Condition, "validatorType" | "config">;
type Judgement = Omit<Outcome, "rowCount">;

const isNothing = (value: unknown) => value === null || value === undefined || Number.isNaN(value);

function present(cell: Cell): Judgement {
  const value = shownValue(cell);
  const isNumber = cell.kind === "numeric" || cell.kind === "boolean";
  const isTriggered = !isNumber || Number(cell.value) !== 0;
  return {
    value,
    isTriggered,
    text: isTriggered ? `The value is ${value}` : `The value is ${value}, which is nothing`,
  };
}

interface Operator {
  holds(value: number, threshold: number): boolean;
  words: string;
}

const OPERATORS: Readonly<Record<ValidatorConfig["op"], Operator>> = {
  "<": { words: "less than", holds: (value, threshold) => value < threshold },
  "<=": { words: "at most", holds: (value, threshold) => value <= threshold },
  ">": { words: "more than", holds: (value, threshold) => value > threshold },
  ">=": { words: "at least", holds: (value, threshold) => value >= threshold },
  "==": { words: "equal to", holds: (value, threshold) => value === threshold },
  "!=": { words: "different from", holds: (value, threshold) => value !== threshold },
};

const SHOWN_DIGITS = 6;
const short = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(SHOWN_DIGITS)));

function compared(cell: Cell, { config }: JudgedBy): Judgement {
  const { op, threshold } = config ?? {};
  if (op === undefined || threshold === undefined)
    throw unprocessable("The condition of the alert lacks its operator and threshold");
  const value = numberOf(cell);
  if (value === undefined) throw unprocessable("Alert query returned a non-number value.");
  const { holds, words } = OPERATORS[op];
  const isTriggered = holds(value, threshold);
  return {
    value,
    isTriggered,
    text: `The value is ${short(value)}, ${isTriggered ? "" : "not "}${words} ${threshold}`,
  };
}

/** A moment is none, although it is kept as one. */
function numberOf({ kind, value }: Cell): number | undefined {
  if (kind === "temporal" || (typeof value === "string" && value.trim() === "")) return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** Longer ones fill no log. */
const MAX_TEXT = 1000;

function shownValue({ kind, value }: Cell): number | string {
  if (typeof value === "number") return kind === "temporal" ? momentText(value) : value;
  return String(value).slice(0, MAX_TEXT);
}

const momentText = (ms: number) => (Math.abs(ms) > 8.64e15 ? String(ms) : new Date(ms).toISOString().replace(/Z$/, ""));
