import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/app-engine.ts";

/** What reads of a staged file need. */
export interface StagedFile {
  file: string;
  /** Stops running reads. */
  signal: AbortSignal;
  /** The time limit of each, by the size of the file. */
  readMs: number;
}

export interface StagedTable extends StagedFile {
  table: string;
  place: string;
  unit: "line" | "row";
}

export interface ColumnCheck {
  text: string;
  holds: (text: string) => string;
}

export interface CheckResult {
  values: number;
  broken: number;
  place?: number;
  value?: string;
}

export const MAX_SHOWN = 60;
const CHECKS_AT_ONCE = 40;
const FIGURES = 4;

export async function checkColumns(
  app: App,
  staged: StagedTable,
  checks: readonly ColumnCheck[],
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (let at = 0; at < checks.length; at += CHECKS_AT_ONCE) {
    results.push(...(await checkTogether(app, staged, checks.slice(at, at + CHECKS_AT_ONCE))));
  }
  return results;
}

async function checkTogether(app: App, staged: StagedTable, checks: readonly ColumnCheck[]): Promise<CheckResult[]> {
  const texts = checks.map(({ text }, i) => `${text} AS x${i}`);
  const rules = checks.map(({ holds }, i) => {
    const rule = holds(`x${i}`);
    return `x${i}, CASE WHEN x${i} IS NOT NULL THEN coalesce(${rule}, false) END AS ok${i}`;
  });
  const figures = checks.map(
    (_, i) => `count(x${i}), count_if(NOT ok${i}), min(place) FILTER (NOT ok${i}),
      left(arg_min(x${i}, place) FILTER (NOT ok${i}), ${MAX_SHOWN})`,
  );
  const sql = `SELECT ${figures.join(", ")} FROM (SELECT place, ${rules.join(", ")}
    FROM (SELECT ${staged.place} AS place, ${texts.join(", ")} FROM ${staged.table}))`;
  const found = await readStaged(app, staged, sql);
  return checks.map((_, i): CheckResult => {
    const [values, broken, at, value] = found.slice(i * FIGURES, (i + 1) * FIGURES).map((column) => column[0]);
    if (!broken) return { values: Number(values), broken: 0 };
    return { values: Number(values), broken: Number(broken), place: Number(at), value: String(value ?? "") };
  });
}

export async function readStaged(
  app: App,
  { file, signal, readMs: timeoutMs }: StagedFile,
  sql: string,
): Promise<ArrayLike<unknown>[]> {
  const found = await engineOf(app)
    .query({ file, sql, timeoutMs, signal })
    .catch((cause: Error) => {
      throw typedError("GENERIC_DB_ENGINE_ERROR", cause.message, { cause });
    });
  return found.columns.map(({ values }) => values);
}
