import { TesseraError, wireError } from "../../model/errors.ts";

/** Clients read `message`; the typed errors beside it say where in the SQL the trouble is, to those who may know it. */
export function asQueryFailure(error: unknown, { tellsFailures }: { tellsFailures: boolean }): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body) || error.status === 403) return error;
  const { errors } = error.body;
  const isOwn = errors.some(
    (entry) => entry.error_type === "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR" || entry.error_type === "INVALID_SQL_ERROR",
  );
  const body = { message: isOwn ? error.message : `Error: ${error.message}`, errors };
  const failure = new TesseraError(400, body, { cause: error });
  return tellsFailures ? failure : plainFailure(failure);
}

/** Their words are the server's own and say nothing of the source. */
const PLAIN = /^(BACKEND_TIMEOUT_ERROR|RESULT_TOO_LARGE_ERROR|ASYNC_WORKERS_ERROR|\w+_ACCESS_ERROR)$/;
const HIDDEN = "The data could not be read. Whoever looks after the chart can see why.";

/**
 * A failure as people are told it who see data without a right to its source: of which kind it is, but not the SQL, nor
 * what the database says, which may name tables, hosts and values.
 */
export function plainFailure(error: unknown): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body) || error.status === 403) return error;
  const errors = error.body.errors.map(({ error_type, level, message }) =>
    wireError(error_type, PLAIN.test(error_type) ? message : HIDDEN, { level }),
  );
  return new TesseraError(error.status, { message: errors[0]?.message ?? HIDDEN, errors }, { cause: error });
}
