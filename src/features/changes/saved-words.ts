import { partIdOf, type SavedChange } from "../../model/saved-change.ts";
import { type ChangeContext, type ChangedNoun, chosen, fieldLabel } from "./change-words.ts";

/** What a save did: "Title changed · Tab “Sales” added · 3 filters changed · Layout". */

const SHOWN = 4;
const SHOWN_FIELDS = 3;

/** One thing that a save did to a part with a title of its own, such as a filter. */
interface Deed {
  thing: string;
  id: string;
  verb: string;
  name: string | undefined;
}

interface Deeds {
  fields: Set<string>;
  parts: Deed[];
  areas: Set<string>;
}

export function changesInBrief(
  noun: ChangedNoun,
  changes: readonly SavedChange[],
  context: ChangeContext = {},
): string {
  const deeds: Deeds = { fields: new Set(), parts: [], areas: new Set() };
  for (const change of chosen(changes)) note(deeds, change, { noun, ...context });
  const phrases = [...fieldPhrases([...deeds.fields]), ...partPhrases(deeds.parts), ...areasOf(deeds)];
  const more = phrases.length - SHOWN;
  return more > 1 ? `${phrases.slice(0, SHOWN).join(" · ")} and ${more} more` : phrases.join(" · ");
}

function note(deeds: Deeds, change: SavedChange, { noun, ...context }: ChangeContext & { noun: ChangedNoun }): void {
  const part = noun === "dashboard" ? dashboardPart(change, context) : noun === "dataset" ? itemOf(change) : undefined;
  if (part) {
    deeds.parts.push(part);
    return;
  }
  const area = noun === "dashboard" ? dashboardArea(change.path) : chartArea(change.path, context);
  if (area) deeds.areas.add(area);
  else deeds.fields.add(fieldLabel(change.path, context));
}

/** Words of the parts of a layout that have a title or text; rows, columns and sets of tabs are layout alone. */
const THINGS: Readonly<Record<string, string>> = {
  TAB: "Tab",
  CHART: "Chart",
  HEADER: "Heading",
  MARKDOWN: "Text",
  DIVIDER: "Divider",
};

function dashboardPart(change: SavedChange, { names }: ChangeContext): Deed | undefined {
  const { path, kind } = change;
  const id = partIdOf(path);
  if (id === undefined) return undefined;
  const part = { id, name: change.name ?? names?.get(id) };
  const isWhole = path.endsWith(`[${id}]`) || path.endsWith(`.${id}`);
  if (path.startsWith("json_metadata")) {
    const verb = isWhole ? kind : path.endsWith("].name") ? "renamed" : "changed";
    return { ...part, thing: filterThing(path, id), verb };
  }
  const thing = THINGS[layoutKind(id)];
  if (!thing) return undefined;
  if (isWhole) return kind === "changed" ? undefined : { ...part, thing, verb: kind };
  if (/\.meta\.(text|sliceNameOverride)$/.test(path)) return { ...part, thing, verb: "renamed" };
  return /\.meta\.(code|chartId)$/.test(path) ? { ...part, thing, verb: "changed" } : undefined;
}

function filterThing(path: string, id: string): string {
  if (id.includes("DIVIDER")) return "Filter divider";
  return path.startsWith("json_metadata.native_filter_configuration") ? "Filter" : "Display control";
}

/** `CHART` of `CHART-x1y2`, and of `DASHBOARD_CHART_TYPE-x1y2`. */
function layoutKind(id: string): string {
  return /^(?:DASHBOARD_)?([A-Z]+)/.exec(id)?.[1] ?? "";
}

function dashboardArea(path: string): string | undefined {
  if (/^position_json(\.|$)/.test(path)) return "Layout";
  const key = /^json_metadata\.([^.[]+)/.exec(path)?.[1];
  if (key === undefined) return path === "json_metadata" ? "Settings" : undefined;
  if (/_configuration$|_config$/.test(key) && !key.includes("chart_configuration")) return "Order of filters";
  if (/cross_filters|chart_configuration$/.test(key)) return "Cross-filters";
  return key.includes("color") ? "Colors" : "Settings";
}

/** A setting that no control of the chart's type has. */
function chartArea(path: string, { controls }: ChangeContext): string | undefined {
  const name = /^params\.([^.[]+)/.exec(path)?.[1];
  return path === "params" || (name !== undefined && !controls?.has(name)) ? "Settings" : undefined;
}

function itemOf({ path, kind }: SavedChange): Deed | undefined {
  const [, list, name, rest] = /^(columns|metrics)\[(.*)\](?:\.([^\]]*))?$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  return { thing: list === "columns" ? "Column" : "Metric", id: name, name, verb: rest ? "changed" : kind };
}

function fieldPhrases(labels: readonly string[]): string[] {
  const more = labels.length - SHOWN_FIELDS;
  if (labels.length === 0) return [];
  if (more > 1) return [`${labels.slice(0, SHOWN_FIELDS).join(", ")} and ${more} more changed`];
  const last = labels.at(-1);
  return [labels.length === 1 ? `${last} changed` : `${labels.slice(0, -1).join(", ")} and ${last} changed`];
}

/** One part by its title, several counted. A part that was changed in several ways is one. */
function partPhrases(deeds: readonly Deed[]): string[] {
  const ofPart = new Map<string, Deed>();
  for (const deed of deeds) {
    const known = ofPart.get(deed.id);
    ofPart.set(deed.id, known && known.verb !== deed.verb ? { ...deed, verb: "changed" } : deed);
  }
  const groups = Map.groupBy(ofPart.values(), ({ thing, verb }) => `${thing} ${verb}`);
  return [...groups.values()].map((group) => {
    const { thing, name, verb } = group[0] as Deed;
    if (group.length > 1) return `${group.length} ${thing.toLowerCase()}s ${verb}`;
    return name ? `${thing} “${name}” ${verb}` : `${thing} ${verb}`;
  });
}

const AREAS = ["Layout", "Colors", "Cross-filters", "Order of filters", "Settings"];

/** Where something was added to the layout or taken from it, the rest of the layout follows. */
function areasOf({ areas, parts }: Deeds): string[] {
  const moves = parts.some(({ id, verb }) => /^(added|removed)$/.test(verb) && THINGS[layoutKind(id)]);
  return AREAS.filter((area) => areas.has(area) && !(moves && area === "Layout"));
}
