import Fuse from "fuse.js";
import type { LucideIcon } from "lucide-react";

export interface Entry {
  id: string;
  section: "go" | "do";
  label: string;
  note?: string;
  icon: LucideIcon;
  keys?: string;
  words?: string;
  /** Target path; opens in a new tab with Ctrl or Cmd. */
  to?: string;
  run?(): void;
}

const SHOWN = 8;

/** A `>` prefix means actions only. */
export function parseSearch(typed: string): { actionsOnly: boolean; text: string } {
  const trimmed = typed.trimStart();
  const actionsOnly = trimmed.startsWith(">");
  return { actionsOnly, text: (actionsOnly ? trimmed.slice(1) : trimmed).trim() };
}

/**
 * Best matches first within each section. `found` comes from the server and matches already; `known` is searched here.
 * Without text: the first of each list, recents first.
 */
export function rank(typed: string, known: readonly Entry[], found: readonly Entry[]): Entry[] {
  const { actionsOnly, text } = parseSearch(typed);
  const usable = known.filter((entry) => !actionsOnly || entry.section === "do");
  const matches = text === "" ? usable : search(usable, text);
  const all = closestFirst(dedupe([...matches, ...(actionsOnly || text === "" ? [] : found)]), text);
  const go = all.filter((entry) => entry.section === "go");
  const actions = all.filter((entry) => entry.section === "do");
  const actionCount = Math.min(actions.length, Math.max(3, SHOWN - go.length));
  return [...go.slice(0, SHOWN - actionCount), ...actions.slice(0, actionCount)];
}

function search(entries: readonly Entry[], text: string): Entry[] {
  const fuse = new Fuse(entries, {
    keys: [
      { name: "label", weight: 3 },
      { name: "words", weight: 1 },
    ],
    threshold: 0.3,
    ignoreLocation: true,
  });
  return fuse.search(text).map((match) => match.item);
}

function closestFirst(entries: readonly Entry[], text: string): Entry[] {
  const needle = text.toLowerCase();
  const distance = ({ label }: Entry) => {
    const name = label.toLowerCase();
    if (name === needle) return 0;
    return name.startsWith(needle) || name.includes(` ${needle}`) ? 1 : 2;
  };
  return text === "" ? [...entries] : [...entries].sort((a, b) => distance(a) - distance(b));
}

function dedupe(entries: readonly Entry[]): Entry[] {
  const byTarget = new Map<string, Entry>();
  for (const entry of entries) {
    const key = entry.to ?? entry.id;
    if (!byTarget.has(key)) byTarget.set(key, entry);
  }
  return [...byTarget.values()];
}
