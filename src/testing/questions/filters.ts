import { compared, custom, DAY, idsWhere, type Question } from "./question.ts";
import { FACTS, type Fact, HOSTILE_COLUMNS, msOf } from "./seed.ts";

type Keep = (fact: Fact) => boolean;
type Filter = readonly [col: unknown, op: string, val?: unknown, grain?: string];

const ask = (filter: Filter, keep: Keep): Question => {
  const [col, op, val, grain] = filter;
  const text = `${typeof col === "string" ? col : "sql"} ${op} ${JSON.stringify(val) ?? ""}${grain ? ` by ${grain}` : ""}`;
  const queryFilter = { col, op, ...(val === undefined ? {} : { val }), ...(grain ? { grain } : {}) };
  return idsWhere(`where ${text}`.slice(0, 120), [queryFilter], keep);
};

const is = <K extends keyof Fact>(column: K, test: (value: NonNullable<Fact[K]>) => boolean): Keep => {
  return (fact) => fact[column] !== null && test(fact[column] as NonNullable<Fact[K]>);
};
const isIn =
  (column: keyof Fact, values: readonly unknown[]): Keep =>
  (fact) =>
    values.includes(fact[column]);
const notIn =
  (column: keyof Fact, values: readonly unknown[]): Keep =>
  (fact) =>
    fact[column] !== null && !values.includes(fact[column]);

export function likePattern(pattern: string, flags = "s"): RegExp {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replaceAll("%", ".*")
    .replaceAll("_", ".");
  return new RegExp(`^${source}$`, `${flags}u`);
}
const like = (pattern: string, flags?: string) => is("name", (name) => likePattern(pattern, flags).test(name));
const notLike = (pattern: string, flags?: string) => is("name", (name) => !likePattern(pattern, flags).test(name));

const names = FACTS.flatMap(({ name }) => (name === null ? [] : [name]));
const plainNames = [...new Set(names)].filter((name) => name !== "" && !/^[\t\n]|[\t\n]$/.test(name));

const texts: Question[] = [
  ...plainNames.map((name) => ask(["name", "==", name], isIn("name", [name]))),
  ask(["name", "==", "\t\na\n\t"], isIn("name", ["a"])),
  ask(["name", "==", ""], isIn("name", [""])),
  ask(["name", "==", "<empty string>"], isIn("name", [""])),
  ask(["name", "==", "<NULL>"], isIn("name", [null])),
  ask(["name", "==", null], isIn("name", [null])),
  ask(["name", "!=", null], (fact) => fact.name !== null),
  ask(["name", "!=", "a"], notIn("name", ["a"])),
  ask(["name", "!=", "<NULL>"], (fact) => fact.name !== null),
  ask(["name", "IN", plainNames], isIn("name", plainNames)),
  ask(["name", "NOT IN", plainNames], notIn("name", plainNames)),
  ask(["name", "in", "a"], isIn("name", ["a"])),
  ask(["kind", "IN", ["red", null]], isIn("kind", ["red", null])),
  ask(["kind", "IN", ["<NULL>"]], isIn("kind", [null])),
  ask(["kind", "IN", ["<empty string>", "<NULL>"]], isIn("kind", ["", null])),
  ask(["kind", "NOT IN", ["red", "<NULL>"]], notIn("kind", ["red"])),
  ask(["kind", "NOT IN", [null]], (fact) => fact.kind !== null),
  ask(["kind", "NOT IN", ["<empty string>"]], notIn("kind", [""])),
  ask(
    ["kind", ">", "green"],
    is("kind", (kind) => kind > "green"),
  ),
  ask(
    ["kind", "<=", "green"],
    is("kind", (kind) => kind <= "green"),
  ),
  ask(["kind", "IS NULL"], isIn("kind", [null])),
  ask(["kind", "is not null"], (fact) => fact.kind !== null),
  ...[
    "a%",
    "%a%",
    "_",
    "__",
    "%\\%",
    "\\%",
    "%'%",
    '%"%',
    "100\\%",
    "%\n%",
    "%💥%",
    "%--%",
    "%",
    "",
    "п%x",
    "\u{feff}_'",
  ].map((pattern) => ask(["name", "LIKE", pattern], like(pattern))),
  ...["NAME%", "A", "%BOOM", "O'bRIEN"].map((pattern) => ask(["name", "ILIKE", pattern], like(pattern, "is"))),
  ask(["name", "LIKE", "NAME%"], like("NAME%")),
  ask(["name", "NOT LIKE", "name%"], notLike("name%")),
  ask(["name", "NOT ILIKE", "NAME%"], notLike("NAME%", "is")),
  ask(["name", "not like", "%\\%"], notLike("%\\%")),
  ask(
    ["id", "LIKE", "1%"],
    is("id", (id) => String(id).startsWith("1")),
  ),
  ask(
    ["born", "LIKE", "2020-%"],
    is("born", (born) => born.startsWith("2020-")),
  ),
];

