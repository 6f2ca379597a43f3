import { partIdOf, type SavedChange } from "../../model/saved-change.ts";
import { type ChangeContext, type ChangedNoun, fieldLabel, relevantChanges } from "./change-words.ts";

const SHOWN = 4;
const SHOWN_FIELDS = 3;

/** One change of a component with its own title, such as a filter. */
interface PartChange {
  thing: string;
  id: string;
  verb: string;
  name: string | undefined;
}

interface ChangeSummary {
  fields: Set<string>;
  parts: PartChange[];
  areas: Set<string>;
}

export function changesInBrief(
  noun: ChangedNoun,
  changes: readonly SavedChange[],
  context: ChangeContext = {},
): string {
  const summary: ChangeSummary = { fields: new Set(), parts: [], areas: new Set() };
  for (const change of relevantChanges(changes)) addChange(summary, change, { noun, ...context });
  const phrases = [...fieldPhrases([...summary.fields]), ...partPhrases(summary.parts), ...areasOf(summary)];
  const more = phrases.length - SHOWN;
  return more > 1 ? `${phrases.slice(0, SHOWN).join(" · ")} and ${more} more` : phrases.join(" · ");
}

function addChange(
  summary: ChangeSummary,
  change: SavedChange,
  { noun, ...context }: ChangeContext & { noun: ChangedNoun },
): void {
  const part = noun === "dashboard" ? dashboardPart(change, context) : noun === "dataset" ? itemOf(change) : undefined;
  if (part) {
    summary.parts.push(part);
    return;
  }
  const area = noun === "dashboard" ? dashboardArea(change.path) : chartArea(change.path, context);
  if (area) summary.areas.add(area);
  else summary.fields.add(fieldLabel(change.path, context));
}

/** Names of layout components with a title or text; rows, columns and tab sets are just layout. */
const COMPONENT_NAMES: Readonly<Record<string, string>> = {
  TAB: "Tab",
  CHART: "Chart",
  HEADER: "Heading",
  MARKDOWN: "Text",
  DIVIDER: "Divider",
};

function dashboardPart(change: SavedChange, { names }: ChangeContext): PartChange | undefined {
  const { path, kind } = change;
  const id = partIdOf(path);
  if (id === undefined) return undefined;
  const part = { id, name: change.name ?? names?.get(id) };
  const isWhole = path.endsWith(`[${id}]`) || path.endsWith(`.${id}`);
  if (path.startsWith("json_metadata")) {
    const verb = isWhole ? kind : path.endsWith("].name") ? "renamed" : "changed";
    return { ...part, thing: filterThing(path, id), verb };
  }
  const thing = COMPONENT_NAMES[layoutKind(id)];
  if (!thing) return undefined;
  if (isWhole) return kind === "changed" ? undefined : { ...part, thing, verb: kind };
  if (/\.meta\.(text|sliceNameOverride)$/.test(path)) return { ...part, thing, verb: "renamed" };
  return /\.meta\.(code|chartId)$/.test(path) ? { ...part, thing, verb: "changed" } : undefined;
}

function filterThing(path: string, id: string): string {
  if (id.includes("DIVIDER")) return "Filter divider";
  return path.startsWith("json_metadata.native_filter_configuration") ? "Filter" : "Display control";
}

/** `CHART` for `CHART-x1y2` and for `DASHBOARD_CHART_TYPE-x1y2`. */
function layoutKind(id: string): string {
  return /^(?:DASHBOARD_)?([A-Z]+)/.exec(id)?.[1] ?? "";
}

function dashboardArea(path: string): string | undefined {
  if (/^position_json(\.|$)/.test(path)) return "Layout";
  const key = /^json_metadata\.([^.[]+)/.exec(path)?.[1];
  if (key === undefined) return path === "json_metadata" ? "Settings" : undefined;
  if (/_configuration$|_config$/.test(key) && !key.includes("chart_configuration")) return "Filter order";
  if (/cross_filters|chart_configuration$/.test(key)) return "Cross-filters";
  return key.includes("color") ? "Colors" : "Settings";
}

/** A parameter that no control of the chart type has. */
function chartArea(path: string, { controls }: ChangeContext): string | undefined {
  const name = /^params\.([^.[]+)/.exec(path)?.[1];
  return path === "params" || (name !== undefined && !controls?.has(name)) ? "Settings" : undefined;
}

function itemOf({ path, kind }: SavedChange): PartChange | undefined {
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

/** A component changed in several ways counts once; components of one kind are counted together. */
function partPhrases(summary: readonly PartChange[]): string[] {
  const ofPart = new Map<string, PartChange>();
  for (const change of summary) {
    const known = ofPart.get(change.id);
    ofPart.set(change.id, known && known.verb !== change.verb ? { ...change, verb: "changed" } : change);
  }
  const groups = Map.groupBy(ofPart.values(), ({ thing, verb }) => `${thing} ${verb}`);
  return [...groups.values()].map((group) => {
    const { thing, name, verb } = group[0] as PartChange;
    if (group.length > 1) return `${group.length} ${thing.toLowerCase()}s ${verb}`;
    return name ? `${thing} “${name}” ${verb}` : `${thing} ${verb}`;
  });
}

const AREAS = ["Layout", "Colors", "Cross-filters", "Filter order", "Settings"];

/** Adding or removing a component changes the layout anyway. */
function areasOf({ areas, parts }: ChangeSummary): string[] {
  const moves = parts.some(({ id, verb }) => /^(added|removed)$/.test(verb) && COMPONENT_NAMES[layoutKind(id)]);
  return AREAS.filter((area) => areas.has(area) && !(moves && area === "Layout"));
}
