import { readStored, writeStored } from "../../../web/storage.ts";
import type { Draft } from "./tab.ts";

/** What the server does not have yet, kept in the browser: a crash loses nothing that was written. */
export interface KeptDraft extends Draft {
  /** The server's id of the tab; null when it has none yet. */
  id: number | null;
}

export interface LabMemory {
  /** By the key of the tab. */
  drafts(): Readonly<Record<string, KeptDraft>>;
  keep(drafts: Readonly<Record<string, KeptDraft>>): void;
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
    closed: () => readStored(closed, NONE),
    keepClosed: (tabs) => writeStored(closed, Object.keys(tabs).length > 0 ? tabs : undefined),
  };
}
