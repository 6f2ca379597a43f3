import { invalidFields } from "../../model/errors.ts";
import type { Operation } from "../../model/operation.ts";
import { SIZES } from "../../model/size-limits.ts";
import { sizeLimitOf, sizeProblem, sizeText, tooLarge } from "../store/sizes.ts";

/**
 * Throws a 413 by field for what is larger than may be stored. `rawBytes` of the whole body: what fits its limit by them
 * isn't measured again.
 */
export function assertBodySizes({ sizes = {}, multipart }: Operation, body: unknown, rawBytes: number): void {
  if (multipart || typeof body !== "object" || body === null) return;
  const whole = sizes["*"] ?? Number.POSITIVE_INFINITY;
  if (rawBytes > whole && bytesOf(body) > whole)
    throw tooLarge(`The request is too large: the limit is ${sizeText(whole)}.`);
  if (rawBytes <= SIZES.name) return;
  const problems = Object.entries(body).flatMap(([field, value]) => {
    const limit = sizes[field] ?? sizeLimitOf(field, value);
    return rawBytes > limit && bytesOf(value) > limit ? [[field, [sizeProblem(limit)]] as [string, string[]]] : [];
  });
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems), 413);
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return typeof value === "object" && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 0;
}