const part = (name: string, needle: string) => name.toLowerCase().includes(needle.toLowerCase());
const without = (col: "name" | "kind", op: string, val: unknown) => ({ col, op, val, keepsNull: true });

const parts: Question[] = [
  ...["NAME", "%", "_", "!", "\\", "[", "'", "100%", "a_b", "--", "💥"].flatMap((needle) => [
    ask(
      ["name", "CONTAINS TEXT", needle],
      is("name", (name) => part(name, needle)),
    ),
    ask(
      ["name", "NOT CONTAINS TEXT", needle],
      is("name", (name) => !part(name, needle)),
    ),
  ]),
  ask(
    ["name", "BEGINS WITH TEXT", "NAM"],
    is("name", (name) => /^nam/i.test(name)),
  ),
  ask(
    ["name", "BEGINS WITH TEXT", "na_"],
    is("name", (name) => /^na_/i.test(name)),
  ),
  ask(
    ["name", "ENDS WITH TEXT", "E 3"],
    is("name", (name) => /e 3$/i.test(name)),
  ),
  ask(["kind", "EQUALS TEXT", "RED"], isIn("kind", ["red"])),
  ask(["kind", "EQUALS TEXT", "r%"], isIn("kind", [])),
  ask(["kind", "NOT EQUALS TEXT", "Red"], notIn("kind", ["red"])),
  ask(
    ["id", "CONTAINS TEXT", 9],
    is("id", (id) => String(id).includes("9")),
  ),
  idsWhere(
    "where kind is none of a list or missing",
    [without("kind", "NOT IN", ["red"])],
    (fact) => fact.kind !== "red",
  ),
  idsWhere(
    "where name is unlike a pattern or missing",
    [without("name", "NOT ILIKE", "NAME%")],
    ({ name }) => name === null || !likePattern("NAME%", "is").test(name),
  ),
];

