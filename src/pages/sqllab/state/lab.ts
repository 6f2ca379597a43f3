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
import { t } from "../../../i18n/translate.ts";
import type { OperationResult } from "../../../model/operation.ts";
import { call } from "../../../web/client/client.ts";
import { nowMs } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type DraftStorage, draftStorage } from "./drafts.ts";
import { type RunRequest, showQuery, startRun, stopRun } from "./runs.ts";
import {
  adjacentTabKey,
  appendTab,
  bringToFront,
  createLabStore,
  dropPin,
  dropTab,
  edit,
  type LabDatabase,
  type LabStore,
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
type Bootstrap = OperationResult<typeof bootstrap>["result"];

export interface Lab {
  store: LabStore;
  /** Opens a tab and returns its key. Missing values are taken from the active tab. */
  add(draft: Partial<Draft>): string;
  edit(key: string, changes: Partial<Omit<Draft, "updatedAt">>): void;
  duplicate(key: string): void;
  activate(key: string): void;
  step(by: 1 | -1): void;
  close(key: string): void;
  closeOthers(key: string): void;
  run(key: string, request: RunRequest): Promise<void>;
  stop(key: string): void;
  pin(key: string, table: TableToPin): void;
  unpin(key: string, pin: string): void;
  expand(key: string, pin: string, isExpanded: boolean): void;
  markSaved(key: string, saved: { id: number; name: string; sql: string }): void;
  /** Saves and sends unsent changes, as the window may be about to close. */
  persist(): void;
  leave(): void;
}

interface Parts {
  store: LabStore;
  sync: LabSync;
  memory: DraftStorage;
}

export async function openLab(userId: number, signal?: AbortSignal): Promise<Lab> {
  const memory = draftStorage(userId);
  const before = memory.drafts();
  const { result } = await call(bootstrap, {}, { signal });
  const databases = Object.values(result.databases) as unknown as LabDatabase[];
  const store = createLabStore(databases, {
    maxRows: result.conf.SQL_MAX_ROW,
    hasScheduler: result.conf.SCHEDULED_QUERIES,
  });
  const parts: Parts = { store, memory, sync: new LabSync(store, memory) };
  restoreTabs(parts, result, before);
  const lab = createLab(parts);
  if (store.getState().tabs.length === 0) lab.add({});
  else void load(parts, store.getState().active);
  return lab;
}

function restoreTabs(parts: Parts, bootstrapped: Bootstrap, before: Drafts): void {
  const active = bootstrapped.active_tab as TabState | null;
  const { store, sync, memory } = parts;
  const drafts = memory.drafts();
  const closed = memory.closed();
  for (const id of Object.keys(closed)) void closeOnServer(memory, Number(id));
  const open = bootstrapped.tab_state_ids.filter(([id]) => closed[id] === undefined);
  const unsaved = new Set(bootstrapped.unsaved_tab_ids);
  // Changes this browser hasn't sent yet are in no saved query.
  const isClean = (id: number) => !(drafts[id] ? drafts[id].sql.trim() : unsaved.has(id));
  const tabs = open.map(
    ([id, label]): EditorTab => ({
      ...NEW_TAB,
      key: String(id),
      id,
      name: label ?? t("Untitled Query"),
      isClean: isClean(id),
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
  for (const { key, updatedAt } of local) sync.markAdopted(key, updatedAt);
  if (active && known.has(String(active.id))) applyServerState(parts, active, before);
  void sync.flush().then(() => {
    // The server activates each tab that it creates.
    if (local.length > 0 && front?.id != null) call(activateTab, { params: { id: front.id } }).catch(() => undefined);
  });
}

const NEW_TAB: Omit<EditorTab, "key" | "id" | "name"> = {
  ...EMPTY_DRAFT,
  isLoaded: false,
  isClean: true,
  tables: [],
  pane: "results",
  savedSql: null,
};

type Drafts = ReturnType<DraftStorage["drafts"]>;

/**
 * Applies the server's tab unless this browser has a newer draft, or had one before the request: a closing page may
 * have sent its draft and removed it here just after the server responded.
 */
function applyServerState({ store, sync, memory }: Parts, state: TabState, before: Drafts): void {
  const key = String(state.id);
  const server = draftOfServer(state);
  const draft = memory.drafts()[key] ?? before[key];
  const isNewer = draft !== undefined && draft.updatedAt > server.updatedAt;
  sync.markSent(key, server.updatedAt);
  // An older draft was overtaken by a change in another browser.
  if (draft && draft.updatedAt >= server.updatedAt) sync.markAdopted(key, draft.updatedAt);
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

async function load(parts: Parts, key: string): Promise<void> {
  const { store } = parts;
  const tab = tabOf(store.getState(), key);
  if (!tab || tab.isLoaded || tab.id === null) return;
  const before = parts.memory.drafts();
  try {
    applyServerState(parts, await call(showTab, { params: { id: tab.id } }), before);
  } catch (error) {
    if (toApiError(error).status === 404) dropTab(store, key);
    else toast.error(error, () => t("An error occurred while fetching tab state"));
  }
}

async function closeOnServer(memory: DraftStorage, id: number): Promise<void> {
  memory.saveClosed({ [id]: nowMs(), ...memory.closed() });
  try {
    await call(removeTab, { params: { id } });
  } catch (error) {
    // The id stays stored, and closing is retried on the next visit.
    if (toApiError(error).status !== 404) return;
  }
  const { [id]: _, ...others } = memory.closed();
  memory.saveClosed(others);
}

function createLab(parts: Parts): Lab {
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
      if (tab)
        add({ ...draftOf(tab), name: t("Copy of {name}", { name: tab.name }), autorun: true, savedQueryId: null });
    },
    step: (by) => {
      const key = adjacentTabKey(now(), by);
      if (key) activate(key);
    },
    close: (key) => {
      const tab = tabOf(now(), key);
      closeQuietly(key);
      if (tab && tab.sql.trim() !== "") {
        const reopen = () => void add({ ...draftOf(tab), autorun: false });
        toast.info(t("Closed {name}", { name: tab.name }), { action: { label: t("Reopen"), run: reopen } });
      }
    },
    closeOthers: (key) => {
      activate(key);
      for (const tab of now().tabs) if (tab.key !== key) closeQuietly(tab.key);
    },
    run: async (key, request) => {
      if (tabOf(now(), key)?.id === null) await sync.flush();
      await startRun(store, key, request);
    },
    stop: (key) => void stopRun(store, key),
    pin: (key, table) => void pinTable(parts, key, table),
    unpin: (key, pin) => unpinTable(parts, key, pin),
    expand: (key, pin, isExpanded) => expandPinned(parts, key, { pin, isExpanded }),
    markSaved: (key, { id, name, sql }) => {
      edit(store, key, { savedQueryId: id, name });
      patchTab(store, key, { savedSql: sql });
    },
    persist: () => sync.persist(),
    leave: () => sync.stop(),
  };
}

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

function draftOf({ key, id, isLoaded, isClean, tables, pane, savedSql, updatedAt, ...draft }: EditorTab) {
  return draft;
}

let lastKey = 0;

function addTab({ store, sync }: Parts, draft: Partial<Draft>): string {
  const { tabs, active, databases } = store.getState();
  const front = tabs.find((tab) => tab.key === active);
  const own = databases.find((one) => one.id === draft.dbId) ?? databases.find((one) => one.id === front?.dbId);
  const database = own ?? databases[0];
  const isSameDatabase = draft.dbId === undefined && front?.dbId === database?.id;
  const key = `new-${nowMs().toString(36)}-${++lastKey}`;
  appendTab(store, {
    ...NEW_TAB,
    catalog: isSameDatabase ? (front?.catalog ?? null) : null,
    schema: isSameDatabase ? (front?.schema ?? null) : null,
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
    // The server treats new tables as expanded.
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
