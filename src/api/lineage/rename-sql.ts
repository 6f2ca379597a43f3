import type { Dialect } from "../../query/dialect.ts";
import type { ColumnMention } from "../../query/sql/query-columns.ts";
import { hasTemplate } from "../../query/templates/template-text.ts";
import type { App } from "../../server/app.ts";
import { sqlThreadsOf } from "../database/index.ts";

export interface Rename {
  datasetId: number;
  kind: "column" | "metric";
  from: string;
  to: string;
}

/** Rewrites texts of SQL for one rename. */
export interface SqlRenamer {
  /** An expression over the columns of the dataset. Throws for one that names the column but isn't understood. */
  expression(sql: string): Promise<string>;
}

export class UnreadableSqlError extends Error {
  override readonly name = "UnreadableSqlError";
}

export function sqlRenamer(app: App, dialect: Dialect, rename: Rename): SqlRenamer {
  return {
    expression: async (sql) => {
      const text = renamedInTemplates(sql, rename);
      return rename.kind === "metric" ? text : renamedColumns(app, text, { dialect, rename });
    },
  };
}

const isSameName = (name: string, { from }: Rename) => name === from || name.toLowerCase() === from.toLowerCase();

async function renamedColumns(app: App, sql: string, { dialect, rename }: { dialect: Dialect; rename: Rename }) {
  if (!sql.toLowerCase().includes(rename.from.toLowerCase())) return sql;
  const mentions = await sqlThreadsOf(app).expressionColumns(withoutTemplates(sql), dialect.engine);
  if (!mentions) throw new UnreadableSqlError(sql);
  return mentions
    .filter(({ name }) => isSameName(name, rename))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, mention) => replaced(text, mention, { dialect, to: rename.to }), sql);
}

const PLAIN = /^[a-z_][a-z0-9_]*$/;

function replaced(
  sql: string,
  { start, end }: ColumnMention,
  { dialect, to }: { dialect: Dialect; to: string },
): string {
  const written = sql.slice(start, end);
  const isQuoted = !/^[\p{L}_]/u.test(written);
  const name = isQuoted || !PLAIN.test(to) ? dialect.quoteIdentifier(to) : to;
  return sql.slice(0, start) + name + sql.slice(end);
}

const TAG = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/g;

/** As long as before, so that offsets stay valid: a value is a name that no column has. */
const withoutTemplates = (sql: string) =>
  hasTemplate(sql)
    ? sql.replaceAll(TAG, (tag) => (tag.startsWith("{{") ? `${"_".repeat(tag.length)}` : " ".repeat(tag.length)))
    : sql;

const COLUMN_MACRO = /\b(filter_values|get_filters|get_time_filter)\(\s*(["'])((?:(?!\2).)*)\2/g;
const METRIC_MACRO = /\bmetric\(\s*(["'])((?:(?!\1).)*)\1(?:\s*,\s*(?:dataset_id\s*=\s*)?(\d+))?/g;

/** Names in macros: filters of a column, and saved metrics of the text's dataset or of the one with that id. */
export function renamedInTemplates(
  sql: string,
  rename: Rename,
  ownDatasetId: number | null = rename.datasetId,
): string {
  if (!hasTemplate(sql)) return sql;
  return sql.replaceAll(TAG, (tag) => {
    if (rename.kind === "column")
      return ownDatasetId === rename.datasetId
        ? tag.replaceAll(COLUMN_MACRO, (call, _macro, _quote, name: string) => renamedCall(call, name, rename))
        : tag;
    return tag.replaceAll(METRIC_MACRO, (call, _quote, name: string, id: string | undefined) => {
      const datasetId = id === undefined ? ownDatasetId : Number(id);
      return datasetId === rename.datasetId ? renamedCall(call, name, rename) : call;
    });
  });
}

function renamedCall(call: string, name: string, { from, to }: Rename): string {
  if (name !== from) return call;
  const at = call.search(/["']/) + 1;
  const quote = call.charAt(at - 1);
  const text = to.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
  return call.slice(0, at) + text + call.slice(at + name.length);
}
