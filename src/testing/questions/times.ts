import { axis, count, DAY, eventsWhere, grouped, type Question, type Row, simple, sum } from "./question.ts";
import { EVENTS, type Event, FACTS, msOf } from "./seed.ts";

const utc = (ms: number) => new Date(ms);
const month = (ms: number, months = 1) => {
  const date = utc(ms);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
};
const every = (size: number) => (ms: number) => Math.floor(ms / size) * size;
const week =
  (firstDay: number, shift = 0) =>
  (ms: number) => {
    const day = every(DAY)(ms);
    return day - ((utc(day).getUTCDay() + 7 - firstDay) % 7) * DAY + shift * DAY;
  };
/** Date.UTC takes years below 100 as 19xx. */
const year = (ms: number) => Date.parse(`${utc(ms).toISOString().slice(0, 4)}-01-01T00:00:00Z`);

export const GRAINS: Readonly<Record<string, (ms: number) => number>> = {
  PT1S: every(1000),
  PT5S: every(5000),
  PT30S: every(30_000),
  PT1M: every(60_000),
  PT5M: every(300_000),
  PT10M: every(600_000),
  PT15M: every(900_000),
  PT30M: every(1_800_000),
  "PT0.5H": every(1_800_000),
  PT1H: every(3_600_000),
  PT6H: every(21_600_000),
  P1D: every(DAY),
  P1W: week(1),
  P1M: (ms) => month(ms),
  P3M: (ms) => month(ms, 3),
  "P0.25Y": (ms) => month(ms, 3),
  P1Y: year,
  "1969-12-28T00:00:00Z/P1W": week(0),
  "1969-12-29T00:00:00Z/P1W": week(1),
  "P1W/1970-01-03T00:00:00Z": week(0, 6),
  "P1W/1970-01-04T00:00:00Z": week(1, 6),
};

const seenBy = (grain: (ms: number) => number) =>
  grouped(FACTS, { seen: (fact) => (fact.seen === null ? null : grain(msOf(fact.seen))) }, { count });

const grains: Question[] = Object.entries(GRAINS).flatMap(([name, grain]): Question[] => [
  {
    name: `counts by ${name}`,
    query: { columns: [axis("seen", name)], metrics: ["count"], orderby: [["seen", true]] },
    expect: seenBy(grain),
  },
  {
    name: `counts seconds since 1970 by ${name}`,
    query: { columns: [axis("secs", name, "seen")], metrics: ["count"], orderby: [["seen", true]] },
    expect: seenBy(grain),
  },
]);

const dateGrains: Question[] = ["P1D", "P1M", "P3M", "P1Y"].map((name) => ({
  name: `counts dates by ${name}`,
  query: { columns: [axis("born", name)], metrics: ["count"], orderby: [["born", true]] },
  expect: grouped(FACTS, { born: (fact) => (fact.born === null ? null : GRAINS[name]?.(msOf(fact.born))) }, { count }),
}));

const at = (event: Event) => msOf(event.at);
const between = (since: number, until: number) => EVENTS.filter((event) => at(event) >= since && at(event) < until);
const n = sum((event: Event) => event.n);
const sumN = simple("SUM", "n", "n");
const range = (val: string, col = "at") => ({ col, op: "TEMPORAL_RANGE", val });
const isIn = (since: number, until: number) => (event: Event) => at(event) >= since && at(event) < until;
const [Y19, Y20, Y21] = [Date.UTC(2019, 0), Date.UTC(2020, 0), Date.UTC(2021, 0)];

