import type { ColumnarBatch, ResultColumn } from "../../connectors/connector.ts";
import { number } from "../../i18n/intl.ts";
import { msg, t } from "../../i18n/translate.ts";
import { TesseraError, unprocessable } from "../../model/errors.ts";
import type { ValidatorConfig } from "../../model/report.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { DatabaseRecord } from "../database/index.ts";
import { withoutHiddenValues } from "../row-level-security/index.ts";
import { prepareScript, type Script } from "../sqllab/index.ts";

export interface Condition {
  database: DatabaseRecord;
  sql: string;
  validatorType: string | null;
  config: Partial<ValidatorConfig> | null;
}

export interface Outcome {
  value: number | string | null;
  isTriggered: boolean;
  text: string;
  rowCount: number;
}

export interface AskOptions {
  signal: AbortSignal;
  timeoutMs: number;
}

export const TIMEOUT_TEXT = msg("A timeout occurred while executing the query.");
const MAX_ROWS = 2;

export async function evaluateCondition(actor: Actor, condition: Condition, options: AskOptions): Promise<Outcome> {
  return evaluateAnswer(await answerOf(await readOnlyScript(actor, condition), options), condition);
}

export interface Labeled {
  /** JSON array of the values of all columns but the last. */
  label: string;
  cell: Cell;
}

/** Rows of an alert by value, one more than possible if there are more. Throws 422 for a single column. */
export async function labeledRows(
  actor: Actor,
  condition: Condition,
  { signal, timeoutMs, mostRows }: AskOptions & { mostRows: number },
): Promise<Labeled[]> {
  const script = await readOnlyScript(actor, condition, mostRows);
  const rows: Labeled[] = [];
  await failingPlainly(script, async () => {
    for await (const { columns, rows: count } of script.connection.stream(script.statements[0] ?? "", {
      signal,
      timeoutMs,
    })) {
      if (columns.length < 2) throw unprocessable(t(NEEDS_COLUMNS));
      for (let i = 0; i < count && rows.length <= mostRows; i++) rows.push(labeledRow(columns, i));
      if (rows.length > mostRows) break;
    }
  });
  return rows;
}

const NEEDS_COLUMNS = msg("Return at least two columns: the last one is compared, the others name the value.");

function labeledRow(columns: readonly ResultColumn[], row: number): Labeled {
  const cells = columns.map(({ kind, values }): Cell => ({ kind, value: values[row] }));
  const label = cells.slice(0, -1).map((cell) => (isMissingValue(cell.value) ? null : shownValue(cell)));
  return { label: JSON.stringify(label), cell: cells.at(-1) as Cell };
}

/** Read-only, even on databases that allow writes. */
export async function readOnlyScript(
  actor: Actor,
  { database, sql }: Pick<Condition, "database" | "sql">,
  mostRows = MAX_ROWS - 1,
) {
  const script = await prepareScript(actor, {
    database,
    sql,
    catalog: null,
    schema: null,
    templateParams: null,
    urlParams: {},
    queryLimit: mostRows,
    creates: null,
  });
  if (script.isChanging) throw unprocessable(t("The alert query can only read data"));
  if (script.statements.length > 1) throw unprocessable(t("The alert query must be a single statement"));
  return script;
}

interface Cell {
  kind: ResultColumn["kind"];
  value: unknown;
}

export interface ScriptAnswer {
  rowCount: number;
  columnCount: number;
  cell: Cell | undefined;
}

export function answerOf(script: Script, options: AskOptions): Promise<ScriptAnswer> {
  return failingPlainly(script, () => firstRows(script.connection.stream(script.statements[0] ?? "", options)));
}

async function failingPlainly<T>(script: Script, run: () => Promise<T>): Promise<T> {
  const { qualified: located, secured } = script.secured;
  try {
    return await run();
  } catch (error) {
    if (isTimeout(error)) throw unprocessable(t(TIMEOUT_TEXT));
    throw located[0] === secured[0] ? error : withoutHiddenValues(error, script.written[0] ?? "");
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
    answer = { rowCount: Math.min(answer.rowCount + rows, MAX_ROWS), columnCount: columns.length, cell };
    if (answer.rowCount === MAX_ROWS) break;
  }
  return answer;
}

