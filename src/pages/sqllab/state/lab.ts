import { show as showSavedQuery } from "../../../api/saved-query/contract.ts";
import { bootstrap } from "../../../api/sqllab/contract.ts";
import {
  activateTab,
  createTable,
  expandTable,
  removeTab,
  removeTable,
  showTab,
} from "../../../api/tab-state/contract.ts";
import type { OperationResult } from "../../../model/operation.ts";
import { call } from "../../../web/client/client.ts";
import { nowMs } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type LabMemory, labMemory } from "./drafts.ts";
import { type RunWish, showQuery, startRun, stopRun } from "./runs.ts";
import {
  appendTab,
  bringToFront,
  createLabStore,
  dropPin,
  dropTab,
  edit,
  type LabDatabase,
  type LabStore,
  neighbourKey,
  patchTab,
  putPin,
  tabOf,
} from "./store.ts";
import { LabSync } from "./sync.ts";
import {
  type Draft,
  draftOfServer,
  type EditorTab,
  EMPTY_DRAFT,
  newTabName,
  pinKey,
  type TableToPin,
  tablesOfServer,
} from "./tab.ts";

type TabState = OperationResult<typeof showTab>;
type Started = OperationResult<typeof bootstrap>["result"];

/** The SQL editor without its looks: its tabs, and all that is done to them. */
export interface Lab {
  store: LabStore;
  /** Opens a tab with this; what is not given is as in the tab in front. Returns its key. */
  add(draft: Partial<Draft>): string;
  edit(key: string, changes: Partial<Omit<Draft, "updatedAt">>): void;
  /** Opens a copy of a tab. */
  duplicate(key: string): void;
  activate(key: string): void;
  /** Brings the tab beside the one in front to the front. */
  step(by: 1 | -1): void;
  close(key: string): void;
  closeOthers(key: string): void;
  run(key: string, wish: RunWish): Promise<void>;
  stop(key: string): void;
  pin(key: string, table: TableToPin): void;
  unpin(key: string, pin: string): void;
  /** Notes that a pinned table shows its columns in the schema, or no longer. */
  expand(key: string, pin: string, isExpanded: boolean): void;
  /** Which saved query a tab holds now, as it is kept. */
  noteSaved(key: string, saved: { id: number; name: string; sql: string }): void;
  /** Keeps and sends what is unsent, as the window may be about to go. */
  hold(): void;
  /** As `hold`; the page is left. */
  leave(): void;
}

interface Parts {
  store: LabStore;
  sync: LabSync;
  memory: LabMemory;
}

/** Asks the server for the tabs and opens them. Throws `ApiError`. */
export async function openLab(userId: number, signal?: AbortSignal): Promise<Lab> {
  const memory = labMemory(userId);
  const before = memory.drafts();
  const { result } = await call(bootstrap, {}, { signal });
  const databases = Object.values(result.databases) as unknown as LabDatabase[];
  const store = createLabStore(databases, {
    maxRows: result.conf.SQL_MAX_ROW,
    hasScheduler: result.conf.SCHEDULED_QUERIES,
  });
  const parts: Parts = { store, memory, sync: new LabSync(store, memory) };
  restoreTabs(parts, result, before);
  const lab = labOf(parts);
  if (store.getState().tabs.length === 0) lab.add({});
  else void load(parts, store.getState().active);
  return lab;
}

/** The server's tabs, then those that only this browser has; what was written here last comes before what is there. */
function restoreTabs(parts: Parts, there: Started, before: Drafts): void {
  const active = there.active_tab as TabState | null;
  const { store, sync, memory } = parts;
  const drafts = memory.drafts();
  const closed = memory.closed();
  for (const id of Object.keys(closed)) void closeOnServer(memory, Number(id));
  const open = there.tab_state_ids.filter(([id]) => closed[id] === undefined);
  const unsaved = new Set(there.unsaved_tab_ids);
  // What this browser has not sent yet is in no saved query.
  const isKept = (id: number) => !(drafts[id] ? drafts[id].sql.trim() : unsaved.has(id));
  const tabs = open.map(
    ([id, label]): EditorTab => ({
      ...NEW_TAB,
      key: String(id),
      id,
      name: label ?? "Untitled Query",
      isKept: isKept(id),
    }),
  );
  const known = new Set(tabs.map((tab) => tab.key));
  const own = Object.entries(drafts).filter(([key, draft]) => draft.id === null && !known.has(key));
  const local = own.map(
    ([key, { page: _, ...draft }]): EditorTab => ({ ...NEW_TAB, ...draft, key, id: null, isLoaded: true }),
  );
  const all = [...tabs, ...local];
  const front = all.find((tab) => tab.id === active?.id) ?? all.at(-1);
  store.setState({ tabs: all, active: front?.key ?? "", visited: front ? [front.key] : [] });
  if (active && known.has(String(active.id))) takeState(parts, active, before);
  void sync.flush();
}

