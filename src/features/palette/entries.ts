import Fuse from "fuse.js";
import type { LucideIcon } from "lucide-react";

/** One line of the palette: somewhere to go or something to do. */
export interface Entry {
  id: string;
  section: "go" | "do";
  label: string;
  /** What it is, after the label: "Chart · flights". */
  note?: string;
  icon: LucideIcon;
  keys?: string;
  /** Further words by which it is found. */
  words?: string;
  /** Where it leads; opens in a new tab with Ctrl/Cmd. */
  to?: string;
  run?(): void;
}

const SHOWN = 8;

/** What was typed, split into its prefix and the text: `>` means actions only. */
export function parseSearch(typed: string): { actionsOnly: boolean; text: string } {
  const trimmed = typed.trimStart();
  const actionsOnly = trimmed.startsWith(">");
  return { actionsOnly, text: (actionsOnly ? trimmed.slice(1) : trimmed).trim() };
}

/**
 * The lines to show, best first within each section. `found` comes from the server and already matches; `known` is
 * searched here. Without text: what comes first in the lists, recents before everything.
 */
export function rank(typed: string, known: readonly Entry[], found: readonly Entry[]): Entry[] {
  const { actionsOnly, text } = parseSearch(typed);
  const usable = known.filter((entry) => !actionsOnly || entry.section === "do");
  const matches = text === "" ? usable : search(usable, text);
  const all = closestFirst(dedupe([...matches, ...(actionsOnly || text === "" ? [] : found)]), text);
  const go = all.filter((entry) => entry.section === "go");
  const acts = all.filter((entry) => entry.section === "do");
  const actsShown = Math.min(acts.length, Math.max(3, SHOWN - go.length));
  return [...go.slice(0, SHOWN - actsShown), ...acts.slice(0, actsShown)];
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

/** Things called what was typed, then those with a word that begins with it, then the rest. */
function closestFirst(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase();
  const distance = ({ label }: Entry) => {
    const name = label.toLowerCase();
    if (name === wanted) return 0;
    return name.startsWith(wanted) || name.includes(` ${wanted}`) ? 1 : 2;
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
