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
