/** An item of a list is found by its key, such as `column_name`, so that reordering or inserting others changes nothing. */
export type Step = string | { readonly key: string; readonly is: string };

/** `before` or `after` is undefined for fields that are added or removed. */
export interface FieldChange {
  readonly path: readonly Step[];
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const KEYS = ["uuid", "column_name", "metric_name", "tag_name", "short_descr", "id"];
/** Lists told apart by these are sets: another order is no change. */
const UNORDERED = ["column_name", "metric_name", "tag_name", "short_descr"];

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null, absent and empty text are the same: files leave out what isn't set. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  return changesIn([], before, after);
}

function changesIn(path: readonly Step[], before: unknown, after: unknown): FieldChange[] {
  if (isFields(before) && isFields(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesIn([...path, name], ownValue(before, name), ownValue(after, name)));
  }
  const key = Array.isArray(before) && Array.isArray(after) ? sharedKey(before, after) : undefined;
  if (key !== undefined) return changesInList(path, { key, before: before as Fields[], after: after as Fields[] });
  return isSame(before, after) ? [] : [{ path, before: before ?? undefined, after: after ?? undefined }];
}

function ownValue(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function changesInList(
  path: readonly Step[],
  { key, before, after }: { key: string; before: readonly Fields[]; after: readonly Fields[] },
): FieldChange[] {
  const old = new Map(before.map((item) => [String(item[key]), item]));
  const now = new Map(after.map((item) => [String(item[key]), item]));
  const stay = [...old.keys()].filter((is) => now.has(is));
  const isReordered = [...now.keys()].filter((is) => old.has(is)).some((is, i) => is !== stay[i]);
  if (isReordered && !UNORDERED.includes(key)) return [{ path, before, after }];
  const all = new Set([...old.keys(), ...now.keys()]);
  return [...all].flatMap((is) => changesIn([...path, { key, is }], old.get(is), now.get(is)));
}

/** The field by which the items of both lists are told apart, if there is one. */
export function sharedKey(before: readonly unknown[], after: readonly unknown[]): string | undefined {
  if (before.length === 0 || after.length === 0) return undefined;
  return KEYS.find((key) => hasKey(before, key) && hasKey(after, key));
}

function hasKey(items: readonly unknown[], key: string): boolean {
  const values = items.map((item) => (isFields(item) ? item[key] : undefined));
  return values.every((value) => typeof value === "string" || typeof value === "number") && isDistinct(values);
}

const isDistinct = (values: readonly unknown[]) => new Set(values.map(String)).size === values.length;

const isUnset = (value: unknown) => value === null || value === undefined || value === "";

export function isSame(a: unknown, b: unknown): boolean {
  if (isUnset(a) || isUnset(b)) return isUnset(a) && isUnset(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => isSame(value, b[i]));
  if (!isFields(a) || !isFields(b)) return a === b;
  return Object.keys({ ...a, ...b }).every((name) => isSame(ownValue(a, name), ownValue(b, name)));
}

/** As it is shown: `columns.price.type`. */
export const pathText = (path: readonly Step[]): string =>
  path.map((step) => (typeof step === "string" ? step : step.is)).join(".");

const stepText = (step: Step) => (typeof step === "string" ? step : `${step.key}=${step.is}`);

/** Whether one is the other or within it. */
export function isOverlapping(a: readonly Step[], b: readonly Step[]): boolean {
  const shared = Math.min(a.length, b.length);
  return a.slice(0, shared).every((step, i) => stepText(step) === stepText(b[i] ?? ""));
}
