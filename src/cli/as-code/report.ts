import type { AssetPlan, PlannedAsset } from "../../api/assets/index.ts";
import { nameField } from "../../model/asset-files.ts";
import type { Prepared } from "./actions.ts";

const MAX_VALUE = 120;
const MAX_NAMES = 5;

const SIGNS = { create: "+", change: "~", delete: "-", unchanged: " " } as const;

export const changesOf = ({ items }: AssetPlan): PlannedAsset[] => items.filter(({ action }) => action !== "unchanged");

export function planJson(plan: AssetPlan, { moved }: Prepared): string {
  const items = changesOf(plan).map(({ value: _, state: __, ...item }) => item);
  return JSON.stringify({ items, moved, unused: plan.unused, needs: plan.needs });
}

export function planLines(plan: AssetPlan, { moved }: Prepared): string[] {
  const items = changesOf(plan);
  const count = (action: PlannedAsset["action"]) => items.filter((item) => item.action === action).length;
  const totals = [
    `${count("create")} to create`,
    `${count("change")} to change`,
    `${count("delete")} to delete`,
    ...(moved.length > 0 ? [`${moved.length} moved`] : []),
  ];
  return [
    ...items.flatMap(itemLines),
    ...moved.map(({ kind, name, from, to }) => `> ${kind} "${name}": moved from ${from} to ${to}`),
    ...plan.unused.map(({ file, text }) => `! ${file}: ${text}`),
    ...Object.entries(plan.needs).map(([file, need]) => `! ${file}: ${JSON.stringify(need)}`),
    items.length + moved.length === 0 ? "Nothing to do: the server has what the files say." : `${totals.join(", ")}.`,
  ];
}

function itemLines({ action, kind, name, path, fields, owners, dashboards }: PlannedAsset): string[] {
  const renamed = fields.find(({ field }) => field === nameField(kind));
  const was = renamed ? ` (renamed from ${shown(renamed.before)})` : "";
  return [
    `${SIGNS[action]} ${kind} "${name}"${was} ${path}`,
    ...fields.map(({ field, before, after }) => `    ${field}: ${shown(before)} -> ${shown(after)}`),
    ...affected("owners", owners),
    ...affected("dashboards", dashboards),
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
