import type { AssetPlan, PlannedAsset } from "../../api/assets/index.ts";
import { nameField } from "../../model/asset-files.ts";
import type { Prepared } from "./actions.ts";

const MAX_VALUE = 120;
const MAX_NAMES = 5;

const SIGNS = { create: "+", change: "~", delete: "-", unchanged: " " } as const;

export const changesOf = ({ items }: AssetPlan): PlannedAsset[] => items.filter(({ action }) => action !== "unchanged");

/** `unused` and the like are only notes. */
export const isEmpty = (plan: AssetPlan): boolean => changesOf(plan).length + plan.managed.length === 0;

export function planJson(plan: AssetPlan, { moved }: Prepared): string {
  const items = changesOf(plan).map(({ value: _, state: __, ...item }) => item);
  return JSON.stringify({ items, managed: plan.managed, moved, unused: plan.unused, needs: plan.needs });
}

/** Before or, with `isDone`, after it was applied. */
export function planLines(plan: AssetPlan, { moved }: Prepared, { isDone = false } = {}): string[] {
  const items = changesOf(plan);
  const isNothing = isEmpty(plan) && moved.length === 0;
  return [
    ...items.flatMap(itemLines),
    ...moved.map(({ kind, name, from, to }) => `> ${kind} "${name}": moved from ${from} to ${to}`),
    ...plan.managed.map(({ kind, name, managed_by }) => `= ${kind} "${name}": managed by ${managed_by}`),
    ...plan.unused.map(({ file, text }) => `! ${file}: ${text}`),
    ...Object.entries(plan.needs).map(([file, need]) => `! ${file}: ${textsOf(need)}`),
    isNothing ? "Nothing to do: the server has what the files say." : `${totals(plan, moved.length, isDone)}.`,
  ];
}

const textsOf = (need: unknown) =>
  Object.values(need as object)
    .flat()
    .join("; ");

function totals(plan: AssetPlan, moved: number, isDone: boolean): string {
  const items = changesOf(plan);
  const count = (action: PlannedAsset["action"]) => items.filter((item) => item.action === action).length;
  const counts: [number, string, string][] = [
    [count("create"), "to create", "created"],
    [count("change"), "to change", "changed"],
    [count("delete"), "to delete", "deleted"],
    [moved, "moved", "moved"],
    [plan.managed.length, "to manage", "now managed"],
  ];
  const shownCounts = counts.filter(([number]) => number > 0);
  return shownCounts.map(([number, before, after]) => `${number} ${isDone ? after : before}`).join(", ");
}

function itemLines({ action, kind, name, path, fields, owners, dashboards, failing }: PlannedAsset): string[] {
  const renamed = fields.find(({ field }) => field === nameField(kind));
  const was = renamed ? ` (renamed from ${shown(renamed.before)})` : "";
  return [
    `${SIGNS[action]} ${kind} "${name}"${was} ${path}`,
    ...fields.map(({ field, before, after }) => `    ${field}: ${shown(before)} -> ${shown(after)}`),
    ...affected("owners", owners),
    ...affected("dashboards", dashboards),
    ...affected(
      "failing assertions",
      failing.map((each) => `${each.name} (${each.message})`),
    ),
  ];
}

function affected(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return [`    ${label}: ${names.slice(0, MAX_NAMES).join(", ")}${more}`];
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "(not set)";
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