const NEW_TAB: Omit<EditorTab, "key" | "id" | "name"> = {
  ...EMPTY_DRAFT,
  isLoaded: false,
  isKept: true,
  tables: [],
  pane: "results",
  savedSql: null,
};

type Drafts = ReturnType<LabMemory["drafts"]>;

/**
 * A tab as the server has it, unless this browser has something newer, or had when the server was asked: what a page
 * sends as it goes may reach the server, and be forgotten here, a moment after that.
 */
function takeState({ store, sync, memory }: Parts, state: TabState, before: Drafts): void {
  const key = String(state.id);
  const server = draftOfServer(state);
  const draft = memory.drafts()[key] ?? before[key];
  const isNewer = draft !== undefined && draft.updatedAt > server.updatedAt;
  sync.noteSent(key, server.updatedAt);
  const { id: _, page: __, ...written } = isNewer ? draft : { ...server, id: null, page: undefined };
  const isThere = store.getState().databases.some((database) => database.id === written.dbId);
  const place = isThere ? {} : { dbId: null, catalog: null, schema: null };
  patchTab(store, key, { ...written, ...place, isLoaded: true, tables: tablesOfServer(state) });
  if (state.latest_query) void showQuery(store, key, state.latest_query);
  if (written.savedQueryId !== null) void loadSaved(store, key, written.savedQueryId);
}

async function loadSaved(store: LabStore, key: string, id: number): Promise<void> {
  try {
    const { result } = await call(showSavedQuery, { params: { id } });
    patchTab(store, key, { savedSql: result.sql ?? "" });
  } catch (error) {
    if (toApiError(error).status === 404) edit(store, key, { savedQueryId: null });
  }
}

/** Fetches what a tab holds, once. A tab that is gone is taken away. */
async function load(parts: Parts, key: string): Promise<void> {
  const { store } = parts;
  const tab = tabOf(store.getState(), key);
  if (!tab || tab.isLoaded || tab.id === null) return;
  const before = parts.memory.drafts();
  try {
    takeState(parts, await call(showTab, { params: { id: tab.id } }), before);
  } catch (error) {
    if (toApiError(error).status === 404) dropTab(store, key);
    else toast.error(error, () => "An error occurred while fetching tab state");
  }
}

async function closeOnServer(memory: LabMemory, id: number): Promise<void> {
  memory.keepClosed({ [id]: nowMs(), ...memory.closed() });
  try {
    await call(removeTab, { params: { id } });
  } catch (error) {
    // The id stays noted, and is tried again when the page is opened next.
    if (toApiError(error).status !== 404) return;
  }
  const { [id]: _, ...others } = memory.closed();
  memory.keepClosed(others);
}

function labOf(parts: Parts): Lab {
  const { store, sync } = parts;
  const now = () => store.getState();
  const add = (draft: Partial<Draft>) => addTab(parts, draft);
  const activate = (key: string) => {
    const tab = tabOf(now(), key);
    if (!tab) return;
    void sync.flush();
    bringToFront(store, key);
    if (tab.id !== null) call(activateTab, { params: { id: tab.id } }).catch(() => undefined);
    void load(parts, key);
  };
  const closeQuietly = (key: string) => {
    if (closeTab(parts, key)) activate(now().active);
  };
  return {
    store,
    add,
    activate,
    edit: (key, changes) => edit(store, key, changes),
    duplicate: (key) => {
      const tab = tabOf(now(), key);
      if (tab) add({ ...draftOf(tab), name: `Copy of ${tab.name}`, autorun: true, savedQueryId: null });
    },
    step: (by) => {
      const key = neighbourKey(now(), by);
      if (key) activate(key);
    },
    close: (key) => {
      const tab = tabOf(now(), key);
      closeQuietly(key);
      if (tab && tab.sql.trim() !== "") {
        const reopen = () => void add({ ...draftOf(tab), autorun: false });
        toast.info(`Closed ${tab.name}`, { action: { label: "Reopen", run: reopen } });
      }
    },
    closeOthers: (key) => {
      activate(key);
      for (const tab of now().tabs) if (tab.key !== key) closeQuietly(tab.key);
    },
    run: async (key, wish) => {
      if (tabOf(now(), key)?.id === null) await sync.flush();
      await startRun(store, key, wish);
    },
    stop: (key) => void stopRun(store, key),
    pin: (key, table) => void pinTable(parts, key, table),
    unpin: (key, pin) => unpinTable(parts, key, pin),
    expand: (key, pin, isExpanded) => expandPinned(parts, key, { pin, isExpanded }),
    noteSaved: (key, { id, name, sql }) => {
      edit(store, key, { savedQueryId: id, name });
      patchTab(store, key, { savedSql: sql });
    },
    hold: () => sync.hold(),
    leave: () => sync.stop(),
  };
}

