import { t } from "../../../i18n/translate.ts";
import { onStored, readStored, writeStored } from "../../../web/session/storage.ts";
import type { Draft, EditorTab } from "./tab.ts";

/** Changes the server doesn't have yet, stored in the browser so that a crash loses nothing. */
export interface StoredDraft extends Draft {
  id: number | null;
  /** The page that wrote it; several may be open at a time. */
  page?: string;
}

export interface DraftStorage {
  drafts(): Readonly<Record<string, StoredDraft>>;
  saveDrafts(drafts: Readonly<Record<string, StoredDraft>>): void;
  /** Calls back when drafts may have changed, in this or another window. Returns a cancel function. */
  follow(listener: () => void): () => void;
  /** Closing times of tabs whose deletion the server hasn't confirmed, by tab id. */
  closed(): ClosedTabs;
  saveClosed(tabs: ClosedTabs): void;
}

export type ClosedTabs = Readonly<Record<string, number>>;

const NO_DRAFTS: Readonly<Record<string, StoredDraft>> = {};
const NONE: ClosedTabs = {};

export function draftStorage(userId: number): DraftStorage {
  const [drafts, closed] = [`sqllab.${userId}.drafts`, `sqllab.${userId}.closed`];
  return {
    drafts: () => readStored(drafts, NO_DRAFTS),
    saveDrafts: (stored) => writeStored(drafts, Object.keys(stored).length > 0 ? stored : undefined),
    follow: onStored,
    closed: () => readStored(closed, NONE),
    saveClosed: (tabs) => writeStored(closed, Object.keys(tabs).length > 0 ? tabs : undefined),
  };
}

const placeOf = ({ id, key }: EditorTab) => (id === null ? key : String(id));

interface PageDrafts {
  page: string;
  tabs: readonly EditorTab[];
  unsent: readonly EditorTab[];
  /** `updatedAt` of the latest stored draft that a tab of this page started from, by tab key. */
  adopted?: ReadonlyMap<string, number>;
  /** A page that was left removes what it has sent, and writes nothing new. */
  isLeft?: boolean;
}

/**
 * Replaces a page's earlier drafts with its current ones. Drafts of other windows stay; a conflicting draft of the same
 * tab becomes a copy without a server ID. Drafts that this page started from, such as before a reload, don't conflict.
 */
export function mergedDrafts(
  stored: Readonly<Record<string, StoredDraft>>,
  { page, tabs, unsent, adopted, isLeft = false }: PageDrafts,
): Record<string, StoredDraft> {
  const includes = (tab: EditorTab, { sql, updatedAt }: StoredDraft) =>
    tab.isLoaded && (tab.sql === sql || updatedAt <= (adopted?.get(tab.key) ?? -1));
  const isIncluded = (key: string, draft: StoredDraft) =>
    tabs.some((tab) => (tab.key === key || placeOf(tab) === key) && includes(tab, draft));
  const staysStored = (key: string, draft: StoredDraft) => draft.page !== page && (isLeft || !isIncluded(key, draft));
  const merged = Object.fromEntries(Object.entries(stored).filter(([key, draft]) => staysStored(key, draft)));
  for (const tab of unsent) {
    const place = placeOf(tab);
    if (isLeft && stored[place]?.page !== page) continue;
    const other = merged[place];
    if (other)
      merged[`other-${other.page ?? ""}-${place}`] = {
        ...other,
        id: null,
        name: t("Copy of {name}", { name: other.name }),
      };
    const { key, isLoaded, isClean, tables, pane, savedSql, ...draft } = tab;
    merged[place] = { ...draft, page };
  }
  return merged;
}
