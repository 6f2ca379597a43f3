import {
  average,
  axis,
  byKeys,
  count,
  custom,
  descending,
  greatest,
  grouped,
  least,
  type Question,
  type Row,
  simple,
  sum,
} from "./question.ts";
import { EVENTS, FACTS, type Fact, HOSTILE_COLUMNS, msOf } from "./seed.ts";

const kind = (fact: Fact) => fact.kind;
const flag = (fact: Fact) => fact.flag;
const rowsOf = (names: readonly (keyof Fact)[]) => (fact: Fact) =>
  Object.fromEntries(names.map((name) => [name, fact[name]])) as Row;
const time = (text: string | null) => (text === null ? null : msOf(text));

const columns: Question[] = [
  {
    name: "numbers in bins of a sample that has every row",
    query: {
      columns: [{ label: "bin", sqlExpression: "id", isColumnReference: true, bin: { start: -1, width: 2.5 } }],
      metrics: ["count"],
      extras: { sample_rows: 100_000 },
    },
    expect: grouped(FACTS, { bin: (fact) => Math.floor((Number(fact.id) + 1) / 2.5) }, { count }),
  },
  {
    name: "raw rows with every type, exactly",
    query: {
      columns: ["id", "name", "kind", "amount", "ratio", "big", "flag"],
      metrics: null,
      orderby: [["id", true]],
    },
    expect: FACTS.map(rowsOf(["id", "name", "kind", "amount", "ratio", "big", "flag"])),
  },
  {
    name: "raw times are never shifted",
    query: { columns: ["id", "born", "seen", "secs", "millis", "ymd"], metrics: null, orderby: [["id", true]] },
    expect: FACTS.map(({ id, born, seen }) => ({
      id,
      born: time(born),
      seen: time(seen),
      secs: time(seen),
      millis: time(seen),
      ymd: time(seen?.slice(0, 10) ?? null),
    })),
  },
  {
    name: "a dataset's offset moves times, and no date",
    of: "shifted",
    query: { columns: ["id", "born", "seen", "secs"], metrics: null, orderby: [["id", true]] },
    expect: FACTS.map(({ id, born, seen }) => {
      const moved = seen === null ? null : msOf(seen) + 7_200_000;
      return { id, born: time(born), seen: moved, secs: moved };
    }),
  },
  ...HOSTILE_COLUMNS.map(
    (name): Question => ({
      name: `groups by the column ${name}`,
      query: { columns: [name], metrics: ["count", simple("SUM", name)], orderby: [[name, false]] },
      expect: grouped(FACTS, { [name]: (f) => f[name] }, { count, [`SUM(${name})`]: sum((f) => f[name]) }).reverse(),
    }),
  ),
  {
    name: "all hostile columns at once",
    query: { columns: ["id", ...HOSTILE_COLUMNS], metrics: null, orderby: [["id", true]] },
    expect: FACTS.map(rowsOf(["id", ...HOSTILE_COLUMNS])),
  },
  {
    name: "columns in the requested order",
    query: {
      columns: ["id", "kind"],
      metrics: null,
      extras: { column_order: ["kind", "nope"] },
      orderby: [["id", true]],
    },
    expect: FACTS.map(rowsOf(["kind", "id"])),
  },
  {
    name: "distinct rows without metrics",
    query: { columns: ["kind", "flag"], metrics: [], orderby: [["kind", true], ["flag", true]] }, // biome-ignore format: short
    expect: grouped(FACTS, { kind, flag: (f) => f.flag }, {}),
  },
  {
    name: "old names of columns",
    query: { groupby: ["kind"], metrics: ["count"], orderby: [["kind", true]] },
    expect: grouped(FACTS, { kind }, { count }),
  },
  {
    name: "columns of SQL, by their label",
    query: {
      columns: [
        { label: "half", sqlExpression: "CASE WHEN id <= 48 THEN 'first' ELSE 'second' END", expressionType: "SQL" },
      ],
      metrics: ["count"],
      orderby: [["half", true]],
    },
    expect: [{ half: "first", count: 48 }, { half: "second", count: 48 }], // biome-ignore format: short
  },
  {
    name: "a constant is one group",
    query: {
      columns: ["kind", { label: "one", sqlExpression: "1", expressionType: "SQL" }],
      metrics: ["count"],
      orderby: [["kind", true]],
    },
    expect: grouped(FACTS, { kind, one: () => 1 }, { count }),
  },
  {
    name: "a calculated column groups",
    query: { columns: ["is small"], metrics: ["count"], orderby: [["is small", true]] },
    expect: [{ "is small": false, count: 87 }, { "is small": true, count: 9 }], // biome-ignore format: short
  },
  {
    name: "a label that is a column's name",
    query: {
      columns: [{ label: "id", sqlExpression: "kind", expressionType: "SQL" }],
      metrics: [custom("MAX(id)", "kind")],
      orderby: [["kind", true]],
    },
    expect: grouped(FACTS, { id: kind }, { kind: greatest((f) => f.id) }).sort(byKeys(["kind"])),
  },
  {
    name: "labels that differ in case only, are empty, long or full of signs",
    query: {
      columns: [],
      metrics: [
        custom("MIN(id)", "Label"),
        custom("MAX(id)", "label"),
        custom("COUNT(*)", "é".repeat(60)),
        custom("SUM(id)", "é".repeat(61)),
        custom("AVG(id)", "💥 'x' \"y\" `z` \\ -- /* ; ${{ %"),
      ],
      orderby: [["label", true]],
    },
    expect: [
      { Label: 1, label: 96, ["é".repeat(60)]: 96, ["é".repeat(61)]: 4656, "💥 'x' \"y\" `z` \\ -- /* ; ${{ %": 48.5 },
    ],
  },
  {
    name: "samples: every column of the rows that filters keep",
    of: "joined",
    query: { columns: ["id"], metrics: ["count"], filters: [{ col: "id", op: "<=", val: 20 }] },
    rest: { result_type: "samples" },
    expect: FACTS.slice(0, 20).map(({ id, kind: own }, i) => ({
      id,
      kind: own,
      place: EVENTS[i]?.place,
      n: EVENTS[i]?.n,
      "is small": id < 10,
    })),
  },
  {
    name: "drill to detail: the same, in order",
    of: "joined",
    query: { columns: ["kind"], metrics: ["count"], filters: [{ col: "id", op: "<=", val: 3 }] },
    rest: { result_type: "drill_detail" },
    expect: FACTS.slice(0, 3).map(({ id, kind: own }, i) => ({
      id,
      kind: own,
      place: EVENTS[i]?.place,
      n: EVENTS[i]?.n,
      "is small": true,
    })),
  },
  {
    name: "a virtual dataset groups",
    of: "joined",
    query: { columns: ["place"], metrics: [simple("SUM", "n", "n")], orderby: [["place", true]] },
    expect: grouped(EVENTS.slice(0, 96), { place: (e) => e.place }, { n: sum((e) => e.n) }),
  },
];

