/**
 * Size limits in UTF-8 bytes. The server checks every body by field name (`server/store/sizes.ts`) unless the operation
 * overrides them (`sizes`).
 */

const KB = 1000;
const MB = 1000 * KB;

/** Statements per SQL text; each is parsed several times and runs separately. */
export const MAX_STATEMENTS = 500;

export const SIZES = {
  name: KB,
  text: 64 * KB,
  state: 256 * KB,
  css: 256 * KB,
  theme: 256 * KB,
  sql: MB,
  object: MB,
  metadata: 4 * MB,
} as const;
