import { currentLocale } from "../i18n/locale.ts";
import { instantOn, wallClockIn } from "../i18n/zone.ts";
import type { FilterScalar } from "./adhoc.ts";
import { COUNT_LABEL, displayValue } from "./native-filter-query.ts";
import { ownValue } from "./own-value.ts";
import type { ChartDataResult } from "./query-context.ts";

export interface FilterOption {
  key: string;
  value: FilterScalar;
  label: string;
  count: number;
}

const TEMPORAL = 2;

export function optionsOf(result: ChartDataResult | undefined, column: string): FilterOption[] {
  if (!result || !Array.isArray(result.data)) return [];
  const isTemporal = result.coltypes?.[0] === TEMPORAL;
  const { zone } = currentLocale();
  const shownZone = ownValue(result.colzones, column);
  const onClock = (ms: number) => (zone && shownZone ? wallClockIn(instantOn(ms, shownZone), zone) : ms);
  const options = result.data.map((row) => {
    const value = (row[column] ?? null) as FilterScalar;
    const label = isTemporal && typeof value === "number" ? dateWords(onClock(value)) : displayValue(value);
    return { key: keyOf(value), value, label, count: Number(row[COUNT_LABEL] ?? 0) };
  });
  return inCalendarOrder(options);
}

const CALENDARS = ["mon tue wed thu fri sat sun", "jan feb mar apr may jun jul aug sep oct nov dec"].map((text) =>
  text.split(" "),
);

function inCalendarOrder(options: FilterOption[]): FilterOption[] {
  const place = (names: readonly string[], option: FilterOption) =>
    names.indexOf(option.label.slice(0, 3).toLowerCase());
  const calendar = CALENDARS.find(
    (names) =>
      options.length > 1 && options.length <= names.length && options.every((option) => place(names, option) >= 0),
  );
  return calendar ? options.toSorted((a, b) => place(calendar, a) - place(calendar, b)) : options;
}

export function keyOf(value: FilterScalar): string {
  return typeof value === "number" ? String(value) : displayValue(value);
}

function dateWords(epochMs: number): string {
  const text = new Date(epochMs).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ");
}

export function valuesOfKeys(
  keys: readonly string[],
  options: readonly FilterOption[],
  isNumeric: boolean,
): FilterScalar[] {
  const known = new Map(options.map((option) => [option.key, option.value]));
  return keys.map((key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const number = Number(key);
    return isNumeric && key.trim() !== "" && Number.isFinite(number) ? number : key;
  });
}
