import { readJson } from "./json-text.ts";

/** One property that two states of an object do not share; `undefined` where a side has none. */
export interface PropertyChange {
  /** e.g. `json_metadata.native_filter_configuration[NATIVE_FILTER-1].name`. */
  path: string;
  before: unknown;
  after: unknown;
}

type Json = Record<string, unknown>;

const MAX_DEPTH = 50;
/** What tells the items of a list apart, so that one that moved or was added does not change all that follow. */
const NAMES = ["id", "uuid", "column_name", "metric_name"] as const;

/**
 * The properties in which two states differ, in the order of the names they have. JSON texts are compared by what they
 * say; lists of named items item by item, other lists as a whole.
 */
export function propertyDiff(before: unknown, after: unknown): PropertyChange[] {
  const changes: PropertyChange[] = [];
  compare(parsed(before), parsed(after), { path: "", depth: 0, changes });
  return changes;
}

/** Whether one of the paths holds or is held by the other. */
export function pathsOverlap(one: string, other: string): boolean {
  const holds = (outer: string, inner: string) =>
    inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
  return holds(one, other) || holds(other, one);
}

/** Where in the comparison we are, and what was found so far. */
interface Place {
  path: string;
  depth: number;
  changes: PropertyChange[];
}

function compare(before: unknown, after: unknown, place: Place): void {
  if (Object.is(before, after)) return;
  const isWithin = place.depth < MAX_DEPTH;
  if (isWithin && isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const path = place.path === "" ? name : `${place.path}.${name}`;
      const [old, now] = [own(before, name), own(after, name)];
      if (old !== now) compare(parsed(old), parsed(now), { ...place, path, depth: place.depth + 1 });
    }
  } else if (isWithin && Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, place);
  } else {
    compareWhole(before, after, place);
  }
}

function compareWhole(before: unknown, after: unknown, { path, changes }: Place): void {
  if (JSON.stringify(before) !== JSON.stringify(after)) changes.push({ path, before, after });
}

function compareLists(before: readonly unknown[], after: readonly unknown[], place: Place): void {
  const name = NAMES.find((each) => isNamed(before, each) && isNamed(after, each));
  if (!name) {
    compareWhole(before, after, place);
    return;
  }
  const { path, depth, changes } = place;
  const byName = (items: readonly unknown[]) => new Map((items as Json[]).map((item) => [String(item[name]), item]));
  const [old, now] = [byName(before), byName(after)];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    compare(old.get(key), now.get(key), { changes, path: `${path}[${key}]`, depth: depth + 1 });
  }
  const kept = (items: ReadonlyMap<string, Json>, others: ReadonlyMap<string, Json>) =>
    [...items.keys()].filter((key) => others.has(key));
  const [order, newOrder] = [kept(old, now), kept(now, old)];
  if (order.join("\n") !== newOrder.join("\n")) changes.push({ path, before: order, after: newOrder });
}

/** Whether every item has the name and no two share one. */
function isNamed(items: readonly unknown[], name: string): boolean {
  const names = items.map((item) => (isObject(item) ? own(item, name) : undefined));
  const isTold = names.every((value) => typeof value === "string" || typeof value === "number");
  return isTold && new Set(names.map(String)).size === names.length;
}

function own(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Texts that hold JSON objects or lists, as these. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return readJson(value);
  } catch {
    return value;
  }
}
