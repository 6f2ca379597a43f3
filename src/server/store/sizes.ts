import { type FieldErrors, invalidFields, TesseraError } from "../../model/errors.ts";
import { sizeLimitOf, sizeProblem } from "../../model/size-limits.ts";

export const tooLarge = (message: string) => new TesseraError(413, { message });

/** Throws a 413 by field. */
export function assertSize(field: string, text: string | null | undefined, limit: number): void {
  if (text && Buffer.byteLength(text) > limit) throw invalidFields({ [field]: [sizeProblem(limit)] }, 413);
}

/** For what is saved otherwise than from a body: by bundles, by changes to a part, or by a restore. Throws a 413. */
export function assertStoredSizes(values: Readonly<Record<string, unknown>>): void {
  const problems: FieldErrors = {};
  for (const [field, value] of Object.entries(values)) {
    const limit = sizeLimitOf(field, value);
    if (typeof value === "string" && Buffer.byteLength(value) > limit) problems[field] = [sizeProblem(limit)];
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 413);
}
