import { isDeepStrictEqual } from "node:util";
import { drawingProblems } from "../../chart-seam/define.ts";
import { loadTypedForm } from "../../chart-types/index.ts";
import { forbidden } from "../../model/errors.ts";
import { readSharedForm } from "../../model/form-data.ts";
import { readJson } from "../../model/json-text.ts";
import { QueryContext } from "../../model/query-context.ts";
import { formDataOf } from "./present.ts";
import type { ChartRecord } from "./store.ts";

/**
 * The query context of a chart of a known type, as its saved form data asks for it, when `text` asks the same: a reader
 * who sends one decides nothing. Throws a 403 otherwise.
 */
export async function generatedContext(chart: ChartRecord, text: string): Promise<string> {
  const built = await builtContext(chart);
  const sent = QueryContext.safeParse(readJson(text));
  if (!built || !sent.success || !isDeepStrictEqual(questionsOf(sent.data), questionsOf(built)))
    throw forbidden("Only owners of the chart can save a query that differs from its settings.");
  return JSON.stringify(built);
}

async function builtContext(chart: ChartRecord): Promise<QueryContext | undefined> {
  const read = readSharedForm(formDataOf(chart));
  const typed = read && (await loadTypedForm(read));
  if (!typed || Object.keys(drawingProblems(typed.type, typed.formData)).length > 0) return undefined;
  try {
    return typed.type.buildQuery(typed.formData);
  } catch {
    return undefined;
  }
}

/** What pages add without changing what is asked. */
const PASSING = new Set(["url_params", "custom_params", "custom_form_data", "applied_time_extras"]);

const questionsOf = ({ queries }: QueryContext): unknown =>
  queries.map((query) => told(Object.fromEntries(Object.entries(query).filter(([key]) => !PASSING.has(key)))));

/** Without what is empty, which clients leave out or write in several ways. */
function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told).filter((item) => item !== undefined);
  if (typeof value !== "object" || value === null) return value === null || value === "" ? undefined : value;
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const kept = told(field);
    const isEmpty = kept === undefined || (typeof kept === "object" && Object.keys(kept as object).length === 0);
    return isEmpty ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(fields);
}
