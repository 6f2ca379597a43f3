import { type ConformanceCase, type ConformanceSetting, equal, truthy, value } from "./setting.ts";

export const dialects: readonly ConformanceCase[] = [
  { name: "truncates timestamps by every grain", run: truncates },
  { name: "truncates dates by the grains", run: truncatesDays },
  { name: "round-trips timestamps and dates", run: writesMoments },
  { name: "matches patterns by % and _ only", run: matchesPatterns },
  { name: "finds literal substrings", run: findsParts },
  { name: "sorts nulls last in both directions", run: ordersMissingLast },
  { name: "limits and skips rows", run: limitsRows },
  { name: "compares nulls as equal on request", run: comparesMissing },
  { name: "reads epochs", run: readsEpochs },
  { name: "supports its label length", run: keepsLabels },
];

const SECOND = 1000;
const DAY = 86_400_000;
const daysSinceMonday = (ms: number) => (((Math.floor(ms / DAY) + 3) % 7) + 7) % 7;
const every = (unit: number) => (ms: number) => Math.floor(ms / unit) * unit;
const day = every(DAY);
const weekFrom = (offset: number) => (ms: number) => day(ms) - ((daysSinceMonday(ms) + offset) % 7) * DAY;
const weekTo = (offset: number) => (ms: number) => weekFrom(offset)(ms) + 6 * DAY;
const months = (count: number) => (ms: number) => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / count) * count);
};

const PERIODS: Readonly<Record<string, (ms: number) => number>> = {
  PT1S: every(SECOND),
  PT5S: every(5 * SECOND),
  PT30S: every(30 * SECOND),
  PT1M: every(60 * SECOND),
  PT5M: every(300 * SECOND),
  PT10M: every(600 * SECOND),
  PT15M: every(900 * SECOND),
  PT30M: every(1800 * SECOND),
  PT1H: every(3600 * SECOND),
  PT6H: every(6 * 3600 * SECOND),
  P1D: day,
  P1W: weekFrom(0),
  P1M: months(1),
  P3M: months(3),
  P1Y: months(12),
  "1969-12-28T00:00:00Z/P1W": weekFrom(1),
  "1969-12-29T00:00:00Z/P1W": weekFrom(0),
  "P1W/1970-01-03T00:00:00Z": weekTo(1),
  "P1W/1970-01-04T00:00:00Z": weekTo(0),
};

const MOMENTS = [
  "2024-05-15T13:47:38.500Z",
  "2024-02-29T23:59:59.999Z",
  "2023-12-31T23:59:59Z",
  "2024-01-01T00:00:00Z",
  "1969-07-20T20:17:40Z",
  "1970-01-01T00:00:00Z",
  "2000-03-26T02:30:00Z",
  "2024-05-18T00:00:00Z",
  "2024-05-19T23:00:01Z",
  "2024-05-20T05:59:59Z",
].map((text) => Date.parse(text));

const DAYS = ["2024-02-29", "2023-12-31", "1969-12-28", "2024-05-18", "2024-05-19", "2024-05-20"].map((text) =>
  Date.parse(text),
);

async function truncates(setting: ConformanceSetting): Promise<void> {
  const { dialect } = setting.connector;
  const moments = MOMENTS.map((ms): [number, string] => [ms, moment(setting, ms)]);
  equal(Object.keys(dialect.timeGrains).sort(), Object.keys(PERIODS).sort());
  await comparePeriods(setting, moments);
}

async function truncatesDays(setting: ConformanceSetting): Promise<void> {
  await comparePeriods(
    setting,
    DAYS.map((ms): [number, string] => [ms, dayOf(setting, ms)]),
  );
}

async function comparePeriods(
  { connection, connector }: ConformanceSetting,
  moments: readonly [number, string][],
): Promise<void> {
  for (const [grain, write] of Object.entries(connector.dialect.timeGrains)) {
    const { columns } = await connection.run(
      `SELECT ${moments.map(([, sql], i) => `${write(sql)} AS c${i}`).join(", ")}`,
    );
    const starts = columns.map((column) => isoOf(column.values[0]));
    equal([grain, ...starts], [grain, ...moments.map(([ms]) => isoOf(PERIODS[grain]?.(ms)))]);
  }
}

const isoOf = (ms: unknown) => (typeof ms === "number" ? new Date(ms).toISOString() : String(ms));

function moment({ connector: { dialect }, asTimestamp }: ConformanceSetting, ms: number): string {
  const literal = dialect.temporalLiteral(ms, "timestamp");
  return asTimestamp ? asTimestamp(literal) : literal;
}

function dayOf({ connector: { dialect }, asDate }: ConformanceSetting, ms: number): string {
  const literal = dialect.temporalLiteral(ms, "date");
  return asDate ? asDate(literal) : literal;
}

