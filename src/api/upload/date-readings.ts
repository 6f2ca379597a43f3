import { msg } from "../../i18n/translate.ts";
import type { ColumnReading } from "./column-reading.ts";
import { listed, quoted } from "./sql-text.ts";

export type DateOrder = "day" | "month";

interface DateFormat {
  format: string;
  order?: DateOrder;
}

const SEPARATORS = ["/", ".", "-"];
const NUMERIC = SEPARATORS.flatMap((mark): DateFormat[] =>
  (["%d|%m", "%-d|%-m"] as const).flatMap((parts): DateFormat[] => {
    const [day, month] = parts.split("|");
    return [
      { format: [day, month, "%Y"].join(mark), order: "day" },
      { format: [month, day, "%Y"].join(mark), order: "month" },
    ];
  }),
);
const DATES: readonly DateFormat[] = [
  { format: "%Y-%m-%d" },
  { format: "%Y/%m/%d" },
  { format: "%Y.%m.%d" },
  { format: "%Y/%-m/%-d" },
  { format: "%Y-%-m-%-d" },
  { format: "%Y-%m-%-d" },
  ...NUMERIC,
  ...["%d %b %Y", "%-d %b %Y", "%d-%b-%Y", "%-d-%b-%Y", "%d %B %Y", "%-d %B %Y"].map((format) => ({ format })),
  ...["%b %d, %Y", "%b %-d, %Y", "%B %d, %Y", "%B %-d, %Y"].map((format) => ({ format })),
];
const TIMES = ["%H:%M", "%H:%M:%S", "%-H:%M", "%-H:%M:%S", "%I:%M %p", "%-I:%M %p", "%I:%M:%S %p", "%-I:%M:%S %p"];
const MOMENTS: readonly DateFormat[] = [
  ...DATES.flatMap((date) => TIMES.map((time) => ({ ...date, format: `${date.format} ${time}` }))),
  ...["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%MZ"].map((format) => ({ format })),
];

const PARTS: Readonly<Record<string, string>> = {
  "%Y": "\\d{4}",
  "%m": "(0[1-9]|1[0-2])",
  "%-m": "([1-9]|1[0-2])",
  "%d": "(0[1-9]|[12]\\d|3[01])",
  "%-d": "([1-9]|[12]\\d|3[01])",
  "%b": "[A-Za-z]{3}",
  "%B": "[A-Za-z]{3,9}",
  "%H": "([01]\\d|2[0-3])",
  "%-H": "(1?\\d|2[0-3])",
  "%I": "(0[1-9]|1[0-2])",
  "%-I": "([1-9]|1[0-2])",
  "%M": "[0-5]\\d",
  "%S": "[0-5]\\d",
  "%p": "[AaPp][Mm]",
};

const patternOf = (format: string) =>
  new RegExp(`^${format.replace(/%-?[a-zA-Z]|[.*+?^$()|[\]\\/]/g, (part) => PARTS[part] ?? `\\${part}`)}$`);

function formatReading({ format, order }: DateFormat, kind: "date" | "timestamp"): ColumnReading {
  const type = kind === "date" ? "DATE" : "TIMESTAMP";
  const pattern = patternOf(format);
  const read = (text: string) => `try_strptime(${text}, ${quoted(format)})`;
  const written = (text: string) => `strftime(${read(text)}, ${quoted(format)})`;
  // Month names and AM/PM are case-insensitive.
  const isNamed = /%[bBp]/.test(format);
  const fits = (text: string) => (isNamed ? `upper(${written(text)}) = upper(${text})` : `${written(text)} = ${text}`);
  return {
    ...{ kind, type, fits, noun: kind === "date" ? "date" : "moment" },
    couldFit: (text) => pattern.test(text),
    value: (text) => `CAST(${read(text)} AS ${type})`,
    means: (text) => `${momentSql(text, order === "month" ? ["month", "day"] : ["day", "month"])} IS NOT NULL`,
    ...(order ? { order } : {}),
  };
}

const isoDate: ColumnReading = {
  ...formatReading({ format: "%Y-%m-%d" }, "date"),
  value: (text) => `TRY_CAST(${text} AS DATE)`,
  fits: (text) => `TRY_CAST(${text} AS DATE)::VARCHAR = ${text}`,
};

function isoReading(separator: string, suffix: string): ColumnReading {
  const pattern = new RegExp(
    `^\\d{4}-\\d\\d-\\d\\d${separator}\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?${suffix.replace("+", "\\+")}$`,
  );
  const core = (text: string) => (suffix ? `left(${text}, -${suffix.length})` : text);
  const value = (text: string) => `TRY_CAST(${core(text)} AS TIMESTAMP)`;
  return {
    ...{ kind: "timestamp", type: "TIMESTAMP", noun: "moment", value },
    couldFit: (text) => pattern.test(text),
    fits: (text) => {
      const plain = core(text);
      const written = `left(${plain}, 10) || ' ' || substr(${plain}, 12, 8)`;
      const fraction = `length(${plain}) = 19 OR regexp_full_match(substr(${plain}, 20), '\\.[0-9]{1,6}')`;
      return [
        `left(${value(text)}::VARCHAR, 19) = ${written}`,
        `substr(${plain}, 11, 1) = '${separator}'`,
        `(${fraction})`,
        ...(suffix ? [`ends_with(${text}, '${suffix}')`] : []),
      ].join(" AND ");
    },
    means: (text) => `${momentSql(text, ["month", "day"])} IS NOT NULL`,
  };
}

