import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { type FieldErrors, invalidFields, TesseraError } from "../../model/errors.ts";
import { SIZES } from "../../model/size-limits.ts";

const FIELDS: Readonly<Record<keyof typeof SIZES, readonly string[]>> = {
  name: ["name", "label", "title", "template_name", "theme_name", "slice_name", "dashboard_title", "table_name"],
  text: [],
  state: ["recipients"],
  css: ["css"],
  theme: ["json_data"],
  sql: ["sql"],
  object: [],
  metadata: [
    ...["json_metadata", "position_json", "params", "query_context", "form_data", "queries", "requests"],
    ...["columns", "metrics", "folders", "modified", "data"],
  ],
};

const SIZE_OF_FIELD = new Map(
  Object.entries(FIELDS).flatMap(([size, fields]) =>
    fields.map((field): [string, number] => [field, SIZES[size as keyof typeof SIZES]]),
  ),
);

export function sizeLimitOf(field: string, value: unknown): number {
  return SIZE_OF_FIELD.get(field) ?? (typeof value === "string" ? SIZES.text : SIZES.object);
}

export function sizeText(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const unit = isLarge ? "megabyte" : "kilobyte";
  return number(bytes / (isLarge ? 1_000_000 : 1000), { style: "unit", unit });
}

export const sizeProblem = (limit: number) => t("Too large: the limit is {limit}.", { limit: sizeText(limit) });

export const tooLarge = (message: string) => new TesseraError(413, { message });

export function assertSize(field: string, text: string | null | undefined, limit: number): void {
  if (text && Buffer.byteLength(text) > limit) throw invalidFields({ [field]: [sizeProblem(limit)] }, 413);
}

/** For values that don't come from a request body: bundles, partial changes, restores. Throws a 413. */
export function assertStoredSizes(values: Readonly<Record<string, unknown>>): void {
  const problems: FieldErrors = {};
  for (const [field, value] of Object.entries(values)) {
    const limit = sizeLimitOf(field, value);
    if (typeof value === "string" && Buffer.byteLength(value) > limit) problems[field] = [sizeProblem(limit)];
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 413);
}
