import { TesseraError } from "../../model/errors.ts";
import { DeliveryFailure, oneLine } from "../../server/delivery/notification.ts";

export class RunFailure extends Error {
  override readonly name = "RunFailure";
  readonly text: () => string;

  constructor(text: () => string) {
    super(text());
    this.text = text;
  }
}

const MAX_TEXT = 2000;

export function failureText(error: unknown): (() => string) | undefined {
  if (error instanceof RunFailure) return () => shorten(error.text());
  const isKnown = error instanceof DeliveryFailure || error instanceof TesseraError;
  return isKnown ? () => shorten(error.message) : undefined;
}

const shorten = (text: string) => oneLine(text).slice(0, MAX_TEXT);
