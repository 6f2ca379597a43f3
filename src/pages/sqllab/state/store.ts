import { createStore, type StoreApi } from "zustand/vanilla";
import type { DataRow } from "../../../model/query-context.ts";
import type { QueryState } from "../../../model/query-state.ts";
import { nowMs } from "../../../web/client/clock.ts";
import type { ApiError } from "../../../web/client/errors.ts";
import type { Draft, EditorTab, PinnedTable } from "./tab.ts";
import { pinKey } from "./tab.ts";

/** A database of the picker, with what may be done there. */
export interface LabDatabase {
  id: number;
  database_name: string;
  backend: string;
  expose_in_sqllab: boolean;
  allow_ctas: boolean;
  allow_cvas: boolean;
  allow_run_async: boolean;
  allows_cost_estimate: boolean;
  allow_multi_catalog: boolean;
  disable_data_preview: boolean;
  force_ctas_schema: string | null;
}

export interface SqlColumn {
  name: string;
  type: string;
  /** 0 numeric, 1 string, 2 temporal, 3 boolean. */
  type_generic: number;
}

export interface SqlResult {
  columns: readonly SqlColumn[];
  rows: readonly DataRow[];
  /** The server has kept more rows than it has sent. */
  isCut: boolean;
}

export type RunState =
  | "started"
  | "pending"
  | "running"
  | "fetching"
  | "success"
  | "failed"
  | "stopped"
  | "timed_out"
  | "scheduled";

/** The last run of a tab. */
export interface Run {
  /** The query's name, given here. */
  clientId: string;
  sql: string;
  /** Line of the editor on which the SQL starts, from 1; negative when it is not there. */
  line: number;
  state: RunState;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number | null;
  /** Percent. */
  progress: number;
  progressText: string | null;
  query: QueryState | null;
  result: SqlResult | null;
  error: ApiError | null;
  /** Of a stopped run: the database has said that it has. */
  isStopConfirmed: boolean;
}

export interface LabState {
  databases: readonly LabDatabase[];
  /** Rows of a query, at most. */
  maxRows: number;
  /** A scheduler runs saved queries. */
  hasScheduler: boolean;
  tabs: readonly EditorTab[];
  active: string;
  /** Keys of tabs in the order in which they were last in front. */
  visited: readonly string[];
  runs: Readonly<Record<string, Run>>;
  /** Keys of tabs whose last changes the server does not have yet. */
  unsent: ReadonlySet<string>;
  /** The server could not be told the last time. */
  isUnsendable: boolean;
  /** In the editor in front; lines and columns from 1. */
  selection: { from: number; to: number; line: number; column: number };
  dialog: LabDialog | null;
}

export type LabDialog =
  | "save"
  | "schedule"
  | "dataset"
  | "parameters"
  | "create-table"
  | "create-view"
  | "rename"
  | "cost"
  | "sql";

export const NO_SELECTION = { from: 0, to: 0, line: 1, column: 1 } as const;

export type LabStore = StoreApi<LabState>;

const OPEN: ReadonlySet<RunState> = new Set(["started", "pending", "running", "fetching", "scheduled"]);
export const isOpen = (run: Run | undefined) => run !== undefined && OPEN.has(run.state);

interface LabConditions {
  maxRows: number;
  hasScheduler?: boolean;
}

export function createLabStore(
  databases: readonly LabDatabase[],
  { maxRows, hasScheduler = false }: LabConditions,
): LabStore {
  return createStore<LabState>(() => ({
    databases: databases.filter((database) => database.expose_in_sqllab),
    maxRows,
    hasScheduler,
    tabs: [],
    active: "",
    visited: [],
    runs: {},
    unsent: new Set(),
    isUnsendable: false,
    selection: NO_SELECTION,
    dialog: null,
  }));
}

export const tabOf = ({ tabs }: LabState, key: string) => tabs.find((tab) => tab.key === key);
export const databaseOf = ({ databases }: LabState, tab: EditorTab | undefined) =>
  databases.find((database) => database.id === tab?.dbId);

/** Changes a tab beside what people write in it. */
export function patchTab(store: LabStore, key: string, changes: Partial<EditorTab>): void {
  store.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, ...changes } : tab)) }));
}

/** Changes what people write; it is kept from then on. */
export function edit(store: LabStore, key: string, changes: Partial<Omit<Draft, "updatedAt">>): void {
  const before = tabOf(store.getState(), key);
  if (!before) return;
  patchTab(store, key, { ...changes, updatedAt: Math.max(nowMs(), before.updatedAt + 1) });
}

/** Puts a tab at the end and in front. */
export function appendTab(store: LabStore, tab: EditorTab): void {
  store.setState(({ tabs }) => ({ tabs: [...tabs, tab] }));
  bringToFront(store, tab.key);
}

export function bringToFront(store: LabStore, key: string): void {
  store.setState(({ visited, active, selection }) => ({
    active: key,
    visited: [...visited.filter((one) => one !== key), key],
    selection: active === key ? selection : NO_SELECTION,
  }));
}

/** Takes a tab away; the one that was in front before comes to the front, else the last. */
export function dropTab(store: LabStore, key: string): void {
  store.setState(({ tabs, active, visited, runs, unsent, selection }) => {
    const rest = tabs.filter((tab) => tab.key !== key);
    const before = visited.filter((one) => one !== key && rest.some((tab) => tab.key === one));
    const { [key]: _, ...otherRuns } = runs;
    return {
      tabs: rest,
      visited: before,
      selection: active === key ? NO_SELECTION : selection,
      active: active === key ? (before.at(-1) ?? rest.at(-1)?.key ?? "") : active,
      runs: otherRuns,
      unsent: new Set([...unsent].filter((one) => one !== key)),
    };
  });
}

/** The key of the tab beside the one in front, round and round. */
export function neighbourKey({ tabs, active }: LabState, step: 1 | -1): string | undefined {
  const at = tabs.findIndex((tab) => tab.key === active);
  return tabs[(at + step + tabs.length) % tabs.length]?.key;
}

export function patchRun(store: LabStore, { key, clientId }: { key: string; clientId: string }, changes: Partial<Run>) {
  store.setState(({ runs }) => {
    const run = runs[key];
    return run?.clientId === clientId ? { runs: { ...runs, [key]: { ...run, ...changes } } } : {};
  });
}

/** Forgets a run. */
export function dropRun(store: LabStore, { key, clientId }: { key: string; clientId: string }): void {
  store.setState(({ runs }) => {
    const { [key]: run, ...others } = runs;
    return run?.clientId === clientId ? { runs: others } : {};
  });
}

/** Pins a table, or changes the pin there is, and shows it. */
export function putPin(store: LabStore, key: string, table: PinnedTable): void {
  const tab = tabOf(store.getState(), key);
  if (!tab) return;
  const own = pinKey(table);
  const isKnown = tab.tables.some((one) => pinKey(one) === own);
  const tables = isKnown
    ? tab.tables.map((one) => (pinKey(one) === own ? { ...one, id: table.id ?? one.id } : one))
    : [...tab.tables, table];
  patchTab(store, key, { tables, pane: own });
}

/** Takes a pin away; another table comes to the front in its place, else the results. */
export function dropPin(store: LabStore, key: string, own: string): void {
  const tab = tabOf(store.getState(), key);
  if (!tab) return;
  const tables = tab.tables.filter((one) => pinKey(one) !== own);
  const [next] = tables.slice(-1);
  patchTab(store, key, { tables, pane: tab.pane !== own ? tab.pane : next ? pinKey(next) : "results" });
}
