import { TesseraError } from "../../model/errors.ts";
import { DeliveryFailure, oneLine } from "../../server/delivery/notification.ts";

/** A failure with a message for the report's owners. */
export class RunFailure extends Error {
  override readonly name = "RunFailure";
}

const MAX_TEXT = 2000;

/** Undefined for unexpected errors, whose message isn't shown. */
export function failureText(error: unknown): string | undefined {
  const isKnown = [RunFailure, DeliveryFailure, TesseraError].some((kind) => error instanceof kind);
  return isKnown ? oneLine((error as Error).message).slice(0, MAX_TEXT) : undefined;
}
