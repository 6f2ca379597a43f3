import { onStored, readStored, writeStored } from "../../../web/session/storage.ts";
import type { Draft, EditorTab } from "./tab.ts";

/** What the server does not have yet, kept in the browser: a crash loses nothing that was written. */
export interface KeptDraft extends Draft {
  /** The server's id of the tab; null when it has none yet. */
  id: number | null;
  /** The page that wrote it: several may be open at a time. */
  page?: string;
}

export interface LabMemory {
  /** By the id of the tab, by its key while it has none. */
  drafts(): Readonly<Record<string, KeptDraft>>;
  keep(drafts: Readonly<Record<string, KeptDraft>>): void;
  /** Calls back when drafts may have changed, here or in another window. Returns the end of it. */
  follow(listener: () => void): () => void;
  /** Closed tabs of which the server has not said yet that they are gone: when each was closed, by its id. */
  closed(): ClosedTabs;
  keepClosed(tabs: ClosedTabs): void;
}

/** Epoch milliseconds by the id of a tab. */
export type ClosedTabs = Readonly<Record<string, number>>;

const NO_DRAFTS: Readonly<Record<string, KeptDraft>> = {};
const NONE: ClosedTabs = {};

/** The memory of one user in this browser. */
export function labMemory(userId: number): LabMemory {
  const [drafts, closed] = [`sqllab.${userId}.drafts`, `sqllab.${userId}.closed`];
  return {
    drafts: () => readStored(drafts, NO_DRAFTS),
    keep: (kept) => writeStored(drafts, Object.keys(kept).length > 0 ? kept : undefined),
    follow: onStored,
    closed: () => readStored(closed, NONE),
    keepClosed: (tabs) => writeStored(closed, Object.keys(tabs).length > 0 ? tabs : undefined),
  };
}

/** Where the draft of a tab is kept. */
const placeOf = ({ id, key }: EditorTab) => (id === null ? key : String(id));

interface Keeping {
  /** The page that keeps them. */
  page: string;
  tabs: readonly EditorTab[];
  /** Those of which the server lacks something. */
  unsent: readonly EditorTab[];
}

/**
 * The drafts that there are with those of a page in place of its earlier ones. What another window wrote stays: where it
 * wrote something else in the same tab, as a copy that has no place on the server yet.
 */
export function mergedDrafts(
  there: Readonly<Record<string, KeptDraft>>,
  { page, tabs, unsent }: Keeping,
): Record<string, KeptDraft> {
  const isSame = (key: string, { sql }: KeptDraft) =>
    tabs.some((tab) => (tab.key === key || placeOf(tab) === key) && tab.isLoaded && tab.sql === sql);
  const others = Object.entries(there).filter(([key, draft]) => draft.page !== page && !isSame(key, draft));
  const merged = Object.fromEntries(others);
  for (const tab of unsent) {
    const place = placeOf(tab);
    const other = merged[place];
    if (other) merged[`other-${other.page ?? ""}-${place}`] = { ...other, id: null, name: `Copy of ${other.name}` };
    const { key, isLoaded, isKept, tables, pane, savedSql, ...draft } = tab;
    merged[place] = { ...draft, page };
  }
  return merged;
}
