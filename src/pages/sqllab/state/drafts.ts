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
}

/**
 * Replaces a page's earlier drafts with its current ones. Drafts of other windows stay; a conflicting draft of the same
 * tab becomes a copy without a server ID.
 */
export function mergedDrafts(
  stored: Readonly<Record<string, StoredDraft>>,
  { page, tabs, unsent }: PageDrafts,
): Record<string, StoredDraft> {
  const isSame = (key: string, { sql }: StoredDraft) =>
    tabs.some((tab) => (tab.key === key || placeOf(tab) === key) && tab.isLoaded && tab.sql === sql);
  const others = Object.entries(stored).filter(([key, draft]) => draft.page !== page && !isSame(key, draft));
  const merged = Object.fromEntries(others);
  for (const tab of unsent) {
    const place = placeOf(tab);
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
