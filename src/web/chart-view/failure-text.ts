import type { ApiError } from "../client/errors.ts";

/** Characters of a message: engines repeat the SQL in theirs. */
const LONGEST = 300;

export function shortened(message: string): string {
  return message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message;
}

/** All of it, to be copied. */
export function detailsOf({ status, message, errors }: ApiError): string {
  return JSON.stringify({ status, message, errors }, null, 2);
}

const PARAMETERS = new Set(["MISSING_TEMPLATE_PARAMS_ERROR", "INVALID_TEMPLATE_PARAMS_ERROR"]);

/** What a failed query is called where its kind has a name; of the others the message itself says what happened. */
export function failureName({ errors }: ApiError): string | undefined {
  for (const { error_type, extra } of errors) {
    if (error_type === "OAUTH2_REDIRECT_ERROR") return "Authorization needed";
    if (PARAMETERS.has(error_type)) return "Parameter error";
    if (typeof extra?.missing_driver === "string") return "Import Error";
    if (error_type === "INVALID_SQL_ERROR" && typeof extra?.line === "number") return "Unable to parse SQL";
  }
  return undefined;
}
