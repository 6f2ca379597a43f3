import { nanoid } from "nanoid";
import { createTab, updateTab } from "../../../api/tab-state/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { later } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type DraftStorage, mergedDrafts } from "./drafts.ts";
import { type LabState, type LabStore, patchTab } from "./store.ts";
import { type EditorTab, openingFields, serverFields } from "./tab.ts";

const WRITE_MS = 250;
const SEND_MS = 800;
const RETRY_MS = 5000;

/**
 * Stores tabs on the server: changes go to localStorage after a moment, then to the server. Unsent changes stay in the
 * browser and are retried, even after the page was closed.
 */
export class LabSync {
  readonly #store: LabStore;
  readonly #memory: DraftStorage;
  readonly #sent = new Map<string, number>();
  readonly #adopted = new Map<string, number>();
  readonly #sending = new Map<string, Promise<void>>();
  readonly #page = nanoid(8);
  readonly #unsubscribe: () => void;
  readonly #unfollow: () => void;
  #cancelWrite: (() => void) | undefined;
  #cancelSend: (() => void) | undefined;
  #isStopped = false;

  constructor(store: LabStore, memory: DraftStorage) {
    this.#store = store;
    this.#memory = memory;
    this.#unsubscribe = store.subscribe((state, before) => state.tabs !== before.tabs && this.#follow(state));
    this.#unfollow = memory.follow(() => this.#adopt());
  }

  markSent(key: string, updatedAt: number): void {
    this.#sent.set(key, updatedAt);
  }

  /** Marks a stored draft as the text that this page's tab starts from. */
  markAdopted(key: string, updatedAt: number): void {
    this.#adopted.set(key, updatedAt);
  }

  forget(key: string): void {
    this.#sent.delete(key);
    this.#write();
  }

  async flush(): Promise<void> {
    this.#cancelSend?.();
    await Promise.all(this.#unsent().map((tab) => this.#send(tab.key, false)));
  }

  persist(): void {
    this.#cancelWrite?.();
    this.#cancelSend?.();
    this.#write();
    for (const tab of this.#unsent()) void this.#send(tab.key, true);
  }

  stop(): void {
    this.#unsubscribe();
    this.#unfollow();
    this.persist();
    this.#isStopped = true;
  }

  /** Adopts changes of another window in tabs without unsent changes here. */
  #adopt(): void {
    const unsent = new Set(this.#unsent().map((tab) => tab.key));
    const drafts = this.#memory.drafts();
    for (const tab of this.#store.getState().tabs) {
      const draft = tab.id === null ? undefined : drafts[String(tab.id)];
      const isForeign = draft !== undefined && draft.page !== this.#page && draft.updatedAt > tab.updatedAt;
      if (!isForeign || !tab.isLoaded || unsent.has(tab.key)) continue;
      const { page, id, ...written } = draft;
      this.#sent.set(tab.key, written.updatedAt);
      this.markAdopted(tab.key, written.updatedAt);
      patchTab(this.#store, tab.key, written);
    }
  }

  #unsent(): EditorTab[] {
    const { tabs } = this.#store.getState();
    return tabs.filter((tab) => tab.isLoaded && (tab.id === null || this.#sent.get(tab.key) !== tab.updatedAt));
  }

  #follow({ unsent }: LabState): void {
    const now = this.#unsent().map((tab) => tab.key);
    if (now.length !== unsent.size || now.some((key) => !unsent.has(key)))
      this.#store.setState({ unsent: new Set(now) });
    if (now.length === 0) return;
    this.#cancelWrite ??= later(WRITE_MS, () => this.#write());
    this.#sendIn(SEND_MS);
  }

  #write(): void {
    this.#cancelWrite = undefined;
    const { tabs } = this.#store.getState();
    const page = { page: this.#page, tabs, unsent: this.#unsent(), adopted: this.#adopted, isLeft: this.#isStopped };
    this.#memory.saveDrafts(mergedDrafts(this.#memory.drafts(), page));
  }

  #sendIn(ms: number): void {
    this.#cancelSend?.();
    if (!this.#isStopped) this.#cancelSend = later(ms, () => void this.flush());
  }

  /** Sends one request per tab at a time, so that the last change is sent last. */
  #send(key: string, isLeaving: boolean): Promise<void> {
    const next = (this.#sending.get(key) ?? Promise.resolve()).then(() => this.#sendOne(key, isLeaving));
    this.#sending.set(key, next);
    return next;
  }

  async #sendOne(key: string, isLeaving: boolean): Promise<void> {
    const tab = this.#unsent().find((one) => one.key === key);
    if (!tab) return;
    try {
      const id = await sendTab(tab, isLeaving);
      this.#sent.set(key, tab.updatedAt);
      if (tab.id !== id) patchTab(this.#store, key, { id });
      this.#store.setState({ isSendFailing: false });
    } catch (error) {
      handleFailure(this.#store, tab, error);
      this.#sendIn(RETRY_MS);
    }
    this.#store.setState({ unsent: new Set(this.#unsent().map((one) => one.key)) });
    this.#write();
  }
}

/** Browsers drop larger requests of closing pages; larger drafts wait in localStorage. */
const KEEPALIVE_LENGTH = 30_000;

async function sendTab(tab: EditorTab, isLeaving: boolean): Promise<number> {
  const keepalive = isLeaving && tab.sql.length < KEEPALIVE_LENGTH;
  if (tab.id === null) return (await call(createTab, { body: { queryEditor: openingFields(tab) } }, { keepalive })).id;
  await call(updateTab, { params: { id: tab.id }, body: serverFields(tab) }, { keepalive });
  return tab.id;
}

const SEND_FAILED = t("Can't reach the server to save drafts. Your work is kept in this browser for now.");

/** A tab or saved query deleted elsewhere must not lose local changes. */
function handleFailure(store: LabStore, tab: EditorTab, caught: unknown): void {
  const error = toApiError(caught);
  if (error.status === 404 && tab.id !== null) patchTab(store, tab.key, { id: null });
  else if (error.status === 400 && tab.savedQueryId !== null) {
    patchTab(store, tab.key, { savedQueryId: null });
    toast.danger(t("Your query was not properly saved"), { noDuplicate: true });
  } else if (error.kind !== "aborted") {
    // biome-ignore lint/suspicious/noConsole: helps to find out why drafts aren't stored
    console.warn("An error occurred while saving your editor state", error);
    store.setState({ isSendFailing: true });
    toast.warning(SEND_FAILED, { noDuplicate: true });
  }
}
