import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { partIdOf, type SavedChange } from "../../model/saved-change.ts";
import { type ChangeContext, type ChangedNoun, fieldLabel, partKind, relevantChanges } from "./change-words.ts";

const SHOWN = 4;
const SHOWN_FIELDS = 3;

type Verb = Exclude<SavedChange["kind"], "moved"> | "renamed";

interface ThingTexts {
  withoutName(verb: Verb): string;
  named(name: string, verb: Verb): string;
  counted(count: number, verb: Verb): string;
}

const THINGS = {
  filter: {
    withoutName: (verb) =>
      t("Filter {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Filter “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# filter} other {# filters}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  filterDivider: {
    withoutName: (verb) =>
      t("Filter divider {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Filter divider “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# filter divider} other {# filter dividers}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  displayControl: {
    withoutName: (verb) =>
      t("Display control {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Display control “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# display control} other {# display controls}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  tab: {
    withoutName: (verb) =>
      t("Tab {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Tab “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# tab} other {# tabs}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  chart: {
    withoutName: (verb) =>
      t("Chart {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Chart “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# chart} other {# charts}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  heading: {
    withoutName: (verb) =>
      t("Heading {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Heading “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# heading} other {# headings}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  text: {
    withoutName: (verb) =>
      t("Text {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Text “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# text block} other {# text blocks}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  divider: {
    withoutName: (verb) =>
      t("Divider {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Divider “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# divider} other {# dividers}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  column: {
    withoutName: (verb) =>
      t("Column {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Column “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# column} other {# columns}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
  metric: {
    withoutName: (verb) =>
      t("Metric {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", { verb }),
    named: (name, verb) =>
      t("Metric “{name}” {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}", {
        name,
        verb,
      }),
    counted: (count, verb) =>
      t(
        "{count, plural, one {# metric} other {# metrics}} {verb, select, added {added} removed {removed} renamed {renamed} other {changed}}",
        { count, verb },
      ),
  },
} satisfies Record<string, ThingTexts>;

interface PartChange {
  noun: keyof typeof THINGS;
  id: string;
  verb: Verb;
  name: string | undefined;
}

/** A component of the layout with another place or size. */
interface PlaceChange {
  id: string;
  label: string;
}

interface ChangeSummary {
  fields: Set<string>;
  parts: PartChange[];
  moved: PlaceChange[];
  resized: PlaceChange[];
  areas: Set<Area>;
}

export function changesInBrief(
  noun: ChangedNoun,
  changes: readonly SavedChange[],
  context: ChangeContext = {},
): string {
  const summary: ChangeSummary = { fields: new Set(), parts: [], moved: [], resized: [], areas: new Set() };
  for (const change of relevantChanges(changes)) addChange(summary, change, { noun, ...context });
  const phrases = [
    ...fieldPhrases([...summary.fields]),
    ...partPhrases(summary.parts),
    ...placePhrases(summary),
    ...areasOf(summary),
  ];
  const more = phrases.length - SHOWN;
  return more > 1
    ? t("{phrases} and {more, number} more", { phrases: phrases.slice(0, SHOWN).join(" · "), more })
    : phrases.join(" · ");
}

function addChange(
  summary: ChangeSummary,
  change: SavedChange,
  { noun, ...context }: ChangeContext & { noun: ChangedNoun },
): void {
  const place = noun === "dashboard" ? placeChange(change, context) : undefined;
  if (place) {
    summary[place.kind].push(place);
    return;
  }
  const part = noun === "dashboard" ? dashboardPart(change, context) : noun === "dataset" ? itemOf(change) : undefined;
  if (part) {
    summary.parts.push(part);
    return;
  }
  const area = noun === "dashboard" ? dashboardArea(change.path) : chartArea(change.path, context);
  if (area) summary.areas.add(area);
  else summary.fields.add(fieldLabel(change.path, context));
}

/** Layout components with a title or text; rows, columns and tab sets are just layout. */
const COMPONENTS: Readonly<Record<string, keyof typeof THINGS>> = {
  TAB: "tab",
  CHART: "chart",
  HEADER: "heading",
  MARKDOWN: "text",
  DIVIDER: "divider",
};

function placeChange(
  { path, kind, name }: SavedChange,
  { names }: ChangeContext,
): (PlaceChange & { kind: "moved" | "resized" }) | undefined {
  const id = partIdOf(path);
  if (id === undefined || !COMPONENTS[layoutKind(id)] || !path.startsWith("position_json")) return undefined;
  const title = name ?? titleOf(id, names);
  const label = title === undefined ? partKind(id) : t("“{name}”", { name: title });
  if (kind === "moved") return { kind, id, label };
  return /\.meta\.(width|height)$/.test(path) ? { kind: "resized", id, label } : undefined;
}

function dashboardPart(change: SavedChange, { names }: ChangeContext): PartChange | undefined {
  const { path, kind } = change;
  const id = partIdOf(path);
  if (id === undefined || kind === "moved") return undefined;
  const part = { id, name: change.name ?? titleOf(id, names) };
  const isWhole = path.endsWith(`[${id}]`) || path.endsWith(`.${id}`);
  if (path.startsWith("json_metadata")) {
    const verb = isWhole ? kind : path.endsWith("].name") ? "renamed" : "changed";
    return { ...part, noun: filterThing(path, id), verb };
  }
  const noun = COMPONENTS[layoutKind(id)];
  return noun && layoutPart({ path, kind, isWhole }, { ...part, noun });
}

function layoutPart(
  { path, kind, isWhole }: { path: string; kind: Exclude<SavedChange["kind"], "moved">; isWhole: boolean },
  part: Omit<PartChange, "verb">,
): PartChange | undefined {
  if (isWhole) return kind === "changed" ? undefined : { ...part, verb: kind };
  if (/\.meta\.(text|sliceNameOverride)$/.test(path)) return { ...part, verb: "renamed" };
  return /\.meta\.(code|chartId)$/.test(path) ? { ...part, verb: "changed" } : undefined;
}

function titleOf(id: string, names: ChangeContext["names"]): string | undefined {
  const name = names?.get(id);
  return name === partKind(id) ? undefined : name;
}

function filterThing(path: string, id: string): keyof typeof THINGS {
  if (id.includes("DIVIDER")) return "filterDivider";
  return path.startsWith("json_metadata.native_filter_configuration") ? "filter" : "displayControl";
}

function layoutKind(id: string): string {
  return /^(?:DASHBOARD_)?([A-Z]+)/.exec(id)?.[1] ?? "";
}

function dashboardArea(path: string): Area | undefined {
  if (/^position_json(\.|$)/.test(path)) return "layout";
  const key = /^json_metadata\.([^.[]+)/.exec(path)?.[1];
  if (key === undefined) return path === "json_metadata" ? "settings" : undefined;
  if (/_configuration$|_config$/.test(key) && !key.includes("chart_configuration")) return "filterOrder";
  if (/cross_filters|chart_configuration$/.test(key)) return "crossFilters";
  return key.includes("color") ? "colors" : "settings";
}

/** A parameter that no control of the chart type has. */
function chartArea(path: string, { controls }: ChangeContext): Area | undefined {
  const name = /^params\.([^.[]+)/.exec(path)?.[1];
  return path === "params" || (name !== undefined && !controls?.has(name)) ? "settings" : undefined;
}

function itemOf({ path, kind }: SavedChange): PartChange | undefined {
  const [, kindOfItem, name, rest] = /^(columns|metrics)\[(.*)\](?:\.([^\]]*))?$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  return {
    noun: kindOfItem === "columns" ? "column" : "metric",
    id: name,
    name,
    verb: rest || kind === "moved" ? "changed" : kind,
  };
}

function fieldPhrases(labels: readonly string[]): string[] {
  const more = labels.length - SHOWN_FIELDS;
  if (labels.length === 0) return [];
  if (more > 1)
    return [t("{names} and {more, number} more changed", { names: labels.slice(0, SHOWN_FIELDS).join(", "), more })];
  const names = list(labels);
  return [t("{count, plural, one {{names} changed} other {{names} changed}}", { count: labels.length, names })];
}

function partPhrases(summary: readonly PartChange[]): string[] {
  const ofPart = new Map<string, PartChange>();
  for (const change of summary) {
    const known = ofPart.get(change.id);
    ofPart.set(change.id, known && known.verb !== change.verb ? { ...change, verb: "changed" } : change);
  }
  const groups = Map.groupBy(ofPart.values(), ({ noun, verb }) => `${noun} ${verb}`);
  return [...groups.values()].map((group) => {
    const { noun, name, verb } = group[0] as PartChange;
    const texts = THINGS[noun];
    if (group.length > 1) return texts.counted(group.length, verb);
    return name ? texts.named(name, verb) : texts.withoutName(verb);
  });
}

function placePhrases({ moved, resized }: ChangeSummary): string[] {
  return [
    placesText(moved, {
      named: (names) => t("Moved: {names}", { names }),
      counted: (count) => t("{count, plural, one {# element moved} other {# elements moved}}", { count }),
    }),
    placesText(resized, {
      named: (names) => t("Resized: {names}", { names }),
      counted: (count) => t("{count, plural, one {# element resized} other {# elements resized}}", { count }),
    }),
  ].flat();
}

interface PlaceTexts {
  named(names: string): string;
  counted(count: number): string;
}

function placesText(changes: readonly PlaceChange[], texts: PlaceTexts): string[] {
  const labels = [...new Map(changes.map(({ id, label }) => [id, label])).values()];
  if (labels.length === 0) return [];
  return [labels.length > SHOWN_FIELDS ? texts.counted(labels.length) : texts.named(list(labels))];
}

const AREAS = {
  layout: t("Layout"),
  colors: t("Colors"),
  crossFilters: t("Cross-filters"),
  filterOrder: t("Filter order"),
  settings: t("Settings"),
};
type Area = keyof typeof AREAS;
const AREA_ORDER = Object.keys(AREAS) as Area[];

function areasOf({ areas, parts, moved, resized }: ChangeSummary): string[] {
  const hasPlaces = moved.length + resized.length > 0;
  const moves = hasPlaces || parts.some(({ id, verb }) => /^(added|removed)$/.test(verb) && COMPONENTS[layoutKind(id)]);
  return AREA_ORDER.filter((area) => areas.has(area) && !(moves && area === "layout")).map((area) => AREAS[area]);
}
