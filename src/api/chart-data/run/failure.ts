import { TesseraError, wireError } from "../../../model/errors.ts";
import type { QueryDataset } from "../../../query/query-dataset.ts";
import { templateParams } from "../../../query/templates/macros.ts";
import { parametersMissing, undefinedOutsideTexts } from "../../../query/templates/template-error.ts";
import { withoutHiddenValues } from "../../row-level-security/index.ts";
import type { PreparedContext } from "./prepared.ts";

/** SQL that is none because a parameter of its templates has no value: that is said, not where the braces stand. */
export function asParameterFailure(error: unknown, dataset: QueryDataset): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const [first] = error.body.errors;
  const sql = first && /^(INVALID_SQL|SYNTAX)_ERROR$/.test(first.error_type) ? first.extra?.sql : undefined;
  const names = typeof sql === "string" ? undefinedOutsideTexts(sql) : [];
  return names.length > 0 ? parametersMissing(names, templateParams(dataset.template_params)) : error;
}

/** What is wrong with the request itself; and what is said so already. */
const OF_REQUEST =
  /^(Error|Request is incorrect|Duplicate column\/metric labels|series_columns|Invalid SQL clause|The chart)\b/;

/** What is wrong with a query comes as the failure of it, in the words that clients know: `Error: Empty query?`. */
export function asQueryRefusal(error: unknown): unknown {
  if (!(error instanceof TesseraError) || error.status !== 400 || "errors" in error.body) return error;
  if (OF_REQUEST.test(error.message)) return error;
  return new TesseraError(400, { message: `Error: ${error.message}` }, { cause: error });
}

type Telling = Pick<PreparedContext, "tellsFailures" | "hidesRows">;

/** Clients read `message`; the typed errors beside it say where in the SQL the trouble is, to those who may know it. */
export function asQueryFailure(raised: unknown, { tellsFailures, hidesRows }: Telling): unknown {
  const error = hidesRows ? withoutHiddenValues(raised) : raised;
  if (!(error instanceof TesseraError) || !("errors" in error.body) || error.status === 403) return error;
  const { errors } = error.body;
  const isOwn = errors.some((entry) =>
    /^(ADHOC_SUBQUERY_NOT_ALLOWED|INVALID_SQL|MISSING_TEMPLATE_PARAMS)_ERROR$/.test(entry.error_type),
  );
  const body = { message: isOwn ? error.message : `Error: ${error.message}`, errors };
  const failure = new TesseraError(400, body, { cause: error });
  return tellsFailures ? failure : plainFailure(failure);
}

/** Their words are the server's own and say nothing of the source. */
const PLAIN = /^(BACKEND_TIMEOUT|RESULT_TOO_LARGE|ASYNC_WORKERS|ADHOC_SUBQUERY_NOT_ALLOWED|\w+_ACCESS)_ERROR$/;
const HIDDEN = "The data could not be read. Whoever looks after the chart can see why.";

/**
 * A failure as people are told it who see data without a right to its source: of which kind it is, but not the SQL, nor
 * what the database says, which may name tables, hosts and values.
 */
export function plainFailure(error: unknown): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const isOfSql = error.body.errors.some(({ error_type }) => error_type === "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR");
  if (error.status === 403 && !isOfSql) return error;
  const errors = error.body.errors.map(({ error_type, level, message }) =>
    wireError(error_type, PLAIN.test(error_type) ? message : HIDDEN, { level }),
  );
  return new TesseraError(error.status, { message: errors[0]?.message ?? HIDDEN, errors }, { cause: error });
}