const older: Question[] = [
  {
    name: "a time series by its granularity",
    of: "events",
    query: { granularity: "at", is_timeseries: true, time_range: "2020-02-01 : 2020-04-01", extras: { time_grain_sqla: "P1M" }, metrics: [sumN], columns: [] },
    expect: grouped(between(Date.UTC(2020, 1), Date.UTC(2020, 3)), { __timestamp: (e) => month(at(e)) }, { n }),
  },
  {
    name: "__timestamp among the columns is a time series",
    of: "events",
    query: { granularity_sqla: "at", time_range: "2020-02-27 : 2020-03-02", extras: { time_grain_sqla: "P1D" }, metrics: [sumN], columns: ["__timestamp"], orderby: [["__timestamp", true]] },
    expect: grouped(between(Date.UTC(2020, 1, 27), Date.UTC(2020, 2, 2)), { __timestamp: (e) => every(DAY)(at(e)) }, { n }),
  },
  {
    name: "a column that is the granularity has its grain",
    of: "events",
    query: { granularity: "at", time_range: "2020 : 2021", extras: { time_grain_sqla: "P3M" }, metrics: [sumN], columns: ["at"], orderby: [["at", true]] },
    expect: grouped(between(Y20, Y21), { at: (e) => month(at(e), 3) }, { n }),
  },
  {
    name: "granularity takes the place of the chart's axis",
    of: "events",
    query: { columns: [axis("at", "P1Y")], metrics: ["count"], granularity: "day", filters: [range("2019 : 2020")], time_range: "2020 : 2021", orderby: [["day", true]] },
    rest: { form_data: { x_axis: "at" } },
    expect: grouped(EVENTS.filter((e) => e.day >= "2020" && e.day < "2021"), { day: (e) => year(msOf(e.day)) }, { count }),
  },
  {
    name: "rows behind a chart whose axis a granularity takes",
    of: "events",
    query: { metrics: ["count"], granularity: "at", filters: [range("2019 : 2020")], time_range: "2020 : 2021", is_rowcount: true },
    rest: { result_type: "drill_detail", form_data: { x_axis: "day" } },
    expect: [{ rowcount: EVENTS.filter(({ at }) => at.startsWith("2020")).length }],
  },
  eventsWhere("counts within the time of a granularity", { granularity: "at", time_range: "2020-02-29 : 2020-03-01" }, isIn(Date.UTC(2020, 1, 29), Date.UTC(2020, 2, 1))),
  eventsWhere("counts within the time of two filters", { filters: [range("2020 : 2021"), range("2020-06-01 : ", "day")] }, isIn(Date.UTC(2020, 5), Y21)),
  eventsWhere("the range of the query stands for those of filters", { filters: [range("2019 : 2020")], time_range: "2020 : 2021" }, isIn(Y20, Y21)),
  eventsWhere("counts up to now on request", { filters: [range("Last 2 days")], extras: { relative_end: "now", relative_start: "now" } }, isIn(Date.UTC(2021, 4, 15, 10), Date.UTC(2021, 4, 17, 10))),
  eventsWhere("a time shift moves the range", { filters: [range("2020-05-01 : 2020-06-01")], time_shift: "1 year ago" }, isIn(Date.UTC(2019, 4), Date.UTC(2019, 5))),
  eventsWhere("a comparison range of a year", { filters: [range("2020-05-01 : 2020-06-01")], extras: { instant_time_comparison_range: "y" } }, isIn(Date.UTC(2019, 4), Date.UTC(2019, 5))),
  eventsWhere("a comparison range of its own length", { filters: [range("2020-05-01 : 2020-05-11")], extras: { instant_time_comparison_range: "r" } }, isIn(Date.UTC(2020, 3, 21), Date.UTC(2020, 4, 1))),
  {
    name: "a time shift shows the requested dates",
    of: "events",
    query: { columns: [axis("at", "P1D")], metrics: ["count"], filters: [range("2020-05-01 : 2020-05-04")], time_shift: "28 days", orderby: [["at", true]] },
    expect: grouped(between(Date.UTC(2020, 3, 3), Date.UTC(2020, 3, 6)), { at: (e) => every(DAY)(at(e)) + 28 * DAY }, { count }),
  },
  {
    name: "a dataset bounds its main time with another",
    of: "bounded",
    query: { columns: ["id"], metrics: null, filters: [range("2019 : 2021-06-01", "born")], orderby: [["id", true]] },
    expect: FACTS.filter(({ born, seen }) => [born, seen].every((text) => text !== null && text >= "2019" && text < "2021-06-01")).map(({ id }) => ({ id })),
  },
]; // biome-ignore format: a question a line

function compared(
  [since, until]: readonly [number, number],
  [otherSince, otherUntil]: readonly [number, number],
  {
    key,
    label,
    meets,
  }: { key: (ms: number) => number; label: string; meets: (main: number, other: number) => boolean },
): Row[] {
  const others = grouped(between(otherSince, otherUntil), { at: (e) => key(at(e)) }, { n });
  return grouped(between(since, until), { at: (e) => key(at(e)) }, { n }).map((row) => ({
    ...row,
    [`n__${label}`]: others.find((other) => meets(Number(row.at), Number(other.at)))?.n ?? null,
  }));
}

const offset = (grain: string, val: string, time_offsets: string[]) => ({
  columns: [axis("at", grain)],
  metrics: [sumN],
  filters: [range(val)],
  time_offsets,
  orderby: [["at", true]],
});
const comparison = (name: string, query: object, expect: Row[]): Question => ({
  name: `compares ${name}`,
  of: "events",
  query: { ...query },
  expect,
});
const yearBefore = (ms: number) => Date.UTC(utc(ms).getUTCFullYear() - 1, utc(ms).getUTCMonth(), utc(ms).getUTCDate());
const [MAY, JUNE] = [Date.UTC(2020, 4), Date.UTC(2020, 5)];

