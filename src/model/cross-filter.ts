import { t } from "../i18n/translate.ts";
import { columnLabel, exactOption, type FilterScalar, type QueryColumn, type QueryFilter } from "./adhoc.ts";
import type { DataMask } from "./data-mask.ts";
import { displayValue } from "./native-filter-query.ts";

export interface SelectionClause {
  column: QueryColumn;
  /** Empty for a range. */
  values: readonly FilterScalar[];
  grain?: string;
  range?: ValueRange;
}

/** From `from` up to `to`; times are epoch milliseconds. */
export interface ValueRange {
  from: number;
  to: number;
  includesEnd?: boolean;
}

export interface MarkSelection {
  clauses: readonly SelectionClause[];
  label: string;
  isExcluded?: boolean;
}

export function excluding(clause: SelectionClause, label: string): MarkSelection {
  return { clauses: [clause], label: t("not {label}", { label }), isExcluded: true };
}

export function crossFilterMask(chartId: number, selection: MarkSelection | null): DataMask {
  if (!selection || selection.clauses.length === 0) {
    return { id: chartId, extraFormData: {}, filterState: { value: null, selectedValues: null } };
  }
  const filters = selection.clauses.flatMap((clause) => clauseFilters(clause, selection.isExcluded));
  const value = selection.clauses.map(({ values, range }) => (range ? [range.from, range.to] : [...values]));
  const selectedValues = selection.clauses.flatMap(textsOf);
  return {
    id: chartId,
    extraFormData: { filters },
    filterState: {
      value,
      selectedValues,
      label: selection.label || selectedValues.join(", "),
      ...(selection.isExcluded ? { excludeFilterValues: true } : {}),
    },
  };
}

function textsOf({ values, range }: SelectionClause): string[] {
  return range ? [`${range.from} – ${range.to}`] : values.map(displayValue);
}

/** A range is two plain comparisons: a temporal range would be overridden by the time range of the other chart. */
export function clauseFilters(clause: SelectionClause, isExcluded = false): QueryFilter[] {
  const { column: col, range } = clause;
  if (!range) return [clauseFilter(clause, isExcluded)];
  return [
    { col, op: ">=", val: range.from },
    { col, op: range.includesEnd ? "<=" : "<", val: range.to },
  ];
}

export function clauseFilter({ column, values, grain }: SelectionClause, isExcluded = false): QueryFilter {
  const extra = { ...(grain ? { grain } : {}), ...exactOption(values) };
  if (values.every((value) => value === null)) {
    return { col: column, op: isExcluded ? "IS NOT NULL" : "IS NULL", ...extra };
  }
  const nullOption = isExcluded && !values.includes(null) ? { keepsNull: true } : {};
  return { col: column, op: isExcluded ? "NOT IN" : "IN", val: [...values], ...nullOption, ...extra };
}

const NULL_OPERATORS = ["IS NULL", "IS NOT NULL"];
const EXCLUDING_OPERATORS = ["NOT IN", "IS NOT NULL"];

export function selectionOf(mask: DataMask | undefined): MarkSelection | null {
  const filters = mask?.extraFormData?.filters ?? [];
  if (filters.length === 0) return null;
  const clauses = filters.flatMap((filter, at) => clauseOf(filter, filters[at + 1]));
  const label = mask?.filterState?.label ?? clauses.flatMap(textsOf).join(", ");
  const isExcluded = filters.every((filter) => EXCLUDING_OPERATORS.includes(filter.op.toUpperCase()));
  return { clauses, label, ...(isExcluded ? { isExcluded } : {}) };
}

/** The end of a range follows its start and is read with it. */
function clauseOf(filter: QueryFilter, next: QueryFilter | undefined): SelectionClause[] {
  const { col: column, op, val, grain } = filter;
  if (ENDS.includes(op)) return [];
  if (op === ">=" && typeof val === "number" && typeof next?.val === "number" && ENDS.includes(next.op)) {
    const includesEnd = next.op === "<=" ? { includesEnd: true } : {};
    return [{ column, values: [], range: { from: val, to: next.val, ...includesEnd } }];
  }
  const values = NULL_OPERATORS.includes(op.toUpperCase()) ? [null] : toList(val);
  return [{ column, values, ...(grain ? { grain } : {}) }];
}

const ENDS = ["<", "<="];

function toList(value: QueryFilter["val"]): FilterScalar[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Clicking the same marks again clears the selection, selecting the same range keeps it; Ctrl/Cmd adds or removes values of the same columns. */
export function nextSelection(
  current: MarkSelection | null,
  clicked: MarkSelection | null,
  additive: boolean,
): MarkSelection | null {
  if (!clicked || clicked.clauses.length === 0) return null;
  if (current && isSame(current, clicked)) return isRange(clicked) ? current : null;
  if (!additive || !current || !hasSameColumns(current, clicked)) return clicked;
  if (![current, clicked].every(isList)) return clicked;
  const clauses = clicked.clauses.map((clause, index) => ({
    ...clause,
    values: toggled(current.clauses[index]?.values ?? [], clause.values, clicked.clauses.length === 1),
  }));
  if (clauses.some((clause) => clause.values.length === 0)) return null;
  return { clauses, label: clauses.flatMap((clause) => clause.values.map(displayValue)).join(", ") };
}

function toggled(
  before: readonly FilterScalar[],
  clicked: readonly FilterScalar[],
  canShrink: boolean,
): FilterScalar[] {
  if (canShrink && isSubset(clicked, before)) return before.filter((value) => !clicked.includes(value));
  return [...before, ...clicked.filter((value) => !before.includes(value))];
}

const isList = (selection: MarkSelection) => !selection.isExcluded && !isRange(selection);

const isRange = ({ clauses }: MarkSelection) => clauses.some(({ range }) => range !== undefined);

function hasSameColumns(a: MarkSelection, b: MarkSelection): boolean {
  const names = (selection: MarkSelection) => selection.clauses.map((clause) => columnLabel(clause.column)).join("\n");
  return names(a) === names(b);
}

function isSubset(values: readonly FilterScalar[], of: readonly FilterScalar[]): boolean {
  return values.every((value) => of.includes(value));
}

function isSame(a: MarkSelection, b: MarkSelection): boolean {
  if (!hasSameColumns(a, b) || Boolean(a.isExcluded) !== Boolean(b.isExcluded)) return false;
  return a.clauses.every((clause, index) => {
    const { values: other = [], range } = b.clauses[index] ?? {};
    if (range?.from !== clause.range?.from || range?.to !== clause.range?.to) return false;
    return isSubset(clause.values, other) && isSubset(other, clause.values);
  });
}

/** SQL columns only apply to their own dataset. */
export function appliesTo(
  mask: DataMask,
  source: TargetDataset | undefined,
  target: TargetDataset | undefined,
): boolean {
  const filters = mask.extraFormData?.filters ?? [];
  return filters.every((filter) => {
    if (typeof filter.col !== "string" && filter.col.isColumnReference !== true) return source?.id === target?.id;
    const name = typeof filter.col === "string" ? filter.col : filter.col.sqlExpression;
    if (source && source.id === target?.id) return true;
    return target?.columns.has(name) ?? false;
  });
}

export interface TargetDataset {
  id: number;
  columns: ReadonlySet<string>;
}