export function evaluateAnswer({ rowCount, columnCount, cell }: ScriptAnswer, condition: Criteria): Outcome {
  if (rowCount > 1)
    throw unprocessable(
      t("Alert query returned more than one row. {count, plural, one {# row} other {# rows}} returned", {
        count: rowCount,
      }),
    );
  if (columnCount > 1)
    throw unprocessable(
      t("Alert query returned more than one column. {count, plural, one {# column} other {# columns}} returned", {
        count: columnCount,
      }),
    );
  if (!cell) return { ...NOT_MET, rowCount, text: t("Query returned no rows (empty result set)") };
  return { ...outcomeOfCell(cell, condition), rowCount };
}

const NOT_MET = { value: null, isTriggered: false };

export function outcomeOfCell(cell: Cell, condition: Criteria): ConditionResult {
  if (isMissingValue(cell.value)) return { ...NOT_MET, text: t("Query returned NULL value") };
  return condition.validatorType === "operator" ? compared(cell, condition) : present(cell);
}

type Criteria = Pick<Condition, "validatorType" | "config">;
type ConditionResult = Omit<Outcome, "rowCount">;

const isMissingValue = (value: unknown) => value === null || value === undefined || Number.isNaN(value);

function present(cell: Cell): ConditionResult {
  const value = shownValue(cell);
  const isNumber = cell.kind === "numeric" || cell.kind === "boolean";
  const isTriggered = !isNumber || Number(cell.value) !== 0;
  return {
    value,
    isTriggered,
    text: isTriggered
      ? t("The value is {value}", { value: typeof value === "number" ? shown(value) : value })
      : t("The query returned no value"),
  };
}

interface Operator {
  isMet(value: number, threshold: number): boolean;
  met(shown: ShownValues): string;
  unmet(shown: ShownValues): string;
}

interface ShownValues {
  value: string;
  threshold: string;
}

const OPERATORS: Readonly<Record<ValidatorConfig["op"], Operator>> = {
  "<": {
    isMet: (value, threshold) => value < threshold,
    met: (shown) => t("The value is {value}, less than {threshold}", shown),
    unmet: (shown) => t("The value is {value}, not less than {threshold}", shown),
  },
  "<=": {
    isMet: (value, threshold) => value <= threshold,
    met: (shown) => t("The value is {value}, no more than {threshold}", shown),
    unmet: (shown) => t("The value is {value}, more than {threshold}", shown),
  },
  ">": {
    isMet: (value, threshold) => value > threshold,
    met: (shown) => t("The value is {value}, more than {threshold}", shown),
    unmet: (shown) => t("The value is {value}, not more than {threshold}", shown),
  },
  ">=": {
    isMet: (value, threshold) => value >= threshold,
    met: (shown) => t("The value is {value}, at least {threshold}", shown),
    unmet: (shown) => t("The value is {value}, less than {threshold}", shown),
  },
  "==": {
    isMet: (value, threshold) => value === threshold,
    met: (shown) => t("The value is {value}, equal to {threshold}", shown),
    unmet: (shown) => t("The value is {value}, not equal to {threshold}", shown),
  },
  "!=": {
    isMet: (value, threshold) => value !== threshold,
    met: (shown) => t("The value is {value}, not equal to {threshold}", shown),
    unmet: (shown) => t("The value is {value}, equal to {threshold}", shown),
  },
};

const SHOWN_DIGITS = 6;
const EXACT_DIGITS = 15;

const shown = (value: number, digits = EXACT_DIGITS) =>
  number(value, Number.isInteger(value) ? undefined : { maximumSignificantDigits: digits });

function compared(cell: Cell, { config }: Criteria): ConditionResult {
  const { op, threshold } = config ?? {};
  if (op === undefined || threshold === undefined)
    throw unprocessable(t("The alert condition needs an operator and a threshold"));
  const value = numberOf(cell);
  if (value === undefined) throw unprocessable(t("Alert query returned a non-number value."));
  const { isMet, met, unmet } = OPERATORS[op];
  const isTriggered = isMet(value, threshold);
  const text = (isTriggered ? met : unmet)({ value: shown(value, SHOWN_DIGITS), threshold: shown(threshold) });
  return { value, isTriggered, text };
}

function numberOf({ kind, value }: Cell): number | undefined {
  if (kind === "temporal" || (typeof value === "string" && value.trim() === "")) return undefined;
  const parsed = Number(value);
  return Number.isNaN(parsed) ? undefined : parsed;
}

const MAX_TEXT = 1000;

function shownValue({ kind, value }: Cell): number | string {
  if (typeof value === "number") return kind === "temporal" ? momentText(value) : value;
  return String(value).slice(0, MAX_TEXT);
}

const momentText = (ms: number) => (Math.abs(ms) > 8.64e15 ? String(ms) : new Date(ms).toISOString().replace(/Z$/, ""));
