import { createStore, type StoreApi } from "zustand/vanilla";
import type { DataRow } from "../../../model/query-context.ts";
import type { QueryState } from "../../../model/query-state.ts";
import { nowMs } from "../../../web/client/clock.ts";
import type { ApiError } from "../../../web/client/errors.ts";
import type { Draft, EditorTab, PinnedTable } from "./tab.ts";
import { pinKey } from "./tab.ts";

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
  zone?: string | undefined;
}

export interface SqlResult {
  columns: readonly SqlColumn[];
  rows: readonly DataRow[];
  isTruncated: boolean;
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

export interface Run {
  clientId: string;
  sql: string;
  /** Editor line where the SQL starts, one-based; negative if it isn't in the editor. */
  line: number;
  state: RunState;
  startedAt: number;
  endedAt: number | null;
  progress: number;
  progressText: string | null;
  query: QueryState | null;
  result: SqlResult | null;
  error: ApiError | null;
  isStopConfirmed: boolean;
}

export interface LabState {
  databases: readonly LabDatabase[];
  maxRows: number;
  hasScheduler: boolean;
  tabs: readonly EditorTab[];
  active: string;
  visited: readonly string[];
  runs: Readonly<Record<string, Run>>;
  unsent: ReadonlySet<string>;
  isSendFailing: boolean;
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

interface LabLimits {
  maxRows: number;
  hasScheduler?: boolean;
}

export function createLabStore(
  databases: readonly LabDatabase[],
  { maxRows, hasScheduler = false }: LabLimits,
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
    isSendFailing: false,
    selection: NO_SELECTION,
    dialog: null,
  }));
}

export const tabOf = ({ tabs }: LabState, key: string) => tabs.find((tab) => tab.key === key);
export const databaseOf = ({ databases }: LabState, tab: EditorTab | undefined) =>
  databases.find((database) => database.id === tab?.dbId);

export function patchTab(store: LabStore, key: string, changes: Partial<EditorTab>): void {
  store.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, ...changes } : tab)) }));
}

export function edit(store: LabStore, key: string, changes: Partial<Omit<Draft, "updatedAt">>): void {
  const before = tabOf(store.getState(), key);
  if (!before) return;
  patchTab(store, key, { ...changes, updatedAt: Math.max(nowMs(), before.updatedAt + 1) });
}

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

export function adjacentTabKey({ tabs, active }: LabState, step: 1 | -1): string | undefined {
  const at = tabs.findIndex((tab) => tab.key === active);
  return tabs[(at + step + tabs.length) % tabs.length]?.key;
}

export function patchRun(store: LabStore, { key, clientId }: { key: string; clientId: string }, changes: Partial<Run>) {
  store.setState(({ runs }) => {
    const run = runs[key];
    return run?.clientId === clientId ? { runs: { ...runs, [key]: { ...run, ...changes } } } : {};
  });
}

export function dropRun(store: LabStore, { key, clientId }: { key: string; clientId: string }): void {
  store.setState(({ runs }) => {
    const { [key]: run, ...others } = runs;
    return run?.clientId === clientId ? { runs: others } : {};
  });
}

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

export function dropPin(store: LabStore, key: string, own: string): void {
  const tab = tabOf(store.getState(), key);
  if (!tab) return;
  const tables = tab.tables.filter((one) => pinKey(one) !== own);
  const [next] = tables.slice(-1);
  patchTab(store, key, { tables, pane: tab.pane !== own ? tab.pane : next ? pinKey(next) : "results" });
}
