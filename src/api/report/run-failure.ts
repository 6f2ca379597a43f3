import { TesseraError } from "../../model/errors.ts";
import { DeliveryFailure, oneLine } from "../../server/delivery/notification.ts";

export class RunFailure extends Error {
  override readonly name = "RunFailure";
}

const MAX_TEXT = 2000;

export function failureText(error: unknown): string | undefined {
  const isKnown = [RunFailure, DeliveryFailure, TesseraError].some((kind) => error instanceof kind);
  return isKnown ? oneLine((error as Error).message).slice(0, MAX_TEXT) : undefined;
}
