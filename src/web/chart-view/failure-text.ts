import { t } from "../../i18n/translate.ts";
import type { ApiError } from "../client/errors.ts";

/** Engines repeat the SQL in their messages. */
const MAX_LENGTH = 300;

export function shortened(message: string): string {
  return message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
}

export function detailsOf({ status, message, errors, requestId }: ApiError): string {
  return JSON.stringify({ status, message, errors, request_id: requestId }, null, 2);
}

const PARAMETERS = new Set(["MISSING_TEMPLATE_PARAMS_ERROR", "INVALID_TEMPLATE_PARAMS_ERROR"]);

export function failureName({ errors }: ApiError): string | undefined {
  for (const { error_type, extra } of errors) {
    if (error_type === "OAUTH2_REDIRECT_ERROR") return t("Authorization needed");
    if (PARAMETERS.has(error_type)) return t("Parameter error");
    if (typeof extra?.missing_driver === "string") return t("Import Error");
    if (isOfConnection(error_type)) return t("Can't connect to the database");
    if (error_type === "INVALID_SQL_ERROR" && typeof extra?.line === "number") return t("Unable to parse SQL");
  }
  return undefined;
}

const isOfConnection = (type: string) =>
  type.startsWith("CONNECTION_") && type !== "CONNECTION_DATABASE_PERMISSIONS_ERROR";
