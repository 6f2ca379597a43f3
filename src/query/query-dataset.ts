import { isTimeOfDay } from "../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../model/dataset.ts";

export type QueryDataset = Pick<
  Dataset,
  "columns" | "metrics" | "table_name" | "schema" | "catalog" | "sql" | "main_dttm_col" | "offset"
> & {
  always_filter_main_dttm?: boolean | null;
  fetch_values_predicate?: string | null;
  template_params?: string | null;
};

export type ColumnType = "numeric" | "text" | "temporal" | "boolean" | "unknown";

const TYPES: readonly [RegExp, ColumnType][] = [
  [/^(n?(var)?char|(tiny|medium|long|n|ci)?text|(fixed)?string|uuid|enum|blob|json|bpchar)/i, "text"],
  [/^(int[48]|num|ts(tz)?|date)(multi)?range/i, "text"],
  [/^(timestamp|datetime|date|interval)/i, "temporal"],
  [/^(bool|tinyint\(1\))/i, "boolean"],
  [
    /^(u?(tiny|small|big|huge|medium)?int|integer|decimal|numeric|float|double|real|money|(small|big)?serial|long|number|bignum)/i,
    "numeric",
  ],
];
const GENERIC: readonly ColumnType[] = ["numeric", "text", "temporal", "boolean"];

export function typeOfColumn(column: DatasetColumn): ColumnType {
  const known = column.type ? typeOfSql(column.type) : "unknown";
  if (known !== "unknown") return known;
  return GENERIC[column.type_generic ?? -1] ?? (column.is_dttm ? "temporal" : "unknown");
}

export function typeOfSql(type: string): ColumnType {
  const text = withoutWrappers(type);
  if (isTimeOfDay(text) || isList(text)) return "text";
  return TYPES.find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";
}

const isList = (type: string) => /\[\d*\]$|^array\b/i.test(type);

/** Some engines wrap a type to mark it as nullable or name its encoding. */
export const withoutWrappers = (type: string) => type.trim().replace(/^((Nullable|LowCardinality)\()+/, "");

const CHARACTERS = /^(n?(var)?char|(tiny|medium|long|n|ci)?text|(fixed)?string|bpchar|clob)(?!.*\[)/i;

/** False for types that only have a text form, such as UUIDs and enums: patterns need character types. */
export const isOfCharacters = ({ type }: DatasetColumn) => !type || CHARACTERS.test(withoutWrappers(type));

export const isDateType = (type: string | null | undefined) => /^date(32)?\)*$/i.test(withoutWrappers(type ?? ""));
