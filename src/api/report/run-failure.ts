import { TesseraError } from "../../model/errors.ts";
import { DeliveryFailure, oneLine } from "../../server/delivery/notification.ts";

/** Why an alert or report could not be run, in words for its owners. */
export class RunFailure extends Error {
  override readonly name = "RunFailure";
}

const MAX_TEXT = 2000;

/** What is said of a failure; undefined for one that nobody has expected, of which nothing is told. */
export function failureText(error: unknown): string | undefined {
  const isKnown = [RunFailure, DeliveryFailure, TesseraError].some((kind) => error instanceof kind);
  return isKnown ? oneLine((error as Error).message).slice(0, MAX_TEXT) : undefined;
}
