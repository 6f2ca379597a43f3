import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionOf, insertDatabase } from "../../api/database/index.ts";
import { insertDataset, saveColumns, saveMetrics } from "../../api/dataset/index.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { casesOf } from "../full-size.ts";
import { startTestServer, type TestClient, type TestServer } from "../server.ts";
import { ENGINES, type QuestionEngine } from "./engines.ts";
import { GRAINS } from "./times.ts";

/**
 * Moments are cut and filtered by the reader's clock on every engine. Expected answers come from clocks as `Intl` writes
 * them, not from our own arithmetic.
 */
const ZONES = [
  ...[
    "UTC",
    "Asia/Tokyo",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
  ],
  ...[
    "America/St_Johns",
    "America/Havana",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Pacific/Apia",
    "Pacific/Kiritimati",
  ],
  ...["Pacific/Chatham", "Asia/Beirut", "Asia/Gaza", "+05:30", "-03:00"],
];

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Before, at and after clock changes, among them days without midnight, with two, and one that Samoa skipped. */
const CHANGES = [
  ...["2024-03-10T07:00Z", "2024-11-03T06:00Z", "2024-03-31T01:00Z", "2024-10-27T01:00Z", "2024-04-06T15:00Z"],
  ...["2024-10-05T15:30Z", "2018-11-04T03:00Z", "2018-02-18T02:00Z", "2011-12-30T10:00Z", "2024-03-10T05:00Z"],
  ...["2024-11-03T05:00Z", "2024-03-30T22:00Z", "2024-04-14T02:00Z", "1999-12-31T15:00Z", "1975-01-01T00:00Z"],
].map((text) => Date.parse(text));

const MOMENTS = [
  ...CHANGES.flatMap((ms) =>
    [-DAY, -90 * MINUTE, -1000, 0, 20 * MINUTE, 45 * MINUTE, 150 * MINUTE].map((by) => ms + by),
  ),
  ...Array.from({ length: 60 }, (_, i) => Date.UTC(2024, 0, 1) + i * 6.1 * DAY + i * 7_654_000),
].map((ms) => Math.floor(ms / 1000) * 1000);

/** What a clock shows, read as UTC. */
function shown(ms: number, timeZone: string): number {
  const text = new Date(ms).toLocaleString("sv-SE", { timeZone });
  return Date.parse(`${text.replace(" ", "T")}Z`);
}

function counted(values: readonly number[]): [number, number][] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

