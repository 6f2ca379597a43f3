import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID_HEADER = "x-request-id";
const VALID = /^[\w.:+/=@-]{1,128}$/;
const LENGTH = 16;

/** The proxy's id, so that its log and ours name the same. Other clients can't choose one. */
export function requestIdOf({ headers }: IncomingMessage, trustProxy: boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  if (trustProxy && typeof given === "string" && VALID.test(given)) return given;
  return randomUUID().replaceAll("-", "").slice(0, LENGTH);
}
