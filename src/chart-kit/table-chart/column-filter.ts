import { z } from "zod";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { type Comparison, exactOption, type QueryFilter } from "../../model/adhoc.ts";
import { type DataRow, type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import { epochOf } from "../format/value.ts";

/**
 * Stored as the AG Grid filter model, which permalinks of Superset carry: a condition, two combined conditions, or a
 * list of values.
 */

const Bound = z.union([z.string(), z.number()]).nullish();
const ConditionShape = z.object({
  filterType: z.enum(["text", "number", "date"]),
  type: z.string(),
  filter: Bound,
  filterTo: Bound,
  dateFrom: z.string().nullish(),
  dateTo: z.string().nullish(),
});
export type FilterCondition = z.infer<typeof ConditionShape>;

const Condition = ConditionShape.refine(
  (one) =>
    Object.hasOwn(CLAUSES, one.type) &&
    (one.filterType === "text" || conditionOf(one.filterType, one.type, boundsIn(one)) !== null),
);

const Joined = z.object({
  filterType: z.enum(["text", "number", "date"]),
  operator: z.enum(["AND", "OR"]),
  conditions: z.array(Condition).min(1),
});
const Listed = z.object({
  filterType: z.literal("set"),
  values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
const ColumnFilter = z.union([Listed, Joined, Condition]);
export type ColumnFilter = z.infer<typeof ColumnFilter>;

export const FilterModel = z.record(z.string(), z.unknown()).transform((record) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const filter = ColumnFilter.safeParse(value);
      return filter.success ? [[key, filter.data] as const] : [];
    }),
  ),
);
export type FilterModel = Readonly<Record<string, ColumnFilter>>;

export type FilterKind = FilterCondition["filterType"];

export function kindOf({ type }: Pick<TableColumn, "type">): FilterKind {
  if (type === GENERIC_TYPE.NUMERIC) return "number";
  return type === GENERIC_TYPE.TEMPORAL ? "date" : "text";
}

const BLANKS = { blank: msg("is empty"), notBlank: msg("is not empty") } as const;
const AMOUNTS = {
  equals: msg("equals"),
  notEqual: msg("does not equal"),
  greaterThan: msg("is more than"),
  greaterThanOrEqual: msg("is at least"),
  lessThan: msg("is less than"),
  lessThanOrEqual: msg("is at most"),
  inRange: msg("is between"),
} as const;

export const CONDITIONS: Readonly<Record<FilterKind, Readonly<Record<string, Message>>>> = {
  text: {
    contains: msg("contains"),
    notContains: msg("does not contain"),
    equals: msg("equals"),
    notEqual: msg("does not equal"),
    startsWith: msg("begins with"),
    endsWith: msg("ends with"),
    ...BLANKS,
  },
  number: { ...AMOUNTS, ...BLANKS },
  date: {
    equals: msg("is on"),
    notEqual: msg("is not on"),
    greaterThan: msg("is after"),
    lessThan: msg("is before"),
    inRange: msg("is between"),
    ...BLANKS,
  },
};

export const needsBounds = (type: string): 0 | 1 | 2 => (type in BLANKS ? 0 : type === "inRange" ? 2 : 1);

export function boundsIn(condition: FilterCondition): readonly [string, string] {
  const { filterType, filter, filterTo, dateFrom, dateTo } = condition;
  const [low, high] = filterType === "date" ? [dateFrom?.slice(0, 10), dateTo?.slice(0, 10)] : [filter, filterTo];
  return [String(low ?? ""), String(high ?? "")];
}

export function conditionOf(
  kind: FilterKind,
  type: string,
  [low, high]: readonly [string, string],
): FilterCondition | null {
  const bounds = [low, high].slice(0, needsBounds(type));
  if (!bounds.every((bound) => isBound(kind, bound))) return null;
  if (kind === "date") return { filterType: kind, type, dateFrom: bounds[0] ?? null, dateTo: bounds[1] ?? null };
  const [filter, filterTo] = kind === "number" ? bounds.map(Number) : bounds;
  return {
    filterType: kind,
    type,
    ...(filter === undefined ? {} : { filter }),
    ...(filterTo === undefined ? {} : { filterTo }),
  };
}