function statementsOf({ moment, types, quoteName }: QuestionEngine): string[] {
  const columns = [`${quoteName("at")} ${moment?.type}`, `plain ${types.timestamp}`, `born ${types.date}`];
  const rows = MOMENTS.map((ms) => `(${moment?.literal(textOf(ms))}, '${textOf(ms)}', '${textOf(ms).slice(0, 10)}')`);
  return [
    ...(moment?.before ?? []),
    `CREATE TABLE moments (${columns.join(", ")})`,
    `INSERT INTO moments VALUES ${rows.join(", ")}`,
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Json = any;

for (const engine of ENGINES.filter(({ moment }) => moment)) {
  const isThere = engine.variable === null || Boolean(process.env[engine.variable]);
  describe.skipIf(!isThere)(`time zones on ${engine.name}`, () => {
    let server: TestServer;
    let client: TestClient;
    let id: number;
    let drop: () => Promise<void>;

    beforeAll(async () => {
      server = await startTestServer({ checkAnswers: false });
      client = await server.as("admin");
      const { app } = server;
      const loaded = await engine.load(app, statementsOf(engine));
      drop = loaded.drop;
      const stamp = stampOf(app, null);
      const database = { database_name: engine.name, sqlalchemy_uri: loaded.uri } as Parameters<
        typeof insertDatabase
      >[1];
      const databaseId = await insertDatabase(app, database, stamp);
      app.events.changed("database", databaseId);
      const { connection } = await connectionOf(app, databaseId);
      const columns = await connection.columns("moments", loaded.schema);
      const dataset = { table_name: "moments", database_id: databaseId, schema: loaded.schema, main_dttm_col: "at" };
      id = await insertDataset(app.db, dataset as Parameters<typeof insertDataset>[1], stamp);
      const own = columns.map(({ name, type }) => ({ column_name: name, type, is_dttm: true }));
      await saveColumns(app.db, { datasetId: id, stamp }, own);
      await saveMetrics(app.db, { datasetId: id, stamp }, [{ metric_name: "count", expression: "COUNT(*)" }]);
      app.events.changed("dataset", id);
    });
    afterAll(async () => {
      await server?.stop();
      await drop?.();
    });

    const axis = (name: string, timeGrain: string | null) => ({
      ...{ columnType: "BASE_AXIS", expressionType: "SQL", isColumnReference: true },
      ...{ label: name, sqlExpression: name, timeGrain },
    });

    async function answer(query: object, zone?: string): Promise<Json> {
      const body = { datasource: { id, type: "table" }, queries: [{ row_limit: 1000, ...query }] };
      const { status, body: found } = await client.post<Json>(
        "/api/v1/chart/data",
        body,
        zone ? { "x-time-zone": zone } : {},
      );
      expect([status, found.message, found.result?.[0]?.error ?? null]).toEqual([200, undefined, null]);
      return found.result[0];
    }

    async function countsBy(
      name: string,
      grain: string,
      { zone, filters = [] }: { zone?: string; filters?: object[] },
    ) {
      const query = { columns: [axis(name, grain)], metrics: ["count"], filters, orderby: [[axis(name, grain), true]] };
      const { data, colzones } = await answer(query, zone);
      return { counts: data.map((row: Json) => [row[name], row.count]), colzones };
    }

    test("periods begin by the reader's clock, and ranges of days are the reader's days", async () => {
      const zones = fc.constantFrom(...ZONES);
      const grains = fc.constantFrom(...Object.keys(GRAINS));
      const days = fc.tuple(
        fc.constantFrom(...CHANGES),
        fc.integer({ min: -2, max: 1 }),
        fc.integer({ min: 1, max: 400 }),
      );
      await fc.assert(
        fc.asyncProperty(zones, grains, fc.option(days), async (zone, grain, range) => {
          const since = range ? Math.floor(range[0] / DAY + range[1]) * DAY : Number.NEGATIVE_INFINITY;
          const until = range ? since + range[2] * DAY : Number.POSITIVE_INFINITY;
          const val = `${range ? textOf(since) : ""} : ${range ? textOf(until) : ""}`;
          const filters = range ? [{ col: "at", op: "TEMPORAL_RANGE", val }] : [];
          const { counts, colzones } = await countsBy("at", grain, { zone, filters });
          const clocks = MOMENTS.map((ms) => shown(ms, zone)).filter((ms) => ms >= since && ms < until);
          expect(counts).toEqual(counted(clocks.map((ms) => GRAINS[grain]?.(ms) ?? 0)));
          expect(colzones).toEqual(counts.length > 0 ? { at: zone } : expect.anything());
        }),
        { numRuns: casesOf(20, 400) },
      );
    });

    test("a period that is selected is filtered exactly, also when it repeats an hour", async () => {
      const grains = ["PT15M", "PT1H", "P1D", "P1W", "P1M"];
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...ZONES), fc.constantFrom(...grains), fc.nat(), async (zone, grain, at) => {
          const { counts } = await countsBy("at", grain, { zone });
          const [start, count] = counts[at % counts.length];
          const filters = [{ col: "at", op: "IN", val: [start], grain }];
          expect((await countsBy("at", grain, { zone, filters })).counts).toEqual([[start, count]]);
        }),
        { numRuns: casesOf(6, 100) },
      );
    });

    test("times without a zone and dates never move", async () => {
      for (const name of ["plain", "born"]) {
        const inUtc = await countsBy(name, "P1D", {});
        expect(await countsBy(name, "P1D", { zone: "Asia/Tokyo" })).toEqual(inUtc);
        const filters = [{ col: name, op: "TEMPORAL_RANGE", val: "2024-03-10 : 2024-03-12" }];
        const [here, there] = [
          await countsBy(name, "P1D", { filters }),
          await countsBy(name, "P1D", { zone: "Asia/Tokyo", filters }),
        ];
        expect(there).toEqual(here);
        expect(there.colzones).toBeUndefined();
      }
    });

    test("without a zone, the SQL is as it was", async () => {
      const query = { columns: [axis("at", "P1D")], metrics: ["count"] };
      const [plain, zoned] = [await answer(query), await answer(query, "Asia/Tokyo")];
      expect(plain.query).not.toMatch(/zone|32400/i);
      expect(zoned.query).toMatch(/AT TIME ZONE 'Asia\/Tokyo'|INTERVAL 32400 SECOND/);
      expect([plain.colzones, zoned.colzones]).toEqual([undefined, { at: "Asia/Tokyo" }]);
    });

    test("rows keep their moments, which a value of a row and a typed time find", async () => {
      const ms = Date.parse("2024-11-03T05:45:00Z");
      const find = async (val: number | string, zone: string) =>
        (await answer({ columns: ["at"], filters: [{ col: "at", op: "==", val }] }, zone)).data.map(
          (row: Json) => row.at,
        );
      expect(await find(ms, "America/Havana")).toContain(ms);
      expect(new Set(await find(ms, "Asia/Tokyo"))).toEqual(new Set([ms]));
      expect(new Set(await find("2024-11-03 14:45:00", "Asia/Tokyo"))).toEqual(new Set([ms]));
      expect(await find("2024-11-03 05:45:00", "Asia/Tokyo")).toEqual([]);
      expect((await answer({ columns: ["at"], row_limit: 1 }, "Asia/Tokyo")).colzones).toEqual({ at: "UTC" });
    });

    test("comparisons are of the same days, also across a clock change", async () => {
      const [since, until, zone] = ["2024-03-10", "2024-03-14", "America/New_York"];
      const filters = [{ col: "at", op: "TEMPORAL_RANGE", val: `${since} : ${until}` }];
      const query = { columns: [axis("at", "P1D")], metrics: ["count"], filters, time_offsets: ["4 days ago"] };
      const { data } = await answer({ ...query, orderby: [[axis("at", "P1D"), true]] }, zone);
      const perDay = new Map(counted(MOMENTS.map((ms) => Math.floor(shown(ms, zone) / DAY) * DAY)));
      const first = Date.parse(since);
      const expected = [0, 1, 2, 3].map((day) => first + day * DAY).filter((day) => perDay.has(day));
      expect(data).toEqual(
        expected.map((day) => ({
          ...{ at: day, count: perDay.get(day) },
          "count__4 days ago": perDay.get(day - 4 * DAY) ?? null,
        })),
      );
    });

    test("annotations from other charts are on the reader's clock, like axes", async () => {
      const query = { columns: ["at"], filters: [{ col: "at", op: "==", val: "2024-11-03 14:45:00" }], row_limit: 1 };
      const source = { datasource: { id, type: "table" }, queries: [query], form_data: {} };
      const chart = await client.post<Json>("/api/v1/chart/", {
        ...{ slice_name: "Moments", viz_type: "table", datasource_id: id, datasource_type: "table" },
        ...{ params: JSON.stringify({ viz_type: "table" }), query_context: JSON.stringify(source) },
      });
      const layer = { name: "Events", annotationType: "EVENT", sourceType: "table", value: chart.body.id, show: true };
      const asked = { columns: [axis("at", "P1Y")], metrics: ["count"], annotation_layers: [layer] };
      const { annotation_data } = await answer(asked, "Asia/Tokyo");
      expect(annotation_data.Events.records).toEqual([{ at: Date.parse("2024-11-03T14:45:00Z") }]);
    });

    test("files keep rows as they are, and name the zone of their times", async () => {
      const header = async (query: object, zone?: string) => {
        const body = { datasource: { id, type: "table" }, queries: [query], result_format: "csv" };
        const response = await client.fetch("/api/v1/chart/data", {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json", ...(zone ? { "x-time-zone": zone } : {}) },
        });
        const [names = "", first = ""] = (await response.text()).replace("\ufeff", "").split(/\r?\n/);
        return [names, first];
      };
      const rows = { columns: ["at", "plain"], orderby: [["plain", true]], row_limit: 1 };
      const [[plainNames, plainRow], [names, row]] = [await header(rows), await header(rows, "Asia/Tokyo")];
      expect([plainNames, names]).toEqual(["at,plain", "at (UTC),plain"]);
      expect(row).toBe(plainRow);
      const [periods] = await header({ columns: [axis("at", "P1M")], metrics: ["count"] }, "Asia/Tokyo");
      expect(periods).toBe("at (Asia/Tokyo),count");
    });
  });
}