const numbers: Question[] = [
  ask(["id", "==", 7], isIn("id", [7])),
  ask(["id", "==", "7"], isIn("id", [7])),
  ask(["id", "==", " 7 "], isIn("id", [7])),
  ask(["id", "==", [7, 8]], isIn("id", [7])),
  ask(["id", "!=", 7], notIn("id", [7])),
  ask(["id", "IN", [1, "2", 3]], isIn("id", [1, 2, 3])),
  ask(["id", "NOT IN", ["1", 2]], notIn("id", [1, 2])),
  ask(["amount", "==", 0.1], isIn("amount", [0.1])),
  ask(["amount", "==", "0.10"], isIn("amount", [0.1])),
  ask(["amount", "IN", [null, -0.01]], isIn("amount", [null, -0.01])),
  ask(["amount", "NOT IN", [null, 12]], notIn("amount", [12])),
  ask(
    ["amount", "<", 0],
    is("amount", (amount) => amount < 0),
  ),
  ask(
    ["amount", ">=", "1e3"],
    is("amount", (amount) => amount >= 1000),
  ),
  ask(
    ["amount", "<=", -999999.99],
    is("amount", (amount) => amount <= -999999.99),
  ),
  ask(["ratio", "==", -0.125], isIn("ratio", [-0.125])),
  ask(
    ["ratio", ">", "-.5"],
    is("ratio", (ratio) => ratio > -0.5),
  ),
  ask(["ratio", "==", 0], isIn("ratio", [0])),
  ask(["ratio", "IS NULL"], isIn("ratio", [null])),
  ask(["big", "==", "9007199254740993"], isIn("big", [9007199254740993n])),
  ask(
    ["big", "IN", ["-9007199254740993", "9223372036854775807"]],
    isIn("big", [-9007199254740993n, 9223372036854775807n]),
  ),
  ask(
    ["big", ">", "9007199254740992"],
    is("big", (big) => big > 9007199254740992n),
  ),
  ask(
    ["big", "<", 0],
    is("big", (big) => big < 0n),
  ),
  ask(["id", "IS TRUE"], () => true),
  ask(["select", "IS FALSE"], isIn("select", [0])),
  ask(["select", "==", true], isIn("select", [1])),
];

const booleans: Question[] = [
  ask(["flag", "==", true], isIn("flag", [true])),
  ask(["flag", "==", "false"], isIn("flag", [false])),
  ask(["flag", "==", "TRUE"], isIn("flag", [true])),
  ask(["flag", "==", 1], isIn("flag", [true])),
  ask(["flag", "!=", true], isIn("flag", [false])),
  ask(["flag", "IN", [true, null]], isIn("flag", [true, null])),
  ask(["flag", "IN", ["TRUE", "FALSE"]], isIn("flag", [true, false])),
  ask(["flag", "NOT IN", [false]], isIn("flag", [true])),
  ask(["flag", "IS TRUE"], isIn("flag", [true])),
  ask(["flag", "IS FALSE"], isIn("flag", [false])),
  ask(["flag", "IS NULL"], isIn("flag", [null])),
  ask(["is small", "IS TRUE"], (fact) => fact.id < 10),
  ask(["is small", "==", false], (fact) => fact.id >= 10),
];

const LEAP = Date.UTC(2020, 1, 29);
const bornMs = (fact: Fact) => (fact.born === null ? null : msOf(fact.born));
const seenMs = (fact: Fact) => (fact.seen === null ? null : msOf(fact.seen));
const yearOf = (text: string) => Number(text.slice(0, 4));