const comparisons: Question[] = [
  comparison("days with a week before", offset("P1D", "2020-05-01 : 2020-06-01", ["1 week ago"]), compared([MAY, JUNE], [MAY - 7 * DAY, JUNE - 7 * DAY], { key: every(DAY), label: "1 week ago", meets: (a, b) => a - 7 * DAY === b })),
  comparison("leap days with a year before", offset("P1D", "2020-02-27 : 2020-03-02", ["1 year ago"]), compared([Date.UTC(2020, 1, 27), Date.UTC(2020, 2, 2)], [Date.UTC(2019, 1, 27), Date.UTC(2019, 2, 2)], { key: every(DAY), label: "1 year ago", meets: (a, b) => (utc(a).getUTCDate() === 29 ? Date.UTC(2019, 1, 28) : yearBefore(a)) === b })),
  comparison("months with a year before", offset("P1M", "2020-01-01 : 2021-01-01", ["1 year ago"]), compared([Y20, Y21], [Y19, Y20], { key: month, label: "1 year ago", meets: (a, b) => yearBefore(a) === b })),
  comparison("quarters with a quarter before", offset("P3M", "2020-01-01 : 2021-01-01", ["1 quarter ago"]), compared([Y20, Y21], [Date.UTC(2019, 9), Date.UTC(2020, 9)], { key: (ms) => month(ms, 3), label: "1 quarter ago", meets: (a, b) => month(a - 40 * DAY, 3) === b })),
  comparison("years with a year before", offset("P1Y", "2020-01-01 : 2021-01-01", ["1 year ago"]), compared([Y20, Y21], [Y19, Y20], { key: year, label: "1 year ago", meets: (a, b) => yearBefore(a) === b })),
  comparison("Monday weeks with four weeks before", offset("1969-12-29T00:00:00Z/P1W", "2020-05-04 : 2020-06-01", ["28 days ago"]), compared([Date.UTC(2020, 4, 4), JUNE], [Date.UTC(2020, 3, 6), Date.UTC(2020, 4, 4)], { key: week(1), label: "28 days ago", meets: (a, b) => a - 28 * DAY === b })),
  comparison("Sunday weeks with four weeks before", offset("1969-12-28T00:00:00Z/P1W", "2020-05-03 : 2020-05-31", ["28 days ago"]), compared([Date.UTC(2020, 4, 3), Date.UTC(2020, 4, 31)], [Date.UTC(2020, 3, 5), Date.UTC(2020, 4, 3)], { key: week(0), label: "28 days ago", meets: (a, b) => a - 28 * DAY === b })),
  comparison("days with the range before", offset("P1D", "2020-05-01 : 2020-05-11", ["inherit"]), compared([MAY, MAY + 10 * DAY], [MAY - 10 * DAY, MAY], { key: every(DAY), label: "inherit", meets: (a, b) => a - 10 * DAY === b })),
  comparison("days with those from a date on", offset("P1D", "2020-05-01 : 2020-05-11", ["2020-02-25"]), compared([MAY, MAY + 10 * DAY], [Date.UTC(2020, 1, 25), Date.UTC(2020, 2, 6)], { key: every(DAY), label: "2020-02-25", meets: (a, b) => a - (MAY - Date.UTC(2020, 1, 25)) === b })),
  comparison("days with those of a range", offset("P1D", "2020-05-01 : 2020-05-11", ["2020-02-25 : 2020-03-01"]), compared([MAY, MAY + 10 * DAY], [Date.UTC(2020, 1, 25), Date.UTC(2020, 2, 1)], { key: every(DAY), label: "2020-02-25 : 2020-03-01", meets: (a, b) => a - (MAY - Date.UTC(2020, 1, 25)) === b })),
  comparison("single figures", { metrics: [sumN], filters: [range("2020-05-01 : 2020-06-01")], time_offsets: ["1 month ago", "1 year ago"] }, [
    { n: n(between(MAY, JUNE)), "n__1 month ago": n(between(Date.UTC(2020, 3), MAY)), "n__1 year ago": n(between(Date.UTC(2019, 4), Date.UTC(2019, 5))) },
  ]),
  comparison("groups, missing ones too", { columns: ["place"], metrics: [sumN], filters: [range("2020-05-01 : 2020-06-01")], time_offsets: ["1 month ago"], orderby: [["place", true]] }, places(between(MAY, JUNE), between(Date.UTC(2020, 3), MAY))),
  comparison("the first series of the main range", { columns: ["place"], metrics: [sumN], filters: [range("2020-05-01 : 2020-05-08")], series_columns: ["place"], series_limit: 2, time_offsets: ["1 week ago"], orderby: [["n", false]] }, firstPlaces(2)),
]; // biome-ignore format: a question a line

function places(main: readonly Event[], other: readonly Event[]): Row[] {
  const others = grouped(other, { place: (e) => e.place }, { n });
  return grouped(main, { place: (e) => e.place }, { n }).map((row) => ({
    ...row,
    "n__1 month ago": others.find((o) => o.place === row.place)?.n ?? null,
  }));
}

function firstPlaces(limit: number): Row[] {
  const [main, other] = [between(MAY, MAY + 7 * DAY), between(MAY - 7 * DAY, MAY)];
  const others = grouped(other, { place: (e) => e.place }, { n });
  return grouped(main, { place: (e) => e.place }, { n })
    .sort((a, b) => Number(b.n ?? -1e9) - Number(a.n ?? -1e9))
    .slice(0, limit)
    .map((row) => ({ ...row, "n__1 week ago": others.find((o) => o.place === row.place)?.n ?? null }));
}

export const TIME_QUESTIONS: readonly Question[] = [...grains, ...dateGrains, ...older, ...comparisons];