function isBound(kind: FilterKind, text: string): boolean {
  if (text.trim() === "") return false;
  if (kind === "number") return Number.isFinite(Number(text));
  return kind === "text" || epochOf(text) !== undefined;
}

export function filterRows(
  rows: readonly DataRow[],
  columns: readonly TableColumn[],
  model: FilterModel,
): readonly DataRow[] {
  const tests = columns.flatMap((column) => {
    const filter = Object.hasOwn(model, column.key) ? model[column.key] : undefined;
    return filter ? [predicateOf(column, filter)] : [];
  });
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((passes) => passes(row)));
}

type Test = (row: DataRow) => boolean;

function predicateOf(column: TableColumn, filter: ColumnFilter): Test {
  if ("values" in filter) {
    const listedValues = new Set<unknown>(filter.values);
    return (row) => listedValues.has(row[column.key] ?? null);
  }
  const tests = ("conditions" in filter ? filter.conditions : [filter]).map((one) => conditionTest(column, one));
  const isAny = "operator" in filter && filter.operator === "OR";
  return (row) => (isAny ? tests.some((test) => test(row)) : tests.every((test) => test(row)));
}

function conditionTest(column: TableColumn, condition: FilterCondition): Test {
  const { type, filterType } = condition;
  const valueIn = (row: DataRow): DataValue => row[column.key] ?? null;
  if (type === "blank") return (row) => isBlank(valueIn(row));
  if (type === "notBlank") return (row) => !isBlank(valueIn(row));
  if (filterType === "text") {
    const needle = boundsIn(condition)[0].toLowerCase();
    const test = TEXT_TESTS[type] ?? TEXT_TESTS.contains;
    return (row) => test?.(textOf(column, row), needle) === true;
  }
  const [low, high] = amountsIn(condition);
  const read = filterType === "date" ? dayOf : numberOf;
  const test = AMOUNT_TESTS[type];
  return (row) => {
    const amount = read(valueIn(row));
    return amount === null ? type === "notEqual" : test?.(amount, low, high) === true;
  };
}

const isBlank = (value: DataValue) => value === null || (typeof value === "string" && value.trim() === "");

function textOf(column: TableColumn, row: DataRow): string {
  const value = row[column.key] ?? null;
  return value === null
    ? ""
    : typeof value === "string"
      ? value.toLowerCase()
      : column.format(value, row).toLowerCase();
}

const TEXT_TESTS: Readonly<Record<string, (text: string, needle: string) => boolean>> = {
  contains: (text, needle) => text.includes(needle),
  notContains: (text, needle) => !text.includes(needle),
  equals: (text, needle) => text === needle,
  notEqual: (text, needle) => text !== needle,
  startsWith: (text, needle) => text.startsWith(needle),
  endsWith: (text, needle) => text.endsWith(needle),
};

const AMOUNT_TESTS: Readonly<Record<string, (amount: number, low: number, high: number) => boolean>> = {
  equals: (amount, low) => amount === low,
  notEqual: (amount, low) => amount !== low,
  greaterThan: (amount, low) => amount > low,
  greaterThanOrEqual: (amount, low) => amount >= low,
  lessThan: (amount, low) => amount < low,
  lessThanOrEqual: (amount, low) => amount <= low,
  inRange: (amount, low, high) => amount >= low && amount <= high,
};

const DAY_MS = 86_400_000;

const numberOf = (value: DataValue) => (value === null || value === "" ? null : Number(value));

function dayOf(value: DataValue): number | null {
  if (value === null) return null;
  const epochMs = typeof value === "number" ? value : epochOf(String(value));
  return epochMs === undefined ? null : Math.floor(epochMs / DAY_MS);
}

function amountsIn(condition: FilterCondition): readonly [number, number] {
  const [low, high] = boundsIn(condition);
  const read = (text: string) => (condition.filterType === "date" ? (dayOf(text) ?? Number.NaN) : Number(text));
  return [read(low), read(high)];
}

