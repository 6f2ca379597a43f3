import type { showTab } from "../../../api/tab-state/contract.ts";
import { t } from "../../../i18n/translate.ts";
import type { OperationResult } from "../../../model/operation.ts";

export interface PinnedTable {
  /** The server's ID; null until the server has assigned one. */
  id: number | null;
  dbId: number;
  catalog: string | null;
  schema: string | null;
  name: string;
  isExpanded: boolean;
}

export type TableToPin = Omit<PinnedTable, "id">;

export interface Draft {
  name: string;
  sql: string;
  dbId: number | null;
  catalog: string | null;
  schema: string | null;
  limit: number;
  templateParams: string;
  autorun: boolean;
  savedQueryId: number | null;
  hideLeftBar: boolean;
  updatedAt: number;
}

export interface EditorTab extends Draft {
  key: string;
  id: number | null;
  /** False: only its name and `isClean` are known. */
  isLoaded: boolean;
  /** For a tab that isn't loaded: it has no changes beyond its saved query. */
  isClean: boolean;
  tables: readonly PinnedTable[];
  /** Open pane: `results`, `history` or a `pinKey`. */
  pane: string;
  savedSql: string | null;
}

export const DEFAULT_LIMIT = 1000;

export const EMPTY_DRAFT: Draft = {
  name: "",
  sql: "",
  dbId: null,
  catalog: null,
  schema: null,
  limit: DEFAULT_LIMIT,
  templateParams: "",
  autorun: false,
  savedQueryId: null,
  hideLeftBar: false,
  updatedAt: 0,
};

type TabState = OperationResult<typeof showTab>;

const untitledName = (number: string) => t("Untitled Query {number}", { number });

/** N of `Untitled Query N` in the user's language. */
function untitledNumber(name: string): number | undefined {
  const [before = "", after = ""] = untitledName("\n").split("\n");
  const digits =
    name.startsWith(before) && name.endsWith(after) ? name.slice(before.length, -after.length || undefined) : "";
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

export const isUntitled = (name: string): boolean => untitledNumber(name) !== undefined;

export function newTabName(names: readonly string[]): string {
  const numbers = names.map((name) => untitledNumber(name) ?? 0);
  return untitledName(`${Math.max(0, ...numbers) + 1}`);
}

export const pinKey = ({ dbId, catalog, schema, name }: Omit<PinnedTable, "id" | "isExpanded">) =>
  `table ${JSON.stringify([dbId, catalog, schema, name])}`;

export function draftOfServer(state: TabState): Draft {
  return {
    name: state.label || t("Untitled Query"),
    sql: state.sql ?? "",
    dbId: state.database_id,
    catalog: state.catalog,
    schema: state.schema,
    limit: state.query_limit || DEFAULT_LIMIT,
    templateParams: state.template_params ?? "",
    autorun: state.autorun,
    savedQueryId: state.saved_query?.id ?? null,
    hideLeftBar: state.hide_left_bar,
    updatedAt: updatedAtOf(state.extra_json),
  };
}

export function tablesOfServer(state: TabState): PinnedTable[] {
  return state.table_schemas.map(({ id, database_id: dbId, catalog, schema, table: name, expanded }) => {
    return { id, dbId, catalog, schema, name, isExpanded: expanded };
  });
}

function updatedAtOf(extra: string | null): number {
  try {
    const { updatedAt } = JSON.parse(extra ?? "{}") as { updatedAt?: unknown };
    return typeof updatedAt === "number" ? updatedAt : 0;
  } catch {
    return 0;
  }
}

export function serverFields(draft: Draft): Record<string, string> {
  const fields = {
    label: draft.name.slice(0, 256),
    sql: draft.sql,
    database_id: draft.dbId,
    catalog: draft.catalog,
    schema: draft.schema,
    query_limit: draft.limit,
    template_params: draft.templateParams || null,
    autorun: draft.autorun,
    saved_query_id: draft.savedQueryId,
    hide_left_bar: draft.hideLeftBar,
    extra_json: JSON.stringify({ updatedAt: draft.updatedAt, version: 1 }),
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
}

export function openingFields(draft: Draft): string {
  return JSON.stringify({
    name: draft.name.slice(0, 256),
    sql: draft.sql,
    dbId: draft.dbId,
    catalog: draft.catalog,
    schema: draft.schema,
    queryLimit: draft.limit,
    templateParams: draft.templateParams || null,
    autorun: draft.autorun,
    remoteId: draft.savedQueryId,
    hideLeftBar: draft.hideLeftBar,
  });
}

export function isSaved({ savedQueryId, savedSql, sql, isLoaded, isClean }: EditorTab): boolean {
  if (!isLoaded) return isClean;
  return sql.trim() === "" || (savedQueryId !== null && (savedSql === null || savedSql === sql));
}

export function parametersOf(sql: string): string[] {
  return [...new Set([...sql.matchAll(/\{\{\s*([A-Za-z_]\w*)\s*(?:\||\}\})/g)].map(([, name = ""]) => name))];
}

export function parsedParams(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
