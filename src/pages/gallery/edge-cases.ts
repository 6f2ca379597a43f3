import { rowsOf } from "../../chart-kit/table/column.ts";
import type { FormData } from "../../model/form-data.ts";
import { type ChartDataResult, type DataRow, type DataValue, SHARE_SUFFIX } from "../../model/query-context.ts";
import { hostileName } from "./hostile.ts";
import { isSizedNames, type SizedNames, sizedCount, sizedNameOf, withSizedNames } from "./sized-names.ts";

/**
 * Edge-case data derived from a gallery case's results, to check that every type draws it correctly or says why it
 * can't.
 */
export const EDGE_CASES = [
  ...(["empty", "one", "three", "null", "zero", "equal", "negative", "outlier", "lopsided"] as const),
  ...(["blank", "long", "rtl", "hostile", "many", "crowd"] as const),
];
export type EdgeCase = (typeof EDGE_CASES)[number] | SizedNames;

export const isEdgeCase = (text: string): text is EdgeCase =>
  EDGE_CASES.some((one) => one === text) || isSizedNames(text);

export function unusual(kind: EdgeCase, results: readonly ChartDataResult[], form: FormData): ChartDataResult[] {
  if (kind === "crowd") return crowded(results, form);
  return results.map((result) => {
    if (!Array.isArray(result.data)) return result;
    if (kind === "many") return multiplied(result, form, manyNames(MANY));
    if (isSizedNames(kind)) return sized(kind, result, form);
    if (kind === "long" || kind === "rtl" || kind === "hostile") return renamed(result, form, NAMES[kind]);
    const data = changed(kind, rowsOf(result), dimensionsOf(result, form));
    return { ...result, data, rowcount: data.length };
  });
}

function changed(kind: EdgeCase, rows: readonly DataRow[], dimensions: ReadonlySet<string>): DataRow[] {
  switch (kind) {
    case "empty":
      return [];
    case "one":
      return rows.slice(0, 1).map(withoutShares);
    case "three":
      return rows.slice(0, 3).map(withoutShares);
    case "null":
      return withValues(rows, dimensions, () => null);
    case "zero":
      return withValues(rows, dimensions, () => 0);
    case "equal":
      return withValues(rows, dimensions, () => 7);
    case "negative":
      return withValues(rows, dimensions, (value) => -Math.abs(value) - 1);
    case "outlier":
      return withValues(rows, dimensions, (value, row) => (row === 0 ? (Math.abs(value) + 1) * 1e9 : value));
    case "lopsided":
      return withValues(rows.map(withoutShares), dimensions, (value, row, key) =>
        row === 0 ? 19 * othersOf(rows, key) : Math.abs(value),
      );
    default:
      return rows.map((row, index) => (index > 1 ? row : withTexts(row, () => (index === 0 ? null : ""))));
  }
}

const DIMENSIONS = [
  ...["x_axis", "groupby", "groupby_b", "groupbyRows", "groupbyColumns", "columns", "series", "entity", "all_columns"],
  ...["source", "target", "source_category", "target_category", "start_time", "end_time", "y_axis", "id", "parent"],
];

function dimensionsOf({ colnames = [], coltypes = [] }: ChartDataResult, form: FormData): Set<string> {
  const named = DIMENSIONS.flatMap((key) => form[key] ?? []);
  return new Set([...named.map(nameOf), ...colnames.filter((_, index) => coltypes[index] === 2)]);
}

/** Sum of all rows but the first; 19 times this is 95% of the total. */
const othersOf = (rows: readonly DataRow[], key: string) =>
  rows.slice(1).reduce((sum, row) => sum + Math.abs(Number(row[key] ?? 0)), 0);

const withoutShares = (row: DataRow): DataRow =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !key.endsWith(SHARE_SUFFIX)));

const nameOf = (column: unknown) =>
  typeof column === "string" ? column : String((column as { label?: unknown } | null | undefined)?.label);

type Change = (value: number, row: number, key: string) => number | null;

function withValues(rows: readonly DataRow[], dimensions: ReadonlySet<string>, change: Change): DataRow[] {
  const of = (value: DataValue, row: number, key: string): DataValue =>
    typeof value === "number" ? change(value, row, key) : value;
  return rows.map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, dimensions.has(key) ? value : of(value, index, key)]),
    ),
  );
}

function withTexts(row: DataRow, change: (text: string) => string | null): DataRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === "string" ? change(value) : value]),
  );
}

function renamed(result: ChartDataResult, form: FormData, nameOf: (index: number) => string): ChartDataResult {
  const names = new Map<string, string>();
  const name = (text: string) => {
    const cached = names.get(text) ?? nameOf(names.size);
    names.set(text, cached);
    return cached;
  };
  const isSeries = new Set(seriesOf(result, form));
  const column = (key: string) => (isSeries.has(key) ? name(key) : key);
  return {
    ...result,
    colnames: result.colnames?.map(column),
    label_map: Object.fromEntries(
      Object.entries(result.label_map ?? {}).map(([key, parts]) => [column(key), parts.map(column)]),
    ),
    data: rowsOf(result).map((row) =>
      Object.fromEntries(Object.entries(withTexts(row, name)).map(([key, value]) => [column(key), value])),
    ),
  };
}