const times: Question[] = [
  ask(["born", "==", LEAP], isIn("born", ["2020-02-29"])),
  ask(["born", "==", "2020-02-29"], isIn("born", ["2020-02-29"])),
  ask(["born", "!=", LEAP], notIn("born", ["2020-02-29"])),
  ask(["born", "<", 0], (fact) => (bornMs(fact) ?? 0) < 0),
  ask(["born", "IN", ["1900-01-01", LEAP]], isIn("born", ["1900-01-01", "2020-02-29"])),
  ask(["born", "NOT IN", [null, LEAP]], notIn("born", ["2020-02-29"])),
  ask(["born", "IS NULL"], isIn("born", [null])),
  ask(["seen", "==", Date.UTC(2021, 2, 28, 2, 30)], isIn("seen", ["2021-03-28 02:30:00"])),
  ask(["seen", "==", "2021-03-14 02:30:00"], isIn("seen", ["2021-03-14 02:30:00"])),
  ask(["seen", "==", "2021-03-14T02:30:00"], isIn("seen", ["2021-03-14 02:30:00"])),
  ask(["seen", "<", "1970-01-01"], (fact) => fact.seen !== null && fact.seen < "1970"),
  ask(
    ["seen", ">=", Date.UTC(2038, 0, 19, 3, 14, 8)],
    is("seen", (seen) => seen >= "2038-01-19 03:14:08"),
  ),
  ask(
    ["seen", "==", LEAP, "P1D"],
    is("seen", (seen) => seen.startsWith("2020-02-29")),
  ),
  ask(
    ["seen", "==", "2020-01-01", "P1Y"],
    is("seen", (seen) => yearOf(seen) === 2020),
  ),
  ask(
    ["seen", "IN", [Date.UTC(2021, 0, 1), null], "P1M"],
    (fact) => fact.seen === null || fact.seen.startsWith("2021-01"),
  ),
  ask(
    ["born", "==", Date.UTC(2020, 1), "P1M"],
    is("born", (born) => born.startsWith("2020-02")),
  ),
  ask(
    ["born", "IN", ["2020-01-01", Date.UTC(1900, 0)], "P1Y"],
    is("born", (born) => ["2020", "1900"].includes(born.slice(0, 4))),
  ),
  ask(
    ["born", "!=", LEAP, "P1D"],
    is("born", (born) => born !== "2020-02-29"),
  ),
  ask(["secs", "==", LEAP], isIn("secs", [LEAP / 1000])),
  ask(["secs", "==", "2020-02-29"], isIn("secs", [LEAP / 1000])),
  ask(
    ["millis", "<", "1970-01-01"],
    is("millis", (millis) => millis < 0),
  ),
  ask(
    ["secs", "==", "1900-01-01", "P1Y"],
    is("seen", (seen) => yearOf(seen) === 1900),
  ),
  ask(["ymd", "==", LEAP], isIn("ymd", ["20200229"])),
  ask(["ymd", "==", "20200229"], isIn("ymd", ["20200229"])),
];

const RANGES: readonly (readonly [string, number | null, number | null])[] = [
  ["2020-02-29 : 2020-03-01", LEAP, LEAP + DAY],
  ["2020-02-28T23:59:59 : 2020-02-29T23:59:59", LEAP - 1000, LEAP + DAY - 1000],
  [" : 1970-01-01", null, 0],
  ["2021-01-01 : ", Date.UTC(2021, 0), null],
  ["No filter", null, null],
  ["Last year", Date.UTC(2020, 4, 17), Date.UTC(2021, 4, 17)],
  ["previous calendar year", Date.UTC(2020, 0), Date.UTC(2021, 0)],
  ["Current month", Date.UTC(2021, 4), Date.UTC(2021, 5)],
  ["Last day", Date.UTC(2021, 4, 16), Date.UTC(2021, 4, 17)],
  ["1999-12-31T23:59:59 : 2000-03-01", Date.UTC(1999, 11, 31, 23, 59, 59), Date.UTC(2000, 2, 1)],
  ["1900-01-01 : 1900-01-01T00:00:01", Date.UTC(1900, 0), Date.UTC(1900, 0, 1, 0, 0, 1)],
];
const within = (ms: number | null, [, since, until]: (typeof RANGES)[number]) =>
  (since === null && until === null) || (ms !== null && ms >= (since ?? -1e15) && ms < (until ?? 1e15));

const ranges: Question[] = RANGES.flatMap((range) => [
  ask(["seen", "TEMPORAL_RANGE", range[0]], (fact) => within(seenMs(fact), range)),
  ask(["born", "TEMPORAL_RANGE", range[0]], (fact) => within(bornMs(fact), range)),
  ask(["secs", "TEMPORAL_RANGE", range[0]], (fact) => within(fact.millis, range)),
  ask(["millis", "TEMPORAL_RANGE", range[0]], (fact) => within(fact.millis, range)),
]);

const adhoc = (sqlExpression: string, more: object = {}) => ({
  label: "x",
  expressionType: "SQL",
  sqlExpression,
  ...more,
});

