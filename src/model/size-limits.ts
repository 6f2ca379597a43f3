/**
 * How large what is stored may be, in bytes of UTF-8. The server checks every body by these, by the names of its fields
 * (`server/store/sizes.ts`); an operation says where it differs (`sizes`).
 */

const KB = 1000;
const MB = 1000 * KB;

/** Statements of one text of SQL: each is parsed several times and runs by itself. */
export const MAX_STATEMENTS = 500;

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
