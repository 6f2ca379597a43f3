import { unprocessable } from "../../model/errors.ts";
import type { UploadFields } from "./contract.ts";

/** How a file is read, as SQL of the engine that reads it. */

export type ReadFields = Pick<UploadFields, "type"> & Partial<UploadFields>;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const named = (name: string) => `"${name.replaceAll('"', '""')}"`;
const listed = (texts: readonly string[]) => `[${texts.map(quoted).join(", ")}]`;

/** What stands for nothing unless said: what pandas takes for it. */
const NULLS = ["", "#N/A", "#NA", "-NaN", "-nan", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"];

/** The rows of CSV files or of Parquet files. */
export function sourceSql(files: readonly string[], fields: ReadFields): string {
  if (fields.type === "columnar") return `read_parquet(${listed(files)}, union_by_name = true)`;
  const { skip_rows = 0, header_row = 0, null_values, day_first, decimal_character } = fields;
  const nulls = null_values === undefined ? NULLS : ["", ...null_values.split(",").map((text) => text.trim())];
  const typed = typesOf(fields);
  const options = [
    "auto_detect = true",
    "header = true",
    "sample_size = -1",
    "null_padding = true",
    "strict_mode = true",
    "parallel = false",
    `delim = ${quoted(fields.type === "excel" ? "," : (fields.delimiter ?? ","))}`,
    `quote = '"'`,
    `escape = '"'`,
    `skip = ${skip_rows + header_row}`,
    `nullstr = ${listed([...new Set(nulls)])}`,
    `max_line_size = ${MAX_LINE_BYTES}`,
    ...(decimal_character ? [`decimal_separator = ${quoted(decimal_character)}`] : []),
    `dateformat = '${day_first ? "%d/%m/%Y" : "%Y-%m-%d"}'`,
    ...(typed.length > 0
      ? [`types = {${typed.map(([name, type]) => `${quoted(name)}: ${quoted(type)}`).join(", ")}}`]
      : []),
  ];
  return `read_csv(${listed(files)}, ${options.join(", ")})`;
}

const MAX_LINE_BYTES = 8 * 1024 * 1024;

const TYPES: readonly [RegExp, string][] = [
  [/^(u?int(8|16|32|64)?|integer|bigint|smallint)$/i, "BIGINT"],
  [/^(float(16|32|64)?|double( precision)?|real|number|numeric|decimal)$/i, "DOUBLE"],
  [/^bool(ean)?$/i, "BOOLEAN"],
  [/^(object|str|string|text|varchar|category)$/i, "VARCHAR"],
  [/^(datetime(64)?(\[\w+\])?|timestamp)$/i, "TIMESTAMP"],
  [/^date$/i, "DATE"],
];

/** The engine's types of the columns for which one is asked; columns of dates are read as texts first. */
function typesOf({ column_data_types = {}, column_dates = [] }: ReadFields): [string, string][] {
  const types = Object.entries(column_data_types).map(([name, wished]): [string, string] => {
    const type = TYPES.find(([pattern]) => pattern.test(wished.trim()))?.[1];
    if (!type) throw unprocessable(`Parsing error: "${wished}" is no type that a column can have.`);
    return [name, type];
  });
  return [
    ...types.filter(([name]) => !column_dates.includes(name)),
    ...column_dates.map((name): [string, string] => [name, "VARCHAR"]),
  ];
}

const ISO = [
  "%Y-%m-%d",
  "%Y-%m-%d %H:%M:%S",
  "%Y-%m-%dT%H:%M:%S",
  "%Y-%m-%d %H:%M:%S.%f",
  "%Y-%m-%dT%H:%M:%S.%fZ",
  "%Y-%m-%d %H:%M",
];
const DAYS = ["%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%d/%m/%y"];
const MONTHS = ["%m/%d/%Y", "%m-%d-%Y", "%m/%d/%y", "%Y/%m/%d", "%d %b %Y", "%b %d, %Y", "%B %d, %Y", "%Y%m%d"];
const TIMES = ["", " %H:%M", " %H:%M:%S"];

/** The moment that a text means; an error for one that means none. */
export function momentSql(column: string, isDayFirst: boolean): string {
  const dates = isDayFirst ? [...DAYS, ...MONTHS] : [...MONTHS, ...DAYS];
  const formats = [...ISO, ...dates.flatMap((date) => TIMES.map((time) => date + time))];
  return `strptime(trim(CAST(${column} AS VARCHAR)), ${listed(formats)})`;
}