const others: Question[] = [
  ask([adhoc("id * 2"), "==", 14], isIn("id", [7])),
  ask([adhoc("CASE WHEN kind = 'red' THEN 'r' END"), "==", "r"], isIn("kind", ["red"])),
  ask([adhoc("kind"), "==", "red"], isIn("kind", ["red"])),
  ask([adhoc("is small"), "IS TRUE"], (fact) => fact.id < 10),
  ask([adhoc("id + 0 -- = 3"), "==", 4], isIn("id", [4])),
  ask(
    [adhoc("seen", { columnType: "BASE_AXIS", timeGrain: "P1Y" }), "==", "2021-01-01"],
    is("seen", (s) => yearOf(s) === 2021),
  ),
  ...HOSTILE_COLUMNS.flatMap((column) => [
    ask([column, "==", 1], isIn(column, [1])),
    ask([column, "NOT IN", [0, null]], notIn(column, [0])),
  ]),
  idsWhere("unknown columns are left out", [{ col: "nope", op: "==", val: 1 }], () => true),
  idsWhere("all filters hold at once", [
    { col: "kind", op: "IN", val: ["red", "<NULL>"] },
    { col: "flag", op: "IS TRUE" },
    { col: "id", op: ">", val: 20 },
  ], (fact) => (fact.kind === "red" || fact.kind === null) && fact.flag === true && fact.id > 20), // biome-ignore format: short
  idsWhere("custom SQL stays in its parentheses", [{ col: "id", op: "<", val: 30 }], (fact) =>
    fact.id < 30 && (fact.kind === "red" || fact.kind === "blue"), { extras: { where: "kind = 'red' OR kind = 'blue'" } }), // biome-ignore format: short
  idsWhere("old places of custom SQL count too", [], (fact) => fact.id === 5, {
    where: "id = 5 OR id = 6",
    extras: { where: "id = 5 OR id = 7 -- end" },
  }),
  idsWhere("the dataset's own predicate, on request", [], (fact) => fact.id > 3, {
    apply_fetch_values_predicate: true,
  }),
];

const overMetrics: Question[] = [
  {
    name: "a filter on a saved metric keeps groups",
    query: {
      columns: ["kind"],
      metrics: ["count"],
      filters: [{ col: "count", op: ">", val: 19 }],
      orderby: [["kind", true]],
    },
    expect: counts()
      .filter((row) => row.count > 19)
      .map(({ kind, count }) => ({ kind, count })),
  },
  {
    name: "a filter on a metric's label keeps groups",
    query: {
      columns: ["kind"],
      metrics: ["count", custom("SUM(id)", "total")],
      filters: [{ col: "total", op: "<", val: "900" }],
      orderby: [["kind", true]],
    },
    expect: counts().filter((row) => row.total < 900),
  },
  {
    name: "custom HAVING keeps groups",
    query: {
      columns: ["kind"],
      metrics: ["count"],
      extras: { having: "COUNT(*) > 19 OR SUM(id) < 0" },
      orderby: [["kind", true]],
    },
    expect: counts()
      .filter((row) => row.count > 19)
      .map(({ kind, count }) => ({ kind, count })),
  },
  {
    name: "totals are of the groups that a condition keeps, missing ones too",
    query: {
      columns: [],
      having_columns: ["kind"],
      metrics: ["count", custom("SUM(id)", "total")],
      filters: [{ col: "count", op: ">", val: 9 }],
      extras: { having: "SUM(id) > 0" },
    },
    expect: [
      counts()
        .filter((row) => row.count > 9 && row.total > 0)
        .reduce((all, { count, total }) => ({ count: all.count + count, total: all.total + total }), {
          count: 0,
          total: 0,
        }),
    ],
  },
];

function counts() {
  const kinds = [...new Set(FACTS.map(({ kind }) => kind))].sort(compared);
  return kinds.map((kind) => {
    const own = FACTS.filter((fact) => fact.kind === kind);
    return { kind, count: own.length, total: own.reduce((a, { id }) => a + id, 0) };
  });
}

export const FILTER_QUESTIONS: readonly Question[] = [
  ...texts,
  ...parts,
  ...numbers,
  ...booleans,
  ...times,
  ...ranges,
  ...others,
  ...overMetrics,
];