const NUMBERS = ["id", "amount", "ratio"] as const;
const metrics: Question[] = [
  ...NUMBERS.flatMap((name) => [
    measure("SUM", name, sum((f) => f[name])),
    measure("AVG", name, average((f) => f[name])),
    measure("MIN", name, least((f) => f[name])),
    measure("MAX", name, greatest((f) => f[name])),
    measure("COUNT", name, (rows) => rows.filter((f) => f[name] !== null).length),
    measure("COUNT_DISTINCT", name, (rows) => new Set(rows.flatMap((f) => f[name] ?? [])).size),
  ]), // biome-ignore format: one a line
  measure(
    "MIN",
    "big",
    least((f) => f.big),
  ),
  measure(
    "MAX",
    "big",
    greatest((f) => f.big),
  ),
  measure(
    "MIN",
    "name",
    least((f) => f.name),
  ),
  measure(
    "MAX",
    "name",
    greatest((f) => f.name),
  ),
  measure(
    "MAX",
    "born",
    greatest((f) => time(f.born)),
  ),
  measure(
    "MIN",
    "seen",
    least((f) => time(f.seen)),
  ),
  measure("COUNT", "flag", (rows) => rows.filter((f) => f.flag !== null).length),
  measure("COUNT_DISTINCT", "kind", (rows) => new Set(rows.flatMap((f) => f.kind ?? [])).size),
  {
    name: "metrics over no rows",
    query: {
      columns: [],
      metrics: ["count", simple("SUM", "id"), simple("MAX", "name")],
      filters: [{ col: "id", op: "<", val: 0 }],
    },
    expect: [{ count: 0, "SUM(id)": null, "MAX(name)": null }],
  },
  {
    name: "groups over no rows",
    query: { columns: ["kind"], metrics: ["count"], filters: [{ col: "id", op: "<", val: 0 }] },
    expect: [],
  },
  {
    name: "a metric of SQL with a comment",
    query: { columns: ["flag"], metrics: [custom("SUM(id) - COUNT(*) -- all", "m")], orderby: [["flag", true]] },
    expect: grouped(FACTS, { flag: (f) => f.flag }, { m: (rows) => rows.reduce((a, f) => a + f.id, 0) - rows.length }),
  },
];