async function writesMoments(setting: ConformanceSetting): Promise<void> {
  for (const ms of MOMENTS) equal(isoOf(await value(setting, moment(setting, ms))), isoOf(ms));
  for (const ms of DAYS) equal(isoOf(await value(setting, dayOf(setting, ms))), isoOf(ms));
}

async function matchesPatterns(setting: ConformanceSetting): Promise<void> {
  const { quoteText, like, caseInsensitiveLike } = setting.connector.dialect;
  const holds = holdsOn(setting);
  const cases: [string, string, boolean, boolean][] = [
    ["Élan vital", "%lan v_tal", true, true],
    ["Élan vital", "élan%", false, true],
    ["50%", "50\\%", false, false],
    ["a\\b", "a\\b", true, true],
    ["a\\b", "A\\\\B", false, false],
    ["plain", "PL%", false, true],
    ["", "%", true, true],
  ];
  for (const [text, pattern, isLike, isCaseless] of cases) {
    const [left, right] = [quoteText(text), quoteText(pattern)];
    equal([text, pattern, await holds(like(left, right, false))], [text, pattern, isLike]);
    equal([text, pattern, await holds(like(left, right, true))], [text, pattern, !isLike]);
    equal([text, pattern, await holds(caseInsensitiveLike(left, right, false))], [text, pattern, isCaseless]);
    equal([text, pattern, await holds(caseInsensitiveLike(left, right, true))], [text, pattern, !isCaseless]);
  }
}

const holdsOn =
  ({ connection }: ConformanceSetting) =>
  async (condition: string) =>
    (await connection.run(`SELECT 1 AS found WHERE ${condition}`)).rows === 1;

async function findsParts(setting: ConformanceSetting): Promise<void> {
  const { quoteText, escapePattern, escapedLike } = setting.connector.dialect;
  const holds = holdsOn(setting);
  const parts: [string, string, boolean][] = [
    ["up 50% off", "50% O", true],
    ["up 50 off", "50% o", false],
    ["a_b", "A_B", true],
    ["axb", "a_b", false],
    ["c:\\x!y[z]'", "\\X!y[z]'", true],
    ["wow!%", "!%", true],
    ["wow", "!%", false],
  ];
  for (const [text, part, isIn] of parts) {
    const [left, right] = [quoteText(text), quoteText(`%${escapePattern(part)}%`)];
    equal([text, part, await holds(escapedLike(left, right, false))], [text, part, isIn]);
    equal([text, part, await holds(escapedLike(left, right, true))], [text, part, !isIn]);
  }
}

async function ordersMissingLast({ connection, connector, table }: ConformanceSetting): Promise<void> {
  const { orderTerm, quoteIdentifier } = connector.dialect;
  const alias = quoteIdentifier("Some label");
  for (const isAscending of [true, false]) {
    const sql = `SELECT label AS ${alias} FROM ${table} ORDER BY ${orderTerm(alias, isAscending)}`;
    const [column] = (await connection.run(sql)).columns;
    equal([...(column?.values ?? [])], isAscending ? ["", "one", null] : ["one", "", null]);
  }
}

async function limitsRows({ connection, connector, table }: ConformanceSetting): Promise<void> {
  const ids = async (limit: number | null, offset: number) => {
    const clause = connector.dialect.limitClause(limit, offset);
    const [column] = (await connection.run(`SELECT id FROM ${table} ORDER BY id ${clause}`)).columns;
    return [...(column?.values ?? [])];
  };
  equal(await ids(null, 0), [1, 2, 3]);
  equal(await ids(2, 0), [1, 2]);
  equal(await ids(1, 1), [2]);
  equal(await ids(null, 2), [3]);
  equal(await ids(0, 0), []);
}

async function comparesMissing({ connection, connector, table }: ConformanceSetting): Promise<void> {
  const condition = connector.dialect.nullSafeEqual("a.label", "b.label");
  const { rows } = await connection.run(`SELECT a.id FROM ${table} a JOIN ${table} b ON ${condition}`);
  equal(rows, 3);
}

async function readsEpochs(setting: ConformanceSetting): Promise<void> {
  const { epochToTimestamp } = setting.connector.dialect;
  equal(isoOf(await value(setting, epochToTimestamp("1709251199", "s"))), "2024-02-29T23:59:59.000Z");
  equal(isoOf(await value(setting, epochToTimestamp("1709251199123", "ms"))), "2024-02-29T23:59:59.123Z");
}

async function keepsLabels({ connection, connector: { dialect } }: ConformanceSetting): Promise<void> {
  const longest = dialect.maxLabelLength ?? 200;
  const labels = ["a", "ä"].map((letter) => letter.repeat(Math.floor(longest / Buffer.byteLength(letter))));
  const { columns } = await connection.run(
    `SELECT ${labels.map((label) => `1 AS ${dialect.quoteIdentifier(label)}`).join(", ")}`,
  );
  equal(
    columns.map((column) => column.name),
    labels,
  );
  truthy(longest >= 30, "labels can be read");
}
