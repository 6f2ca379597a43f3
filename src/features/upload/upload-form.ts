import { type FileKind, MAX_UNPACKED_BYTES } from "../../api/upload/contract.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { uploadLimit } from "../../web/session/session.ts";

export const ACCEPTED = [".csv", ".tsv", ".txt", ".xlsx", ".xls", ".parquet", ".zip"];

const KINDS: Readonly<Record<string, FileKind>> = {
  csv: "csv",
  tsv: "csv",
  txt: "csv",
  xlsx: "excel",
  xls: "excel",
  parquet: "columnar",
  zip: "columnar",
};

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

export function kindOf(name: string): FileKind | undefined {
  return KINDS[endingOf(name)];
}

export function problemOfFile({ name, size }: Pick<File, "name" | "size">): string | undefined {
  if (kindOf(name) === undefined)
    return t(
      "Unsupported file type. Upload a CSV, TSV, text, Excel (.xlsx) or Parquet file, or a ZIP of Parquet files.",
    );
  if (endingOf(name) === "xls") return t("Old .xls files aren't supported. Save the file as .xlsx.");
  if (size === 0) return t("The file is empty.");
  const whole = uploadLimit();
  if (size > whole)
    return t("The file is {size}. Files can be up to {max}.", { size: sizeText(size), max: sizeText(whole) });
  if (isUnpacked(name) && size > MAX_UNPACKED_BYTES)
    return t("The file is {size}. Excel and ZIP files can be up to {max}. Save larger tables as CSV or Parquet.", {
      size: sizeText(size),
      max: sizeText(MAX_UNPACKED_BYTES),
    });
  return undefined;
}

const isUnpacked = (name: string) => kindOf(name) === "excel" || endingOf(name) === "zip";

/** The server needs the whole of such a file, so a preview would send it twice. */
export const isPreviewed = ({ name, size }: Pick<File, "name" | "size">) =>
  kindOf(name) === "csv" || size <= MAX_UNPACKED_BYTES;

const KB = 1024;

export function sizeText(bytes: number): string {
  if (bytes < KB) return t("{count, plural, one {# byte} other {# bytes}}", { count: bytes });
  if (bytes < KB * KB) return t("{size, number} kB", { size: Math.round(bytes / KB) });
  const mega = bytes / (KB * KB);
  const giga = mega / KB;
  if (giga >= 1) return t("{size} GB", { size: number(giga, digitsFor(giga)) });
  return t("{size} MB", { size: number(mega, digitsFor(mega)) });
}