function measure(aggregate: string, column: keyof Fact, of: (rows: readonly Fact[]) => unknown): Question {
  return {
    name: `${aggregate} of ${column} by kind`,
    query: { columns: ["kind"], metrics: [simple(aggregate, column)], orderby: [["kind", true]] },
    expect: grouped(FACTS, { kind }, { [`${aggregate}(${column})`]: of }),
  };
}

const byKind = grouped(FACTS, { kind }, { count, total: sum((f) => f.id), top: greatest((f) => f.amount) });
const total = custom("SUM(id)", "total");
const top = simple("MAX", "amount", "top");
const pairs = grouped(FACTS, { kind, flag }, { count });
const only = (rows: readonly Row[], names: readonly string[]) =>
  rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));

const orders: Question[] = [
  ordered("a column, downwards, missing last", { columns: ["kind"], metrics: ["count"], orderby: [["kind", false]] }, only([...byKind].sort(descending("kind")), ["kind", "count"])),
  ordered("a metric of the request", { columns: ["kind"], metrics: ["count", total], orderby: [[total, false]] }, only([...byKind].sort(descending("total")), ["kind", "count", "total"])),
  ordered("a metric's label", { columns: ["kind"], metrics: [top], orderby: [["top", true]] }, only([...byKind].sort(byKeys(["top", "kind"])), ["kind", "top"])),
  ordered("a metric with missing values, downwards", { columns: ["id"], metrics: [top], orderby: [["top", false]], row_limit: 96 }, [...grouped(FACTS, { id: (f) => f.id }, { top: greatest((f) => f.amount) })].sort((a, b) => descending("top")(a, b) || byKeys(["id"])(a, b))),
  ordered("a metric that is not selected", { columns: ["kind"], metrics: ["count"], orderby: [[custom("SUM(id)", "other"), true]] }, only([...byKind].sort(byKeys(["total"])), ["kind", "count"])),
  ordered("a saved metric that is not selected", { columns: ["kind", "flag"], metrics: [], orderby: [["count", false]] }, only([...pairs].sort((a, b) => descending("count")(a, b) || byKeys(["kind", "flag"])(a, b)), ["kind", "flag"])),
  ordered("a column of SQL", { columns: ["id"], metrics: null, orderby: [[{ label: "m", sqlExpression: "id % 10", expressionType: "SQL", isColumnReference: false }, false], ["id", true]], row_limit: 12 }, FACTS.map(({ id }) => ({ id, m: id % 10 })).sort((a, b) => b.m - a.m || a.id - b.id).slice(0, 12).map(({ id }) => ({ id }))),
  ordered("two columns, each its way", { columns: ["kind", "flag"], metrics: ["count"], orderby: [["flag", false], ["kind", true]] }, [...pairs].sort((a, b) => descending("flag")(a, b) || byKeys(["kind"])(a, b))),
  ordered("ties by the groups, so that pages never overlap", { columns: ["id"], metrics: [custom("MAX(1)", "one")], orderby: [["one", false]], row_limit: 10, row_offset: 10 }, FACTS.slice(10, 20).map(({ id }) => ({ id, one: 1 }))),
  ordered("texts by code point", { columns: ["name"], metrics: [], orderby: [["name", true]] }, grouped(FACTS, { name: (f) => f.name }, {})),
  ordered("times, missing last", { columns: ["seen"], metrics: ["count"], orderby: [["seen", false]] }, grouped(FACTS, { seen: (f) => time(f.seen) }, { count }).sort(descending("seen"))),
  ordered("rows from an offset", { columns: ["id"], metrics: null, orderby: [["id", false]], row_limit: 3, row_offset: 5 }, [91, 90, 89].map((id) => ({ id }))),
  ordered("an offset beyond the end", { columns: ["id"], metrics: null, orderby: [["id", true]], row_limit: 3, row_offset: 500 }, []),
]; // biome-ignore format: a question a line

function ordered(name: string, query: Record<string, unknown>, rows: readonly Row[]): Question {
  return { name: `orders by ${name}`, query, expect: [...rows] };
}

