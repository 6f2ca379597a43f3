import { t } from "../../i18n/translate.ts";
import { type CompiledQuery, type CompileInput, compileQuery } from "../compile.ts";
import type { Dialect } from "../dialect.ts";
import { withHolidays } from "../holidays.ts";
import type { QueryDataset } from "../query-dataset.ts";
import { parseTimeRange } from "../time-range.ts";
import type { Lookup, TemplateQuery } from "./macros.ts";
import { templateError } from "./template-error.ts";
import type { Templates } from "./templates.ts";

const MAX_ROUNDS = 12;

type LookUp = (lookup: Lookup) => Promise<unknown>;

export async function compileTemplated(
  input: Omit<CompileInput, "templates">,
  templates: Templates,
  lookUp: LookUp,
): Promise<CompiledQuery> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const removed = templates.removed.size;
    const outcome = await templates.inTurn(() => attempt({ ...input, templates }));
    if (!templates.isComplete) await templates.supply(lookUp);
    else if (templates.removed.size === removed) {
      if ("error" in outcome) throw outcome.error;
      return outcome.compiled;
    }
  }
  throw templateError("SecurityError", t("the query's templates need too many lookups"));
}

/** A query with text that isn't rendered yet may fail to compile, so it is compiled again. */
async function attempt(input: CompileInput): Promise<{ compiled: CompiledQuery } | { error: unknown }> {
  try {
    return { compiled: await withHolidays(() => compileQuery(input)) };
  } catch (error) {
    return { error };
  }
}

/** What templates see outside of a query: no filters, groups or bounds. */
export function noQuery(dataset: QueryDataset, dialect: Dialect, now: number): TemplateQuery {
  return {
    dataset,
    dialect,
    columns: [],
    metrics: null,
    filters: [],
    rowLimit: null,
    rowOffset: 0,
    timeColumn: null,
    timeGrain: null,
    timeRange: null,
    bounds: () => ({ since: null, until: null }),
    resolveRange: (range) => parseTimeRange(range, { now, relativeStart: "today", relativeEnd: "today" }),
  };
}

export async function renderTemplated(
  text: string | { clause: string; params: string | null | undefined },
  templates: Templates,
  lookUp: LookUp,
): Promise<string> {
  const { clause, params } = typeof text === "string" ? { clause: text, params: undefined } : text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rendered = await templates.inTurn(() => withHolidays(() => templates.render(clause, params)));
    if (templates.isComplete) return rendered;
    await templates.supply(lookUp);
  }
  throw templateError("SecurityError", t("the template needs too many lookups"));
}
