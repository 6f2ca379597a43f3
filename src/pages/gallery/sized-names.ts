import { rowsOf } from "../../chart-kit/table/column.ts";
import { columnLabel, type QueryColumn } from "../../model/adhoc.ts";
import type { FormData } from "../../model/form-data.ts";
import { type ChartDataResult, type DataRow, SHARE_SUFFIX } from "../../model/query-context.ts";

/** `25x40`: 25 categories or series with names of 40 letters. */
export type SizedNames = `${number}x${number}`;

const SIZED = /^(\d{1,3})x(\d{1,2})$/;

export const isSizedNames = (text: string): text is SizedNames => SIZED.test(text);

interface Named {
  form: FormData;
  dimensions: ReadonlySet<string>;
}

export function withSizedNames(
  kind: SizedNames,
  result: ChartDataResult,
  { form, dimensions }: Named,
): ChartDataResult {
  const [, count = 1, letters = 4] = (SIZED.exec(kind) ?? []).map(Number);
  if (form.viz_type === "tree_chart") return treeOf(result, form, { count, letters });
  const columns = textColumns(result);
  const rows = rowsOf(result);
  if (columns.length === 0 || rows.length === 0) return result;
  const second = columns.length > 1 ? fewOf(count) : 1;
  const data = Array.from({ length: count * second }, (_, at): DataRow => {
    const places = columns.map((column, place) => {
      const own = place === 0 ? at % count : Math.floor(at / count) % second;
      return [column, sizedName(own + place * count, letters)];
    });
    return { ...scaled(rows[at % rows.length] ?? {}, at, dimensions), ...Object.fromEntries(places) };
  });
  return { ...result, data, rowcount: data.length };
}

export const sizedCount = (kind: SizedNames) => Number(SIZED.exec(kind)?.[1]);
export const sizedNameOf = (kind: SizedNames) => (index: number) =>
  sizedName(index, Number(SIZED.exec(kind)?.[2] ?? 4));

function treeOf(result: ChartDataResult, form: FormData, { count, letters }: { count: number; letters: number }) {
  const labelOf = (column: unknown) => (column ? columnLabel(column as QueryColumn) : undefined);
  const [id = "id", parent = "parent", name = id] = [form.id, form.parent, form.name].map(labelOf);
  const idOf = (at: number) => (at === 0 && form.root_node_id ? String(form.root_node_id) : sizedName(at, letters));
  const groups = fewOf(count);
  const rows = Array.from({ length: 1 + groups + count }, (_, at): DataRow => {
    const above = at === 0 ? null : at <= groups ? 0 : 1 + (at % groups);
    const own = { [id]: idOf(at), [parent]: above === null ? null : idOf(above) };
    return { ...scaled(rowsOf(result)[0] ?? {}, at), [name]: sizedName(at, letters), ...own };
  });
  return { ...result, data: rows, rowcount: rows.length };
}

const fewOf = (count: number) => Math.max(2, Math.min(12, Math.round(Math.sqrt(count))));

function textColumns(result: ChartDataResult): string[] {
  const rows = rowsOf(result);
  return (result.colnames ?? []).filter(
    (name, index) => result.coltypes?.[index] !== 2 && rows.some((row) => typeof row[name] === "string"),
  );
}

const scaled = (row: DataRow, at: number, unchanged: ReadonlySet<string> = new Set()): DataRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      key.endsWith(SHARE_SUFFIX)
        ? []
        : [[key, typeof value === "number" && !unchanged.has(key) ? value * (0.5 + noise(at)) : value]],
    ),
  );

const noise = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 0) / 2 ** 32;

const WORDS = "Landing gear,Weather station,Public works,Customer support,Engine cowling,International,Small birds";

export function sizedName(index: number, letters: number): string {
  const at = (list: string, place: number) => list[place % list.length] ?? "";
  const word = [at("BDFGKLMNPRSTVZ", index), at("aeiou", index), at("bdklmnrst", index), at("aeiou", index >> 1)];
  const mark = index < 70 ? word.join("") : `${word.slice(0, 1).join("")}${index}`.padEnd(4, "x");
  const words = WORDS.split(",");
  const long = `${words[index % words.length]} of the regional office of the north west`;
  return letters < 10 ? mark.slice(0, letters) : `${long.slice(0, letters - 5)} ${mark}`;
}
