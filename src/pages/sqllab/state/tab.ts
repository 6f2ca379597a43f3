import type { showTab } from "../../../api/tab-state/contract.ts";
import type { OperationResult } from "../../../model/operation.ts";

/** A table whose details are pinned beside the results of a tab. */
export interface PinnedTable {
  /** The server's; null until it has answered. */
  id: number | null;
  /** Of the database that the tab had when it was pinned. */
  dbId: number;
  catalog: string | null;
  schema: string | null;
  name: string;
  /** Its columns are shown in the schema. */
  isExpanded: boolean;
}

/** A table to pin. */
export type TableToPin = Omit<PinnedTable, "id">;

/** What people write in a tab: kept by the server, and until it has it by the browser. */
export interface Draft {
  name: string;
  sql: string;
  dbId: number | null;
  catalog: string | null;
  schema: string | null;
  /** Rows at most. */
  limit: number;
  /** JSON; empty when there are none. */
  templateParams: string;
  autorun: boolean;
  savedQueryId: number | null;
  /** The schema beside the editor is hidden. */
  hideLeftBar: boolean;
  /** Epoch milliseconds of the last change. */
  updatedAt: number;
}

/** A tab of the SQL editor. */
export interface EditorTab extends Draft {
  /** Its name within the page, for good. */
  key: string;
  /** The server's; null until it has answered. */
  id: number | null;
  /** False: only its name is known yet, and `isKept`. */
  isLoaded: boolean;
  /** Of one that is not loaded: whether it holds nothing but what is kept as a saved query. */
  isKept: boolean;
  tables: readonly PinnedTable[];
  /** What is shown under the editor: `results`, `history` or a `pinKey`. */
  pane: string;
  /** SQL of the saved query that it holds, to tell whether it was changed since. */
  savedSql: string | null;
}

export const DEFAULT_LIMIT = 1000;

/** What a tab starts with when nothing is asked. */
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

const UNTITLED = /^Untitled Query (\d+)$/;

/** Whether nobody has given it a name. */
export const isUntitled = (name: string): boolean => UNTITLED.test(name);

/** `Untitled Query N`, N being one more than the highest there is. */
export function newTabName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(UNTITLED.exec(name)?.[1] ?? 0));
  return `Untitled Query ${Math.max(0, ...numbers) + 1}`;
}

export const pinKey = ({ dbId, catalog, schema, name }: Omit<PinnedTable, "id" | "isExpanded">) =>
  `table ${JSON.stringify([dbId, catalog, schema, name])}`;

/** The tab as the server keeps it. */
export function draftOfServer(state: TabState): Draft {
  return {
    name: state.label || "Untitled Query",
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

/** The server's fields of a draft, each as the JSON that its forms carry. */
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

/** What a tab is opened with on the server. */
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

/** Whether what stands in the tab is kept as a saved query. */
export function isSaved({ savedQueryId, savedSql, sql, isLoaded, isKept }: EditorTab): boolean {
  if (!isLoaded) return isKept;
  return sql.trim() === "" || (savedQueryId !== null && (savedSql === null || savedSql === sql));
}

/** Names of the values that templates in SQL ask for, as far as they are plain: `{{ name }}`. */
export function parametersOf(sql: string): string[] {
  return [...new Set([...sql.matchAll(/\{\{\s*([A-Za-z_]\w*)\s*(?:\||\}\})/g)].map(([, name = ""]) => name))];
}

/** Template parameters as an object; undefined when they cannot be read. */
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
