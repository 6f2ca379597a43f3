import { readJson } from "./json-text.ts";

/** `undefined` where a side doesn't have it. */
export interface PropertyChange {
  path: string;
  before: unknown;
  after: unknown;
}

type Json = Record<string, unknown>;

const MAX_DEPTH = 50;
/** Identifies list items, so that moving or adding one doesn't change the rest. */
const NAMES = ["id", "uuid", "column_name", "metric_name"] as const;

/**
 * In the order of the property names. JSON text is compared by content; lists of named items item by item, other lists
 * as a whole.
 */
export function propertyDiff(before: unknown, after: unknown): PropertyChange[] {
  const changes: PropertyChange[] = [];
  compare(parsed(before), parsed(after), { path: "", depth: 0, changes });
  return changes;
}

export function pathsOverlap(one: string, other: string): boolean {
  const holds = (outer: string, inner: string) =>
    inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
  return holds(one, other) || holds(other, one);
}

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
  const commonKeys = (items: ReadonlyMap<string, Json>, others: ReadonlyMap<string, Json>) =>
    [...items.keys()].filter((key) => others.has(key));
  const [order, newOrder] = [commonKeys(old, now), commonKeys(now, old)];
  if (order.join("\n") !== newOrder.join("\n")) changes.push({ path, before: order, after: newOrder });
}

function isNamed(items: readonly unknown[], name: string): boolean {
  const names = items.map((item) => (isObject(item) ? own(item, name) : undefined));
  const isComplete = names.every((value) => typeof value === "string" || typeof value === "number");
  return isComplete && new Set(names.map(String)).size === names.length;
}

function own(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return readJson(value);
  } catch {
    return value;
  }
}
