/**
 * How large what is stored may be, in bytes of UTF-8. The server checks every body by these before it reads it; an
 * operation says where it differs (`sizes`).
 */

const KB = 1000;
const MB = 1000 * KB;

export const SIZES = {
  name: KB,
  /** Descriptions, clauses, expressions, and whatever isn't named below. */
  text: 64 * KB,
  /** State behind a link or an address: filter values, unsaved charts, permalinks. */
  state: 256 * KB,
  css: 256 * KB,
  theme: 256 * KB,
  sql: MB,
  /** Lists and objects that aren't named below. */
  object: MB,
  /** Layouts, settings and filters of dashboards, form data and queries of charts, columns of datasets. */
  metadata: 4 * MB,
} as const;

const FIELDS: Readonly<Record<keyof typeof SIZES, readonly string[]>> = {
  name: ["name", "label", "title", "template_name", "theme_name", "slice_name", "dashboard_title", "table_name"],
  text: [],
  state: [],
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

/** `256 kB`, `4 MB`. */
export function sizeText(bytes: number): string {
  return bytes >= MB ? `${bytes / MB} MB` : `${bytes / KB} kB`;
}

export const sizeProblem = (limit: number) => `Too large: the limit is ${sizeText(limit)}.`;
