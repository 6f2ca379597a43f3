import type { BrushEvent, Selection, SelectionClause } from "../../chart-seam/chart-type.ts";
import { userZone } from "../../i18n/browser-zone.ts";
import { currentLocale } from "../../i18n/locale.ts";
import { t } from "../../i18n/translate.ts";
import { instantOn, instantsOn, wallClockIn } from "../../i18n/zone.ts";
import { columnLabel } from "../../model/adhoc.ts";
import type { BrushDimension } from "../../model/brush.ts";
import { ownValue } from "../../model/own-value.ts";
import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";
import { epochOf } from "./value.ts";

/**
 * Results have moments on the clock that `colzones` names: raw values in UTC, periods in the zone in which they were
 * cut. Within a chart all are on the reader's clock, or the dashboard's; selections leave it as moments, in UTC.
 * Dates, and times without a zone, are the same on every clock.
 */
export function onReadersClock(result: ChartDataResult): ChartDataResult {
  const { zone } = currentLocale();
  const others = Object.entries(result.colzones ?? {}).filter(([, shown]) => shown !== zone);
  if (zone === undefined || others.length === 0 || !Array.isArray(result.data)) return result;
  const moved = (value: DataValue, shown: string): DataValue => {
    const ms = typeof value === "string" ? epochOf(value) : value;
    return typeof ms === "number" ? wallClockIn(instantOn(ms, shown), zone) : value;
  };
  const data = (result.data as DataRow[]).map((row) => {
    const times = others.filter(([name]) => Object.hasOwn(row, name));
    return { ...row, ...Object.fromEntries(times.map(([name, shown]) => [name, moved(row[name] ?? null, shown)])) };
  });
  const colzones = Object.fromEntries(Object.keys(result.colzones ?? {}).map((name) => [name, zone]));
  return { ...result, data, colzones };
}

/** A time on the clock of `shown`, on the reader's; null = a time without a zone. */
export function timeOnClock(ms: number, shown: string | null | undefined): number {
  const { zone } = currentLocale();
  return shown && zone !== undefined ? wallClockIn(instantOn(ms, shown), zone) : ms;
}

type Zones = NonNullable<ChartDataResult["colzones"]>;

export const zonesOf = (results: readonly ChartDataResult[] | undefined): Zones =>
  Object.assign({}, ...(results ?? []).map(({ colzones }) => colzones));

/** Values that aren't periods, from the reader's clock. */
export const asMoments = <S extends Pick<Selection, "clauses">>(selection: S, zones: Zones): S =>
  moved(selection, zones, { one: instantOn, all: instantsOn });

export function brushAsMoments(event: BrushEvent, zones: Zones): BrushEvent {
  if (event.kind === "cancel") return event;
  if (event.kind === "move") return { ...event, selection: asMoments(event.selection, zones) };
  const dimensions = event.dimensions.map((dimension) => dimensionAsMoments(dimension, zones));
  return { ...event, dimensions: dimensions.every((one) => one !== undefined) ? dimensions : [] };
}

/** Undefined if a value stands for several moments, or several stand for one, such as at the end of daylight saving time. */
function dimensionAsMoments(dimension: BrushDimension, zones: Zones): BrushDimension | undefined {
  const { column } = dimension;
  if ("values" in dimension) {
    const clause = { column, values: dimension.values, ...(dimension.grain ? { grain: dimension.grain } : {}) };
    const values = asMoments({ clauses: [clause] }, zones).clauses[0]?.values ?? [];
    return values.length === dimension.values.length ? { ...dimension, values: [...values] } : undefined;
  }
  const clauses = dimension.edges.map((edge) => ({ column, values: [], range: { from: edge, to: edge } }));
  const edges = asMoments({ clauses }, zones).clauses.map(({ range }, at) => range?.from ?? dimension.edges[at] ?? 0);
  return edges.every((edge, at) => at === 0 || edge > (edges[at - 1] ?? edge)) ? { ...dimension, edges } : undefined;
}

export const onClock = <S extends Pick<Selection, "clauses">>(selection: S, zones: Zones): S =>
  moved(selection, zones, { one: wallClockIn, all: (ms, zone) => [wallClockIn(ms, zone)] });

interface Move {
  one(ms: number, zone: string): number;
  all(ms: number, zone: string): readonly number[];
}

function moved<S extends Pick<Selection, "clauses">>(selection: S, zones: Zones, move: Move): S {
  const clauses = selection.clauses.map((clause): SelectionClause => {
    const zone = ownValue(zones, columnLabel(clause.column));
    if (zone === undefined || isOfPeriods(clause)) return clause;
    const { range, values } = clause;
    return {
      ...clause,
      values: values.flatMap((value): readonly DataValue[] =>
        typeof value === "number" ? move.all(value, zone) : [value],
      ),
      ...(range ? { range: { ...range, from: move.one(range.from, zone), to: move.one(range.to, zone) } } : {}),
    };
  });
  return clauses.some((clause, i) => clause !== selection.clauses[i]) ? { ...selection, clauses } : selection;
}

const isOfPeriods = ({ column, grain }: SelectionClause) =>
  Boolean(grain ?? (typeof column === "string" ? undefined : column.timeGrain));

export const zoneText = (zone: string): string => t("Times in {zone}", { zone });

/** The zone of the times of a column, or of any, if it isn't the reader's own. */
export function foreignZone(results: readonly ChartDataResult[] | undefined, name?: string): string | undefined {
  const zones = zonesOf(results);
  const zone = name === undefined ? Object.values(zones)[0] : ownValue(zones, name);
  return zone === userZone() ? undefined : zone;
}