const counts: Question[] = [
  { name: "counts groups", query: { columns: ["kind"], metrics: ["count"], is_rowcount: true }, expect: [{ rowcount: 5 }] },
  { name: "counts rows", query: { columns: ["name"], metrics: null, is_rowcount: true, orderby: [["name", true]] }, expect: [{ rowcount: 96 }] },
  { name: "counts rows under filters", query: { columns: ["id"], metrics: null, is_rowcount: true, filters: [{ col: "id", op: ">", val: 90 }] }, expect: [{ rowcount: 6 }] },
  { name: "counts rows behind an offset", query: { columns: ["id"], metrics: null, is_rowcount: true, row_offset: 90 }, expect: [{ rowcount: 6 }] },
  { name: "counts rows whose labels differ in case", query: { columns: [], metrics: [custom("MAX(1)", "A"), custom("MAX(2)", "a")], is_rowcount: true }, expect: [{ rowcount: 1 }] },
]; // biome-ignore format: a question a line

const place = (event: (typeof EVENTS)[number]) => event.place;
const day = (event: (typeof EVENTS)[number]) => msOf(event.day.slice(0, 7).concat("-01"));
const n = sum((event: (typeof EVENTS)[number]) => event.n);
const ranked = grouped(EVENTS, { place }, { n })
  .sort((a, b) => descending("n")(a, b) || byKeys(["place"])(a, b))
  .map((row) => row.place);
const smallest = grouped(EVENTS, { place }, { count })
  .sort(byKeys(["count", "place"]))
  .map((row) => row.place);
const firstTwo = new Set(ranked.slice(0, 2));
const label = (event: (typeof EVENTS)[number]) => (firstTwo.has(event.place) ? event.place : "Others");
const shortest = (a: Row, b: Row) => byKeys(["place", "at"])(a, b);
const sumN = simple("SUM", "n", "n");

const series: Question[] = [
  limited("the first two series by the first metric", { columns: ["place"], metrics: [sumN], series_columns: ["place"], series_limit: 2 }, grouped(EVENTS.filter((e) => firstTwo.has(e.place)), { place }, { n })),
  limited("series over time", { columns: [axis("at", "P1M"), "place"], metrics: [sumN], series_columns: ["place"], series_limit: 2 }, grouped(EVENTS.filter((e) => firstTwo.has(e.place)), { at: day, place }, { n })),
  limited("the last series by another metric", { columns: ["place"], metrics: [sumN], series_columns: ["place"], series_limit: 1, series_limit_metric: "count", order_desc: false }, grouped(EVENTS.filter((e) => e.place === smallest[0]), { place }, { n })),
  limited("old names of the limit", { groupby: ["place"], metrics: [sumN], is_timeseries: true, granularity: "at", extras: { time_grain_sqla: "P1M" }, timeseries_limit: 2 }, grouped(EVENTS.filter((e) => firstTwo.has(e.place)), { __timestamp: day, place }, { n })),
  limited("the rest as Others", { columns: ["place"], metrics: [sumN], series_columns: ["place"], series_limit: 2, group_others_when_limit_reached: true }, grouped(EVENTS, { place: label }, { n })),
  limited("the rest as Others over time, in order", { columns: ["place", axis("at", "P1M")], metrics: [sumN], series_columns: ["place"], series_limit: 2, group_others_when_limit_reached: true, orderby: [["place", true]] }, grouped(EVENTS, { place: label, at: day }, { n }).sort(shortest)),
  limited("a series of SQL", { columns: [{ label: "odd", sqlExpression: "CASE WHEN id % 3 = 0 THEN 'third' ELSE place END", expressionType: "SQL" }], metrics: ["count"], series_columns: ["odd"], series_limit: 1 }, grouped(EVENTS, { odd: (e) => (e.id % 3 === 0 ? "third" : e.place) }, { count }).sort((a, b) => descending("count")(a, b) || byKeys(["odd"])(a, b)).slice(0, 1)),
  limited("more series than there are", { columns: ["place"], metrics: ["count"], series_columns: ["place"], series_limit: 99 }, grouped(EVENTS, { place }, { count })),
  limited("filters bind the ranking too", { columns: ["place"], metrics: ["count"], series_columns: ["place"], series_limit: 1, filters: [{ col: "place", op: "IN", val: ["west", null] }] }, grouped(EVENTS.filter((e) => e.place === "west" || e.place === null), { place }, { count }).sort((a, b) => descending("count")(a, b) || byKeys(["place"])(a, b)).slice(0, 1)),
]; // biome-ignore format: a question a line

function limited(name: string, query: Record<string, unknown>, rows: Row[]): Question {
  return { name: `limits to ${name}`, of: "events", query, expect: rows };
}

export const AGGREGATE_QUESTIONS: readonly Question[] = [...columns, ...metrics, ...orders, ...counts, ...series];