const READINGS: readonly ColumnReading[] = [
  isoDate,
  ...DATES.slice(1).map((format) => formatReading(format, "date")),
  ...[" ", "T"].flatMap((separator) => ["", "Z", "+00:00"].map((suffix) => isoReading(separator, suffix))),
  ...MOMENTS.map((format) => formatReading(format, "timestamp")),
];

export function dateReadings(sample: readonly string[], dayFirst: boolean | undefined): ColumnReading[] {
  const order = dayFirst === undefined ? undefined : dayFirst ? "day" : "month";
  return READINGS.filter(
    (reading) =>
      (order === undefined || reading.order === undefined || reading.order === order) &&
      sample.every((text) => reading.couldFit(text)),
  );
}

export const looksLikeDate = (text: string) => READINGS.some((reading) => reading.couldFit(text));

const ISO = ["%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S.%f"];
const MORE_ISO = ["%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m", "%Y", "%Y%m%d", "%Y/%m/%d", "%Y.%m.%d"];
/** Two-digit years first: `%Y` would read them as years of the first century. */
const ORDERED: Readonly<Record<DateOrder, readonly string[]>> = {
  day: ["%y", "%Y"].flatMap((year) => SEPARATORS.map((mark) => ["%d", "%m", year].join(mark))),
  month: ["%y", "%Y"].flatMap((year) => SEPARATORS.map((mark) => ["%m", "%d", year].join(mark))),
};
const IS_ORDERED = "^[0-9]{1,2}[-/.][0-9]";
const NAMED = ["%d %b %Y", "%d-%b-%Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%B %Y", "%b %Y", "%d-%b-%y"];
const WEEKDAYS = ["%a, %d %b %Y %H:%M:%S", "%a %b %d %H:%M:%S %Y", "%A, %B %d, %Y"];
const CLOCKS = ["", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p", " %I %p", " %I:%M%p"];

/** UTC; NULL if the text isn't a date. The first matching order wins. */
export function momentSql(column: string, orders: readonly DateOrder[]): string {
  const text = `trim(CAST(${column} AS VARCHAR))`;
  const zone = `regexp_extract(${text}, '${ZONED}', 3)`;
  const plain = `trim(left(${text}, length(${text}) - length(${zone})))`;
  const withClocks = (dates: readonly string[]) => dates.flatMap((date) => CLOCKS.map((clock) => date + clock));
  const ordered = withClocks(orders.flatMap((order) => ORDERED[order]));
  const others = [...ISO, ...MORE_ISO, ...WEEKDAYS, ...withClocks([...NAMED, "%Y/%m/%d", "%Y.%m.%d"])];
  const local = `CASE WHEN regexp_matches(${text}, '${IS_ORDERED}')
    THEN ${ordered.length > 0 ? `try_strptime(${plain}, ${listed(ordered)})` : "NULL"}
    ELSE try_strptime(${plain}, ${listed([...new Set(others)])}) END`;
  const hours = `CAST(left(${zone}, 3) AS INTEGER)`;
  const minutes = `CASE WHEN length(${zone}) > 3 THEN CAST(left(${zone}, 1) || right(${zone}, 2) AS INTEGER) ELSE 0 END`;
  return `CASE WHEN ${zone} IN ('', 'Z', 'UTC', 'GMT')
    THEN coalesce(${local}, TRY_CAST(${text} AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    ELSE (${local}) - to_minutes(60 * ${hours} + ${minutes}) END`;
}

const ZONED = ":[0-9]{2}(\\.[0-9]+)?( ?[AaPp][Mm])? ?(Z|UTC|GMT|[-+][0-9]{2}(:?[0-9]{2})?)$";

const WRITTEN_DATES = [
  "[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}",
  "[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}",
  "[0-9]{1,2}[- ][A-Za-z]{3,9}[- ][0-9]{4}",
  "[A-Za-z]{3,9} [0-9]{1,2},? [0-9]{4}",
];
const WRITTEN_TIME = "[ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)?( ?[AaPp][Mm])?";
const UTC_ENDS = " ?(Z|UTC|GMT|[-+]00(:?00)?)";
const ANY_END = " ?(Z|UTC|GMT|[-+][0-9]{2}(:?[0-9]{2})?)";

export function writtenMomentSql(text: string, { order, hasZone }: { order: DateOrder | undefined; hasZone: boolean }) {
  const pattern = `(${WRITTEN_DATES.join("|")})(${WRITTEN_TIME}(${hasZone ? ANY_END : UTC_ENDS})?)?`;
  const isWritten = `regexp_full_match(trim(CAST(${text} AS VARCHAR)), '${pattern}')`;
  return `CASE WHEN ${isWritten} THEN ${momentSql(text, order ? [order] : [])} END`;
}

export const ORDER_UNKNOWN = msg("The order of day and month isn't clear in this column. Choose the date order.");

/** SQL: texts that show which of day and month comes first, as the other can't be more than 12. */
const BEYOND_MONTHS = "(1[3-9]|2[0-9]|3[01])";
const MARK = "[-/.]";
export const showsOrderSql = (text: string, order: DateOrder) => {
  const parts = order === "day" ? [BEYOND_MONTHS, "[0-9]{1,2}"] : ["[0-9]{1,2}", BEYOND_MONTHS];
  return `regexp_matches(${text}, '^ *${parts.join(MARK)}${MARK}[0-9]')`;
};

export const asksOrder = (text: string) => /^\s*\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?!\d)/.test(text);
