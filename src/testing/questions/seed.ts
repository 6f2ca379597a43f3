/**
 * Rows for every engine: nulls, empty texts, characters special in SQL, negative numbers, integers beyond 2^53, dates
 * before 1970, leap days, and hours skipped or repeated by daylight saving.
 */
export interface Fact {
  id: number;
  name: string | null;
  kind: string | null;
  amount: number | null;
  ratio: number | null;
  big: bigint | null;
  flag: boolean | null;
  born: string | null;
  seen: string | null;
  secs: number | null;
  millis: number | null;
  ymd: string | null;
  'we"ird': number;
  "back`tick": number;
  "sp ace": number;
  select: number;
  "a--b": number;
  "x/*y": number;
  "q'uote": number;
  "back\\slash": number;
  "naïve %": number;
}

export interface Event {
  id: number;
  at: string;
  day: string;
  place: string | null;
  n: number | null;
}

export const HOSTILE_COLUMNS = [
  'we"ird',
  "back`tick",
  "sp ace",
  "select",
  "a--b",
  "x/*y",
  "q'uote",
  "back\\slash",
  "naïve %",
] as const;

const NAMES = [
  null, "", "a", "A", "ä", "Ä", "naïve", "日本語", "💥 boom", "O'Brien", 'say "hi"', "back\\slash", "100%", "under_score",
  "semi;colon", "-- dash", "/* c */", "{{ x }}", "tab\tinside", "line\nbreak", " lead", "trail ", "null", "0", "-1",
  "e\u0301", "\u00e9", "'", "\\", "''", "\\'", "%", "_", "x' OR '1'='1", "$1", ":name", "?", "`tick`", "ａ",
]; // biome-ignore format: a list of texts

const MOMENTS = [
  "1900-01-01 00:00:00", "1969-12-31 23:59:59", "1970-01-01 00:00:00", "1999-12-31 23:59:59", "2000-02-29 12:30:15",
  "2019-12-29 23:59:59", "2019-12-30 00:00:00", "2020-02-28 23:59:59", "2020-02-29 00:00:00", "2020-02-29 23:59:59",
  "2020-03-01 00:00:00", "2020-12-31 23:59:59", "2021-01-01 00:00:00", "2021-01-03 12:00:00", "2021-03-14 02:30:00",
  "2021-03-28 01:59:59", "2021-03-28 02:30:00", "2021-03-28 03:00:00", "2021-10-31 02:30:00", "2021-11-07 01:30:00",
  "2038-01-19 03:14:08", "2021-05-17 10:07:35", "2021-05-17 10:37:05", null,
]; // biome-ignore format: a list of times

const BIG = [9007199254740993n, -9007199254740993n, 9223372036854775807n, 0n, -1n, null];
const KINDS = ["red", "green", "blue", null, ""];
const AMOUNTS = [0, -0.01, 1234.5, -999999.99, 0.1, 0.2, 12, null, 1000000.25];

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
export const msOf = (text: string) => Date.parse(`${text.replace(" ", "T")}${text.includes(":") ? "Z" : "T00:00:00Z"}`);

export const FACTS: readonly Fact[] = Array.from({ length: 96 }, (_, i): Fact => {
  const seen = at(MOMENTS, i);
  const ms = seen === null ? null : msOf(seen);
  return {
    id: i + 1,
    name: i < NAMES.length ? at(NAMES, i) : `name ${i % 7}`,
    kind: at(KINDS, i * 3 + Math.floor(i / 5)),
    amount: at(AMOUNTS, i * 2 + 1),
    ratio: i % 11 === 4 ? null : (i - 48) / 8,
    big: at(BIG, i),
    flag: i % 3 === 0 ? true : i % 3 === 1 ? false : null,
    born:
      i % 13 === 6
        ? null
        : at(
            MOMENTS.filter((m) => m !== null),
            i * 5,
          ).slice(0, 10),
    seen,
    secs: ms === null ? null : ms / 1000,
    millis: ms,
    ymd: seen === null ? null : seen.slice(0, 10).replaceAll("-", ""),
    'we"ird': i % 4,
    "back`tick": i % 5,
    "sp ace": i % 3,
    select: i % 2,
    "a--b": i % 6,
    "x/*y": i % 7,
    "q'uote": i % 8,
    "back\\slash": i % 9,
    "naïve %": i - 10,
  };
});

const HOUR = 3_600_000;
const PLACES = ["north", "south", "east", "west", null, ""];

export const EVENTS: readonly Event[] = Array.from({ length: 1900 }, (_, i): Event => {
  const text = new Date(Date.UTC(2018, 11, 20) + i * 10 * HOUR).toISOString();
  return {
    id: i + 1,
    at: `${text.slice(0, 10)} ${text.slice(11, 19)}`,
    day: text.slice(0, 10),
    place: at(PLACES, i + Math.floor(i / 11) * Math.floor(i / 7)),
    n: i % 17 === 5 ? null : ((i * 7) % 13) - 3,
  };
});

export type ColumnKind = "integer" | "bigint" | "decimal" | "double" | "text" | "boolean" | "date" | "timestamp";

export const FACT_COLUMNS: Readonly<Record<keyof Fact, ColumnKind>> = {
  id: "integer",
  name: "text",
  kind: "text",
  amount: "decimal",
  ratio: "double",
  big: "bigint",
  flag: "boolean",
  born: "date",
  seen: "timestamp",
  secs: "bigint",
  millis: "bigint",
  ymd: "text",
  ...(Object.fromEntries(HOSTILE_COLUMNS.map((name) => [name, "integer"])) as Record<
    (typeof HOSTILE_COLUMNS)[number],
    ColumnKind
  >),
};

export const EVENT_COLUMNS: Readonly<Record<keyof Event, ColumnKind>> = {
  id: "integer",
  at: "timestamp",
  day: "date",
  place: "text",
  n: "integer",
};