function seriesOf({ colnames = [], coltypes = [] }: ChartDataResult, form: FormData): string[] {
  // Columns are statistics and ranges here.
  if (form.viz_type === "box_plot" || form.viz_type === "histogram_v2") return [];
  const named = JSON.stringify(form);
  return colnames.filter(
    (key, index) => coltypes[index] === 0 && !key.endsWith(SHARE_SUFFIX) && !named.includes(JSON.stringify(key)),
  );
}

const MANY = 50;
const manyNames = (count: number) => Array.from({ length: count }, (_, index) => `Series ${index + 1}`);

function sized(kind: SizedNames, result: ChartDataResult, form: FormData): ChartDataResult {
  const hasSeries = /timeseries|area/.test(form.viz_type) && seriesOf(result, form).length > 0;
  if (!hasSeries) return withSizedNames(kind, result, { form, dimensions: dimensionsOf(result, form) });
  return multiplied(
    result,
    form,
    Array.from({ length: sizedCount(kind) }, (_, index) => sizedNameOf(kind)(index)),
  );
}

function multiplied(result: ChartDataResult, form: FormData, names: readonly string[]): ChartDataResult {
  const series = seriesOf(result, form);
  const [first] = series;
  if (first === undefined) return result;
  const { colnames = [], coltypes = [] } = result;
  const otherColumns = colnames.flatMap((key, index) =>
    series.includes(key) ? [] : [[key, coltypes[index] ?? 0] as const],
  );
  const ofRow = (row: DataRow): DataRow => {
    const value = row[first];
    const values = names.map((name, index) => [name, typeof value === "number" ? value * (1 + index / 10) : value]);
    return Object.fromEntries([...otherColumns.map(([key]) => [key, row[key]]), ...values]);
  };
  return {
    ...result,
    colnames: [...otherColumns.map(([key]) => key), ...names],
    coltypes: [...otherColumns.map(([, type]) => type), ...names.map(() => 0)],
    label_map: Object.fromEntries([
      ...otherColumns.map(([key]) => [key, [key]]),
      ...names.map((name) => [name, [name]]),
    ]),
    data: rowsOf(result).map(ofRow),
  };
}

const CROWD = 10_000;

function crowded(results: readonly ChartDataResult[], form: FormData): ChartDataResult[] {
  const namesOf = (result: ChartDataResult) => {
    const dimensions = dimensionsOf(result, form);
    return (result.colnames ?? []).filter((name) => dimensions.has(name));
  };
  const [first = {}] = results;
  const each = Math.round(CROWD ** (1 / Math.max(1, namesOf(first).length)));
  const placed = manyValues(first, form);
  return results.map((result) => {
    const [rows, names] = [rowsOf(result), namesOf(result)];
    if (rows.length === 0 || names.length === 0) return result;
    const data = Array.from({ length: each ** names.length }, (_, at): DataRow => {
      const own = Object.entries(withoutShares(rows[at % rows.length] ?? {}));
      const values = own.map(([key, value]) => [key, typeof value === "number" ? value * (0.5 + noise(at)) : value]);
      const places = names.map((name, place) => [name, placed(name, Math.floor(at / each ** place) % each, at)]);
      return { ...Object.fromEntries(values), ...Object.fromEntries(places) };
    });
    return { ...result, data, rowcount: data.length };
  });
}

const numbersIn = (result: ChartDataResult, name: string) => [
  ...new Set(rowsOf(result).flatMap((row) => (typeof row[name] === "number" ? [row[name]] : []))),
];

const noise = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 0) / 2 ** 32;
const DAY_MS = 86_400_000;

function manyValues(result: ChartDataResult, { id }: FormData) {
  const cached = new Map<string, number[]>();
  const numbersOf = (name: string) => {
    const numbers = cached.get(name) ?? numbersIn(result, name);
    cached.set(name, numbers);
    return numbers;
  };
  return (name: string, place: number, at: number): DataValue => {
    const [one, next] = numbersOf(name);
    if (typeof one === "number") return one + place * Math.abs((next ?? one + DAY_MS) - one);
    return `${name} ${(name === nameOf(id) ? at : place) + 1}`;
  };
}

const longName = (index: number) =>
  `${index + 1} Professional and technical services of the northern regions`.padEnd(60, "s").slice(0, 60);

const RIGHT_TO_LEFT = ["القاهرة والإسكندرية", "תל אביב והסביבה", "بغداد", "ירושלים", "الدار البيضاء الكبرى", "חיפה"];

const rightToLeft = (index: number) =>
  `${RIGHT_TO_LEFT[index % RIGHT_TO_LEFT.length]} ${index < RIGHT_TO_LEFT.length ? "" : index}`.trim();

const NAMES = { long: longName, rtl: rightToLeft, hostile: hostileName };
