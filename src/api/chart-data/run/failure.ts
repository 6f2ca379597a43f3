import { msg, t } from "../../../i18n/translate.ts";
import { TesseraError, wireError } from "../../../model/errors.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import type { QueryDataset } from "../../../query/query-dataset.ts";
import { templateParams } from "../../../query/templates/macros.ts";
import { parametersMissing, undefinedOutsideTexts } from "../../../query/templates/template-error.ts";
import { withoutHiddenValues } from "../../row-level-security/index.ts";
import type { PreparedContext } from "./prepared.ts";

/**
 * For SQL that is invalid because a template parameter has no value: names the parameter instead of the position of the
 * braces.
 */
export function toMissingParameterError(error: unknown, dataset: QueryDataset): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const [first] = error.body.errors;
  const sql = first && /^(INVALID_SQL|SYNTAX)_ERROR$/.test(first.error_type) ? first.extra?.sql : undefined;
  const names = typeof sql === "string" ? undefinedOutsideTexts(sql) : [];
  return names.length > 0 ? parametersMissing(names, templateParams(dataset.template_params)) : error;
}

/** Invalid queries get the message that clients know: `Error: Empty query?`. */
export function toBadQueryError(error: unknown): unknown {
  if (!(error instanceof TesseraError) || error.status !== 400 || "errors" in error.body) return error;
  if (error.isAboutRequest) return error;
  return new TesseraError(400, { message: prefixed(error.message) }, { cause: error, isAboutRequest: true });
}

const prefixed = (message: string) => t("Error: {message}", { message });

export function messageOf(error: TesseraError): string {
  const { cause, message } = error;
  return cause instanceof TesseraError && message === prefixed(cause.message) ? cause.message : message;
}

type ErrorVisibility = Pick<PreparedContext, "canSeeDatabaseErrors" | "hidesRows"> & {
  /** The request's own text, which the user may read in errors. */
  written: () => string;
};

export const writtenIn = ({ query }: Pick<CompiledQuery, "query">, dataset: QueryDataset) =>
  JSON.stringify([query, dataset]);

/** Clients read `message`; the typed errors have the place in the SQL, for users who can see it. */
export function toDatabaseError(raised: unknown, visibility: ErrorVisibility): unknown {
  const { canSeeDatabaseErrors, hidesRows, written } = visibility;
  const error = hidesRows ? withoutHiddenValues(raised, written()) : raised;
  if (!(error instanceof TesseraError) || !("errors" in error.body) || error.status === 403) return error;
  const { errors } = error.body;
  const isOwn = errors.some((entry) =>
    /^(ADHOC_SUBQUERY_NOT_ALLOWED|INVALID_SQL|MISSING_TEMPLATE_PARAMS)_ERROR$/.test(entry.error_type),
  );
  const body = { message: isOwn ? error.message : prefixed(error.message), errors };
  const failure = new TesseraError(400, body, { cause: error });
  return canSeeDatabaseErrors ? failure : redactedError(failure);
}

/** These messages are the server's own and reveal nothing about the source. */
const PLAIN = /^(BACKEND_TIMEOUT|RESULT_TOO_LARGE|ASYNC_WORKERS|ADHOC_SUBQUERY_NOT_ALLOWED|\w+_ACCESS)_ERROR$/;
const HIDDEN = msg("The data couldn't be loaded. Ask an owner of the chart for details.");

/**
 * For users without access to the source: the kind of failure, without SQL and the database's message, which may
 * contain tables, hosts and values.
 */
export function redactedError(error: unknown): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const isOfSql = error.body.errors.some(({ error_type }) => error_type === "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR");
  if (error.status === 403 && !isOfSql) return error;
  const errors = error.body.errors.map(({ error_type, level, message }) =>
    wireError(error_type, PLAIN.test(error_type) ? message : t(HIDDEN), { level }),
  );
  return new TesseraError(error.status, { message: errors[0]?.message ?? t(HIDDEN), errors }, { cause: error });
}