export function clausesOf(filter: ColumnFilter, col: QueryFilter["col"]): QueryFilter[] {
  if ("values" in filter) {
    const chosen =
      filter.values.length > 0 ? [{ op: "IN", val: filter.values, ...exactOption(filter.values) }] : NOTHING;
    return chosen.map((part) => ({ col, ...part }));
  }
  const conditions = "conditions" in filter ? filter.conditions : [filter];
  const groups = conditions.map((condition) => CLAUSES[condition.type]?.(condition) ?? []);
  const isAny = "operator" in filter && filter.operator === "OR";
  return (isAny ? [groups.flat()] : groups).flatMap((any) => clauses(any, col));
}

type Groups = Comparison[][];

function clauses(any: Groups, col: QueryFilter["col"]): QueryFilter[] {
  const [first] = any;
  if (!first) return [];
  return any.length > 1 ? [{ col, op: "ANY OF", any }] : first.map((part) => ({ col, ...part }));
}

const NULL = { op: "IS NULL" };
const PRESENT = { op: "IS NOT NULL" };
const NOTHING: Comparison[] = [NULL, PRESENT];
const EQUALS = { text: "EQUALS TEXT", number: "==" } as const;
const UNEQUAL = { text: "NOT EQUALS TEXT", number: "!=" } as const;

/** Same as in the browser: empty text is blank, and excluding values also excludes NULL. */
const CLAUSES: Readonly<Record<string, (condition: FilterCondition) => Groups>> = {
  blank: (one) => (one.filterType === "text" ? [[NULL], [{ op: "LIKE", val: "" }]] : [[NULL]]),
  notBlank: (one) => [one.filterType === "text" ? [PRESENT, { op: "NOT LIKE", val: "" }] : [PRESENT]],
  contains: (one) => [[{ op: "CONTAINS TEXT", val: boundOf(one, 0) }]],
  notContains: (one) => [[{ op: "NOT CONTAINS TEXT", val: boundOf(one, 0) }], [NULL]],
  startsWith: (one) => [[{ op: "BEGINS WITH TEXT", val: boundOf(one, 0) }]],
  endsWith: (one) => [[{ op: "ENDS WITH TEXT", val: boundOf(one, 0) }]],
  equals: (one) => [
    one.filterType === "date" ? within(one, 0) : [{ op: EQUALS[one.filterType], val: boundOf(one, 0) }],
  ],
  notEqual: (one) => [
    ...(one.filterType === "date"
      ? [[before(one)], [after(one)]]
      : [[{ op: UNEQUAL[one.filterType], val: boundOf(one, 0) }]]),
    [NULL],
  ],
  greaterThan: (one) => [[one.filterType === "date" ? after(one) : { op: ">", val: boundOf(one, 0) }]],
  greaterThanOrEqual: (one) => [[{ op: ">=", val: boundOf(one, 0) }]],
  lessThan: (one) => [[before(one)]],
  lessThanOrEqual: (one) => [
    [one.filterType === "date" ? { op: "<", val: nextDay(one, 0) } : { op: "<=", val: boundOf(one, 0) }],
  ],
  inRange: (one) => [
    one.filterType === "date"
      ? within(one, 1)
      : [
          { op: ">=", val: boundOf(one, 0) },
          { op: "<=", val: boundOf(one, 1) },
        ],
  ],
};

function boundOf(condition: FilterCondition, at: 0 | 1): string | number {
  const text = boundsIn(condition)[at];
  return condition.filterType === "number" ? Number(text) : text;
}

const within = (condition: FilterCondition, to: 0 | 1): Comparison[] => [
  { op: ">=", val: boundOf(condition, 0) },
  { op: "<", val: nextDay(condition, to) },
];

const before = (condition: FilterCondition): Comparison => ({ op: "<", val: boundOf(condition, 0) });
const after = (condition: FilterCondition): Comparison => ({ op: ">=", val: nextDay(condition, 0) });

function nextDay(condition: FilterCondition, at: 0 | 1): string {
  const epochMs = epochOf(boundsIn(condition)[at]);
  return epochMs === undefined ? "" : new Date(epochMs + DAY_MS).toISOString().slice(0, 10);
}