/** Closes a tab here and on the server; there is a new one when it was the last. */
function closeTab(parts: Parts, key: string): boolean {
  const { store, sync, memory } = parts;
  const tab = tabOf(store.getState(), key);
  if (!tab) return false;
  void stopRun(store, key);
  dropTab(store, key);
  sync.forget(key);
  if (tab.id !== null) void closeOnServer(memory, tab.id);
  const { dbId, catalog, schema } = tab;
  if (store.getState().tabs.length === 0) addTab(parts, { dbId, catalog, schema });
  return true;
}

function draftOf({ key, id, isLoaded, isKept, tables, pane, savedSql, updatedAt, ...draft }: EditorTab) {
  return draft;
}

let lastKey = 0;

function addTab({ store, sync }: Parts, draft: Partial<Draft>): string {
  const { tabs, active, databases } = store.getState();
  const front = tabs.find((tab) => tab.key === active);
  const own = databases.find((one) => one.id === draft.dbId) ?? databases.find((one) => one.id === front?.dbId);
  const database = own ?? databases[0];
  const isBeside = draft.dbId === undefined && front?.dbId === database?.id;
  const key = `new-${nowMs().toString(36)}-${++lastKey}`;
  appendTab(store, {
    ...NEW_TAB,
    catalog: isBeside ? (front?.catalog ?? null) : null,
    schema: isBeside ? (front?.schema ?? null) : null,
    hideLeftBar: front?.hideLeftBar ?? false,
    ...draft,
    key,
    id: null,
    name: draft.name || newTabName(tabs.map((tab) => tab.name)),
    dbId: database?.id ?? null,
    isLoaded: true,
  });
  edit(store, key, {});
  void sync.flush();
  if (draft.savedQueryId != null) void loadSaved(store, key, draft.savedQueryId);
  return key;
}

async function pinTable({ store }: Parts, key: string, table: TableToPin): Promise<void> {
  putPin(store, key, { ...table, id: null });
  const tab = tabOf(store.getState(), key);
  if (!tab || tab.id === null) return;
  try {
    const { isExpanded, ...place } = table;
    const opened = { queryEditorId: String(tab.id), ...place };
    const { id } = await call(createTable, { body: { table: JSON.stringify(opened) } });
    const tables = tabOf(store.getState(), key)?.tables ?? [];
    patchTab(store, key, { tables: tables.map((one) => (pinKey(one) === pinKey(table) ? { ...one, id } : one)) });
    // The server takes every table for expanded that is new to it.
    if (!isExpanded) await call(expandTable, { params: { id }, body: { expanded: false } });
  } catch (error) {
    toast.error(error);
  }
}

function unpinTable({ store }: Parts, key: string, pin: string): void {
  const id = tabOf(store.getState(), key)?.tables.find((one) => pinKey(one) === pin)?.id;
  dropPin(store, key, pin);
  if (id != null) call(removeTable, { params: { id } }).catch(() => undefined);
}

function expandPinned({ store }: Parts, key: string, { pin, isExpanded }: { pin: string; isExpanded: boolean }): void {
  const tables = tabOf(store.getState(), key)?.tables ?? [];
  const table = tables.find((one) => pinKey(one) === pin);
  if (!table || table.isExpanded === isExpanded) return;
  patchTab(store, key, { tables: tables.map((one) => (one === table ? { ...one, isExpanded } : one)) });
  const { id } = table;
  if (id !== null) call(expandTable, { params: { id }, body: { expanded: isExpanded } }).catch(() => undefined);
}
