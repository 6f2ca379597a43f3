import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { WireError } from "../../model/errors.ts";
import type { FormData } from "../../model/form-data.ts";
import { type ApiError, retryText } from "../client/errors.ts";
import { missingNames } from "./failure-place.ts";

interface Failed {
  formData?: FormData | undefined;
  dataset?: Dataset | undefined;
  /** SQL without a dataset. */
  isEditor?: boolean | undefined;
}

/** What to do about a failure, and who can; undefined where the message says it. */
export function adviceOn(error: ApiError, { formData, dataset, isEditor = false }: Failed = {}): string | undefined {
  const known = statusAdvice(error) ?? requestAdvice(error, formData, dataset);
  if (known) return known;
  for (const one of error.errors) {
    const advice = typedAdvice(one, isEditor) ?? (isOfEngine(one) ? statementAdvice(one, isEditor) : undefined);
    if (advice) return advice;
  }
  return undefined;
}

function requestAdvice(error: ApiError, formData?: FormData, dataset?: Dataset): string | undefined {
  if (!formData) return undefined;
  if (dataset && missingNames(error, formData, dataset).length > 0) {
    return t(
      "The dataset doesn't have it. Choose another, or, if it was renamed or added in the database, sync the dataset's columns.",
    );
  }
  const isOfRequest = error.status === 400 && error.errors.length === 0;
  return isOfRequest && formData.forecastEnabled === true
    ? t(
        "Forecasts need a time on the x-axis and at least 2 times with values. Choose a finer time grain or a longer time range, or switch off the forecast.",
      )
    : undefined;
}

function statusAdvice({ status, retryAfterSeconds }: ApiError): string | undefined {
  if (status === 429 && retryAfterSeconds !== undefined) return retryText(retryAfterSeconds);
  if (status === 429) return t("Wait a moment, then retry.");
  if (status === 413) return t("Ask for less at once: fewer columns, values or filters.");
  if (status === 502 || status === 503 || status === 504) {
    return t(
      "The server, or a proxy in front of it, didn't respond. Retry in a moment. If it keeps failing, tell an administrator.",
    );
  }
  return undefined;
}

/** Without access to the source, users see the kind of failure only, and can't act on its statement. */
const isOfEngine = ({ extra }: WireError) => typeof extra?.engine_name === "string";

function typedAdvice(error: WireError, isEditor: boolean): string | undefined {
  switch (error.error_type) {
    case "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR":
      return t("Put it into the SQL of a virtual dataset, and chart that dataset.");
    case "MISSING_TEMPLATE_PARAMS_ERROR":
      return isEditor
        ? undefined
        : t("Give it a value in the dataset's template parameters, or a default: '{{ name | default(0) }}'.");
    default:
      return connectionAdvice(error);
  }
}

function connectionAdvice({ error_type }: WireError): string | undefined {
  switch (error_type) {
    case "CONNECTION_INVALID_USERNAME_ERROR":
    case "CONNECTION_INVALID_PASSWORD_ERROR":
    case "CONNECTION_ACCESS_DENIED_ERROR":
      return t("The stored sign-in to this database no longer works. An administrator can change it in Databases.");
    case "CONNECTION_INVALID_HOSTNAME_ERROR":
    case "CONNECTION_INVALID_PORT_ERROR":
    case "CONNECTION_UNKNOWN_DATABASE_ERROR":
      return t("An administrator can correct the connection in Databases.");
    case "CONNECTION_PORT_CLOSED_ERROR":
    case "CONNECTION_HOST_DOWN_ERROR":
    case "CONNECTION_DATABASE_TIMEOUT":
      return t("The database may be down. Retry later, or ask an administrator to test the connection in Databases.");
    case "CONNECTION_DATABASE_PERMISSIONS_ERROR":
      return t("The database account of this connection may not read this. A database administrator can grant it.");
    case "RESULT_TOO_LARGE_ERROR":
      return t("Reduce the rows: lower the row limit, add a filter, or choose fewer dimensions.");
    default:
      return undefined;
  }
}

function statementAdvice({ error_type, message }: WireError, isEditor: boolean): string | undefined {
  switch (error_type) {
    case "COLUMN_DOES_NOT_EXIST_ERROR":
      return isEditor
        ? t("Check the name and the tables after FROM.")
        : t("Check the name. If the column was renamed or dropped in the database, sync the dataset's columns.");
    case "TABLE_DOES_NOT_EXIST_ERROR":
    case "SCHEMA_DOES_NOT_EXIST_ERROR":
      return isEditor
        ? t("Check the name, and the schema chosen for this tab.")
        : t("Check the name. If it was renamed or dropped in the database, change the dataset's source.");
    default:
      return ADVICE.find(([pattern]) => pattern.test(message))?.[1]();
  }
}

/** Of the engines' English messages. */
const ADVICE: readonly (readonly [RegExp, () => string])[] = [
  [
    /division by zero|divide by zero/i,
    () => t("Write NULLIF(divisor, 0), so that rows with a divisor of 0 are empty."),
  ],
  [
    /must appear in the group by|isn't in group by|not (?:a|in) group by|not under aggregate/i,
    () => t("Use an aggregate, such as SUM(column), or add the column to the dimensions."),
  ],
  [
    /\b(?:sum|avg)\((?:character|varchar|text|bool|json)|function matches the given name and argument types '(?:sum|avg)/i,
    () => t("The column isn't numeric. Choose COUNT or COUNT_DISTINCT, or convert it with CAST(column AS …)."),
  ],
  [
    /(?:no such function|function (?:with name )?\S+ (?:does not exist|is not)|unknown function|function \S+ does not exist)/i,
    () => t("Check the function's name and arguments. Databases have different functions."),
  ],
  [
    /operator does not exist|conversion error|could not convert|invalid input syntax|cannot (?:compare|cast|convert)|conversion failed|type mismatch|invalid (?:date|timestamp)/i,
    () => t("Text is used as a number or date, or the other way round. Compare equal types, or convert with CAST(…)."),
  ],
  [
    /out of (?:shared )?memory|failed to (?:allocate|pin)|memory (?:limit|exceeded)|not enough memory/i,
    () => t("The query needs more memory than the database has for it. Add a filter, or choose fewer dimensions."),
  ],
  [
    /too many (?:clients|connections)|remaining connection slots/i,
    () => t("The database has no free connection. Retry in a moment; a database administrator can raise its limit."),
  ],
  [
    /no space left|disk (?:is )?full|could not (?:extend|write)/i,
    () => t("The database has no disk space left. A database administrator can free some."),
  ],
  [
    /out of range|overflow/i,
    () => t("A number is too large for its type. Convert it first, as with CAST(… AS DOUBLE)."),
  ],
];
