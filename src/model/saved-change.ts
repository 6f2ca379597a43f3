import { readJson } from "./json-text.ts";
import { movedParts } from "./moved-parts.ts";
import { type PropertyChange, propertyDiff } from "./property-diff.ts";

export interface SavedChange {
  path: string;
  kind: "added" | "removed" | "changed" | "moved";
  name?: string;
}

type Json = Readonly<Record<string, unknown>>;

const LISTS = ["native_filter_configuration", "chart_customization_config"] as const;
/** Defaults of missing dashboard settings, some of which saves write out. */
const DEFAULTS: Json = {
  refresh_frequency: 0,
  cross_filters_enabled: true,
  filter_bar_orientation: "VERTICAL",
  show_chart_timestamps: false,
  stagger_refresh: true,
  stagger_time: 5000,
  default_filters: "{}",
  ...Object.fromEntries(LISTS.map((list) => [list, []])),
};
const MAX_NAME = 80;

export function contentDiff(before: Json, after: Json): PropertyChange[] {
  const changes = propertyDiff(...comparable(before, after));
  return changes.filter(({ before: old, after: now }) => !(isEmpty(old) && isEmpty(now)));
}

export function savedChanges(before: Json, after: Json): SavedChange[] {
  const [parsedBefore, parsedAfter] = comparable(before, after);
  const names = new Map([...partNames(parsedBefore), ...partNames(parsedAfter)]);
  const named = (path: string, kind: SavedChange["kind"]): SavedChange => {
    const name = names.get(partIdOf(path) ?? "");
    return { path, kind, ...(name === undefined ? {} : { name }) };
  };
  const changes = contentDiff(before, after).map(({ path, before: old, after: now }) =>
    named(path, isMissing(old) ? "added" : isMissing(now) ? "removed" : "changed"),
  );
  const moved = movedParts(parsedBefore.position_json, parsedAfter.position_json);
  return [...changes, ...moved.map((id) => named(`position_json.${id}`, "moved"))];
}

export function partIdOf(path: string): string | undefined {
  const found =
    /^json_metadata\.(?:native_filter_configuration|chart_customization_config)\[(.*?)\]|^position_json\.([^.]+)/.exec(
      path,
    );
  return found?.[1] ?? found?.[2];
}

export function partTitle(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, title, meta } = value as Json;
  const { sliceNameOverride, sliceName, text } = (meta ?? {}) as Json;
  const titles = [name, title, sliceNameOverride, sliceName, text];
  return titles.find((one): one is string => typeof one === "string" && one !== "");
}

function partNames({ json_metadata, position_json }: Json): [string, string][] {
  const lists = LISTS.flatMap((list) => ((json_metadata ?? {}) as Json)[list] ?? []);
  const filters = lists.map((filter) => [String((filter as Json | null)?.id), filter] as const);
  return [...filters, ...Object.entries((position_json ?? {}) as Json)].flatMap(([id, part]) => {
    const title = partTitle(part);
    return title === undefined ? [] : [[id, title.slice(0, MAX_NAME)] as [string, string]];
  });
}

/** Both with parsed fields, and with a layout if one of them has one. */
function comparable(before: Json, after: Json): [Json, Json] {
  const [old, now] = [parseJsonFields(before), parseJsonFields(after)];
  if (hasLayout(old) === hasLayout(now))
    return "charts" in old && "charts" in now ? [old, now] : [withoutCharts(old), withoutCharts(now)];
  return hasLayout(now) ? [inLayoutOf(now, old), withoutCharts(now)] : [withoutCharts(old), inLayoutOf(old, now)];
}

const hasLayout = ({ position_json }: Json) => !isEmpty(position_json);
const withoutCharts = ({ charts: _, ...content }: Json): Json => content;

/** Charts without a layout are shown in rows, which aren't a change of the save that writes them. */
function inLayoutOf({ position_json }: Json, content: Json): Json {
  const { charts } = content;
  const isShown = (part: unknown) => {
    const { type, meta } = (part ?? {}) as { type?: unknown; meta?: { chartId?: unknown } | null };
    if (type !== "CHART") return typeof part !== "object" || FRAMES.has(String(type));
    return !Array.isArray(charts) || charts.includes(meta?.chartId);
  };
  const shown = Object.entries(position_json as Json).filter(([, part]) => isShown(part));
  return { ...withoutCharts(content), position_json: Object.fromEntries(shown) };
}

const FRAMES = new Set(["ROOT", "GRID", "ROW", "COLUMN"]);

function parseJsonFields(content: Json): Json {
  const texts = ["json_metadata", "position_json", "params"].filter((key) => key in content);
  const read = texts.map((key) => [key, objectIn(content[key])] as const);
  return { ...content, ...Object.fromEntries(read.map(([key, value]) => [key, withDefaults(key, value)])) };
}

function withDefaults(key: string, value: unknown): unknown {
  if (key !== "json_metadata" || typeof value !== "object" || value === null) return value;
  const stored = Object.entries(value).filter(([, setting]) => !isMissing(setting));
  return { ...DEFAULTS, ...Object.fromEntries(stored) };
}

function objectIn(text: unknown): unknown {
  if (text === null || text === undefined || text === "") return {};
  try {
    return typeof text === "string" ? (readJson(text) ?? {}) : text;
  } catch {
    return text;
  }
}

const isMissing = (value: unknown) => value === undefined || value === null;

function isEmpty(value: unknown): boolean {
  return isMissing(value) || value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
}