function digitsFor(size: number): Intl.NumberFormatOptions {
  const digits = size < 10 && !Number.isInteger(size) ? 1 : 0;
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

const MAX_NAME = 63;

/** A name that is valid without quotes in every engine: `Sales 2024 (final).csv` -> `sales_2024_final`. */
export function tableNameOf(fileName: string): string {
  const plain = fileName
    .replace(/\.[^.]+$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const name = /^\d/.test(plain) ? `t_${plain}` : plain;
  return name.slice(0, MAX_NAME).replace(/_+$/, "") || "upload";
}

export const DELIMITERS = [",", ";", "\t", "|"] as const;

type NamedType = "text" | "integer" | "number" | "boolean" | "date";
/** Of currency or percent, as a wire name. */
export type SignType = `number without ${string}`;
export type ColumnType = "auto" | "datetime" | NamedType | SignType;

/** Wire names. Datetimes are sent in `column_dates` instead, which supports more formats. */
const SENT_TYPES: Readonly<Record<NamedType, string>> = {
  text: "text",
  integer: "integer",
  number: "double",
  boolean: "boolean",
  date: "date",
};

export interface UploadForm {
  databaseId?: number | undefined;
  schema?: string | undefined;
  table: string;
  exists: "fail" | "replace" | "append";
  sheet?: string | undefined;
  /** This and all following: undefined = detected. */
  encoding?: string | undefined;
  delimiter?: string | undefined;
  decimal?: "." | "," | undefined;
  thousands?: string | undefined;
  dayFirst?: boolean | undefined;
  nulls?: readonly string[] | undefined;
  skipBlank: boolean;
  trims: boolean;
  skipLong: boolean;
  /** Line of a text, row of a sheet, counted from the start of the file. */
  headerRow: number;
  rows: number | null;
  leftOut: readonly string[];
  /** New names by the file's names. */
  names: Readonly<Record<string, string>>;
  types: Readonly<Record<string, ColumnType>>;
  hasIndex: boolean;
  indexColumn?: string | undefined;
  indexLabel: string;
}

export function formFor(fileName: string): UploadForm {
  return {
    table: tableNameOf(fileName),
    exists: "fail",
    skipBlank: true,
    trims: false,
    skipLong: false,
    headerRow: 1,
    rows: null,
    leftOut: [],
    names: {},
    types: {},
    hasIndex: false,
    indexLabel: "",
  };
}

type Fields = Record<string, string>;

/** Shared by preview and upload. The server detects what isn't set. */
export function readingFields(kind: FileKind, form: UploadForm): Fields {
  const order = setFields({ day_first: form.dayFirst === undefined ? undefined : `${form.dayFirst}` });
  if (kind === "columnar") return { type: kind, ...order };
  return {
    ...{ type: kind, ...order },
    ...(kind === "csv" ? textFields(form) : {}),
    ...setFields({
      decimal_character: form.decimal,
      thousands_character: form.thousands,
      null_values: form.nulls?.join(","),
    }),
    header_row: "0",
    skip_rows: `${form.headerRow - 1}`,
    skip_blank_lines: `${form.skipBlank}`,
    skip_initial_space: `${form.trims}`,
  };
}

const textFields = ({ encoding, delimiter, skipLong }: UploadForm): Fields =>
  setFields({ encoding, delimiter: delimiter || undefined, skip_long_lines: skipLong ? "true" : undefined });

const setFields = (fields: Readonly<Record<string, string | undefined>>): Fields =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** The preview and the upload apply the chosen types; the types of a table to append to apply instead. */
export function previewFields(reading: Fields, form: UploadForm): Fields {
  const types = form.exists === "append" ? {} : typeFields(form, Object.keys(form.types));
  return { ...reading, ...types, ...(reading.type === "excel" && form.sheet ? { sheet_name: form.sheet } : {}) };
}

function typeFields({ leftOut, types }: UploadForm, columns: readonly string[]): Fields {
  const left = new Set(leftOut);
  const chosen = Object.entries(types).filter(([name]) => columns.includes(name) && !left.has(name));
  const dates = chosen.filter(([, type]) => type === "datetime").map(([name]) => name);
  const typed = chosen.flatMap(([name, type]) =>
    type === "auto" || type === "datetime" ? [] : [[name, sentType(type)]],
  );
  return {
    ...(dates.length > 0 ? { column_dates: JSON.stringify(dates) } : {}),
    ...(typed.length > 0 ? { column_data_types: JSON.stringify(Object.fromEntries(typed)) } : {}),
  };
}

const sentType = (type: NamedType | SignType) => (type in SENT_TYPES ? SENT_TYPES[type as NamedType] : type);

/** The new names of columns, without those that are blank or unchanged. */
export const namesOf = ({ names, leftOut }: UploadForm, columns: readonly string[]) =>
  Object.fromEntries(
    Object.entries(names)
      .map(([name, own]) => [name, own.trim()] as const)
      .filter(([name, own]) => own !== "" && own !== name && columns.includes(name) && !leftOut.includes(name)),
  );

export function uploadFields(reading: Fields, form: UploadForm, columns: readonly string[]): Fields {
  const left = new Set(form.leftOut);
  const read = columns.filter((name) => !left.has(name));
  const isSome = read.length < columns.length;
  const names = namesOf(form, columns);
  return {
    ...reading,
    table_name: form.table.trim(),
    already_exists: form.exists,
    ...(form.schema ? { schema: form.schema } : {}),
    ...(reading.type === "excel" && form.sheet ? { sheet_name: form.sheet } : {}),
    ...(form.rows === null ? {} : { rows_to_read: `${form.rows}` }),
    ...(isSome ? { columns_read: JSON.stringify(read) } : {}),
    ...typeFields(form, columns),
    ...(Object.keys(names).length > 0 ? { column_names: JSON.stringify(names) } : {}),
    ...indexFields(form, columns),
  };
}

function indexFields({ hasIndex, indexColumn, indexLabel }: UploadForm, columns: readonly string[]): Fields {
  if (!hasIndex) return {};
  const column: Fields =
    indexColumn !== undefined && columns.includes(indexColumn) ? { index_column: indexColumn } : {};
  return { dataframe_index: "true", ...column, ...(indexLabel.trim() ? { index_label: indexLabel.trim() } : {}) };
}

const MAX_TABLE_NAME = 120;

export function problemsOf(
  form: UploadForm,
  tables: readonly string[] | undefined,
  columns: readonly string[],
): Fields {
  const name = form.table.trim();
  const isTaken = form.exists === "fail" && tables !== undefined && isAmong(tables, name);
  return {
    ...(form.databaseId === undefined ? { database: t("Choose a database.") } : {}),
    ...(name === "" ? { table_name: t("Enter a table name.") } : {}),
    ...(name.length > MAX_TABLE_NAME
      ? { table_name: t("Names can be up to {count, number} characters.", { count: MAX_TABLE_NAME }) }
      : {}),
    ...(isTaken ? { table_name: t("Table “{name}” already exists.", { name }) } : {}),
    ...(columns.length > 0 && columns.every((one) => form.leftOut.includes(one))
      ? { columns_read: t("Choose at least one column.") }
      : {}),
    ...doubleName(form, columns),
  };
}

function doubleName(form: UploadForm, columns: readonly string[]): Fields {
  const names = namesOf(form, columns);
  const used = columns.filter((name) => !form.leftOut.includes(name)).map((name) => names[name] ?? name);
  const known = new Set<string>();
  for (const name of Object.keys(names).length > 0 ? used : []) {
    if (known.has(name.toLowerCase())) return { column_names: t("Two columns are named “{name}”.", { name }) };
    known.add(name.toLowerCase());
  }
  return {};
}

export const isAmong = (tables: readonly string[], name: string) =>
  tables.some((one) => one.toLowerCase() === name.trim().toLowerCase());
