import { nanoid } from "nanoid";
import { createTab, updateTab } from "../../../api/tab-state/contract.ts";
import { call } from "../../../web/client/client.ts";
import { later } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type LabMemory, mergedDrafts } from "./drafts.ts";
import { type LabState, type LabStore, patchTab } from "./store.ts";
import { type EditorTab, openingFields, serverFields } from "./tab.ts";

const WRITE_MS = 250;
const SEND_MS = 5000;
const RETRY_MS = 5000;

/**
 * Keeps tabs on the server: what is written rests for a moment in the browser's store and is then sent. What could not
 * be sent stays in the browser and is tried again, also after the page was closed.
 */
export class LabSync {
  readonly #store: LabStore;
  readonly #memory: LabMemory;
  /** By the key of a tab: the moment of the last change that the server has. */
  readonly #sent = new Map<string, number>();
  readonly #sending = new Map<string, Promise<void>>();
  /** Tells the drafts of this page from those of other windows. */
  readonly #page = nanoid(8);
  readonly #unsubscribe: () => void;
  readonly #unfollow: () => void;
  #cancelWrite: (() => void) | undefined;
  #cancelSend: (() => void) | undefined;
  #isStopped = false;

  constructor(store: LabStore, memory: LabMemory) {
    this.#store = store;
    this.#memory = memory;
    this.#unsubscribe = store.subscribe((state, before) => state.tabs !== before.tabs && this.#follow(state));
    this.#unfollow = memory.follow(() => this.#adopt());
  }

  /** The server has the tab as it was at that moment. */
  noteSent(key: string, updatedAt: number): void {
    this.#sent.set(key, updatedAt);
  }

  forget(key: string): void {
    this.#sent.delete(key);
    this.#write();
  }

  /** Sends what is unsent now. */
  async flush(): Promise<void> {
    this.#cancelSend?.();
    await Promise.all(this.#unsent().map((tab) => this.#send(tab.key, false)));
  }

  /** Keeps and sends what is unsent, as the window may be about to go. */
  hold(): void {
    this.#cancelWrite?.();
    this.#cancelSend?.();
    this.#write();
    for (const tab of this.#unsent()) void this.#send(tab.key, true);
  }

  /** As `hold`, and nothing after it. */
  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#unfollow();
    this.hold();
  }

  /** What another window writes in a tab in which nothing is unsent here: who writes on here writes on that. */
  #adopt(): void {
    const unsent = new Set(this.#unsent().map((tab) => tab.key));
    const drafts = this.#memory.drafts();
    for (const tab of this.#store.getState().tabs) {
      const draft = tab.id === null ? undefined : drafts[String(tab.id)];
      const isForeign = draft !== undefined && draft.page !== this.#page && draft.updatedAt > tab.updatedAt;
      if (!isForeign || !tab.isLoaded || unsent.has(tab.key)) continue;
      const { page, id, ...written } = draft;
      this.#sent.set(tab.key, written.updatedAt);
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
    const merged = mergedDrafts(this.#memory.drafts(), { page: this.#page, tabs, unsent: this.#unsent() });
    this.#memory.keep(merged);
  }

  #sendIn(ms: number): void {
    this.#cancelSend?.();
    if (!this.#isStopped) this.#cancelSend = later(ms, () => void this.flush());
  }

  /** One after the other: the last that was written is the last that is sent. */
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
      this.#store.setState({ isUnsendable: false });
    } catch (error) {
      handleFailure(this.#store, tab, error);
      this.#sendIn(RETRY_MS);
    }
    this.#store.setState({ unsent: new Set(this.#unsent().map((one) => one.key)) });
    this.#write();
  }
}

/** Browsers finish no larger requests of pages that are gone; what is larger waits in the browser's store. */
const KEEPALIVE_LENGTH = 30_000;

/** The id of the tab on the server, which is opened there when it was not. */
async function sendTab(tab: EditorTab, isLeaving: boolean): Promise<number> {
  const keepalive = isLeaving && tab.sql.length < KEEPALIVE_LENGTH;
  if (tab.id === null) return (await call(createTab, { body: { queryEditor: openingFields(tab) } }, { keepalive })).id;
  await call(updateTab, { params: { id: tab.id }, body: serverFields(tab) }, { keepalive });
  return tab.id;
}

const NOT_KEPT =
  "The server does not keep what you write at the moment. This browser does; save the query to be sure not to lose it.";

/** A tab or a saved query that is gone elsewhere is no reason to lose what was written here. */
function handleFailure(store: LabStore, tab: EditorTab, caught: unknown): void {
  const error = toApiError(caught);
  if (error.status === 404 && tab.id !== null) patchTab(store, tab.key, { id: null });
  else if (error.status === 400 && tab.savedQueryId !== null) {
    patchTab(store, tab.key, { savedQueryId: null });
    toast.danger("Your query was not properly saved", { noDuplicate: true });
  } else if (error.kind !== "aborted") {
    // biome-ignore lint/suspicious/noConsole: for whoever looks why the server keeps nothing
    console.warn("An error occurred while saving your editor state", error);
    store.setState({ isUnsendable: true });
    toast.warning(NOT_KEPT, { noDuplicate: true });
  }
}
