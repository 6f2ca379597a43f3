import { bucketAt } from "../../../chart-kit/axes/grain-bucket.ts";
import type { RangeColumn } from "../../../chart-seam/chart-type.ts";
import { date, number } from "../../../i18n/intl.ts";
import type { MarkSelection, SelectionClause, ValueRange } from "../../../model/cross-filter.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { DAY_MS, isoWithoutZone } from "../../../query/calendar.ts";
import { maybeIsoDate } from "../../../query/time-expression.ts";

/** What is typed for a column: ISO times without a zone, or numbers; "" = can't be read. */
export interface TypedRange extends RangeColumn {
  from: string;
  to: string;
}

/** The selected range, or else what the chart shows. */
export function typedRanges(
  columns: readonly RangeColumn[],
  selected: MarkSelection | null,
  { results = [], grain }: { results?: readonly ChartDataResult[] | undefined; grain?: string | null } = {},
): TypedRange[] {
  return columns.map((one) => {
    const range =
      selected?.clauses.find((clause) => clause.column === one.column)?.range ??
      wholeBuckets(extentIn(results, one.column), one.kind === "time" ? grain : undefined);
    const write = (value: number) => (one.kind === "time" ? isoWithoutZone(value).slice(0, 19) : String(value));
    return { ...one, from: range ? write(range.from) : "", to: range ? write(range.to) : "" };
  });
}

const wholeBuckets = (range: ValueRange | undefined, grain: string | null | undefined) =>
  range && {
    from: bucketAt(range.from, grain)?.from ?? range.from,
    to: bucketAt(range.to, grain)?.to ?? range.to,
  };

function extentIn(results: readonly ChartDataResult[], column: string): ValueRange | undefined {
  const rows = Array.isArray(results[0]?.data) ? (results[0].data as Record<string, unknown>[]) : [];
  const values = rows.map((row) => row[column]).filter((value) => typeof value === "number");
  if (values.length === 0) return undefined;
  const [from, to] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [
    values[0] ?? 0,
    values[0] ?? 0,
  ] as [number, number]);
  return { from, to };
}

const readTyped = (text: string, kind: RangeColumn["kind"]) =>
  text.trim() === "" ? undefined : kind === "time" ? maybeIsoDate(text) : Number(text);

/** Times end before `to`, numbers include it. Undefined while a field can't be read or a range ends before it starts. */
export function selectionOfTyped(typed: readonly TypedRange[]): MarkSelection | undefined {
  const clauses = typed.flatMap(({ column, kind, from, to }): SelectionClause[] => {
    const [low, high] = [readTyped(from, kind), readTyped(to, kind)];
    if (low === undefined || high === undefined || !(low <= high) || (kind === "time" && low === high)) return [];
    const includesEnd = kind === "number" ? { includesEnd: true } : {};
    return [{ column, values: [], range: { from: low, to: high, ...includesEnd } }];
  });
  if (clauses.length < typed.length || typed.length === 0) return undefined;
  return { clauses, label: clauses.map(({ range }, at) => labelOf(range as ValueRange, typed[at]?.kind)).join(", ") };
}

function labelOf({ from, to }: ValueRange, kind: RangeColumn["kind"] | undefined): string {
  if (kind !== "time") return `${number(from)} – ${number(to)}`;
  const isWhole = from % DAY_MS === 0 && to % DAY_MS === 0;
  const style: Intl.DateTimeFormatOptions = {
    dateStyle: "medium",
    timeZone: "UTC",
    ...(isWhole ? {} : { timeStyle: "short" }),
  };
  const [first, last] = [from, isWhole ? to - DAY_MS : to].map((ms) => date(new Date(ms), style));
  return first === last ? String(first) : `${first} – ${last}`;
}
