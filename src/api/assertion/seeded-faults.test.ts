import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ASSERTION_KINDS, type AssertionKind } from "../../model/assertion.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import { casesOf, REPEATED_BY, SEED } from "../../testing/full-size.ts";
import { randomOf } from "../../testing/rights-world.ts";
import { registerTable } from "../../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

/**
 * Random tables about which an assertion holds, and the same with one fault. Each kind is checked on both, on real
 * engines.
 */

const PER_KIND = casesOf(2, 25);
const NOW_MS = Date.now();
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const random = randomOf(SEED);
const between = (least: number, most: number) => least + random.below(most - least + 1);

interface Row {
  id: number;
  code: string | null;
  region: string | null;
  cents: number;
  loaded_ms: number;
}

interface Case {
  params: object;
  where?: string;
  rows: Row[];
  /** Changes one thing so that the assertion doesn't hold. */
  fault(rows: Row[]): void;
  /** Rows of the other table, for kinds that compare. */
  other?: Row[];
}

const REGIONS = ["North", "South", "East", "West", "Île-de-France", "O'Hare", "Ñ 50%"];
const total = (rows: readonly Row[]) => rows.reduce((sum, { cents }) => sum + cents, 0);
const amount = { expressionType: "SIMPLE", column: { column_name: "amount" }, aggregate: "SUM" };
const count = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" };

function rowsOf(least = 2): Row[] {
  const codes = between(0, 2) > 0;
  return Array.from({ length: between(least, 120) }, (_, at) => ({
    id: at + 1,
    code: codes ? `c${at}` : null,
    region: random.chance(0.1) ? null : random.pick(REGIONS),
    cents: between(-50_000, 900_000),
    loaded_ms: NOW_MS - between(1, 400) * HOUR_MS,
  }));
}

const other = (rows: readonly Row[]) => rows.map((row) => ({ ...row }));

const CASES: Readonly<Record<AssertionKind, () => Case>> = {
  range: () => {
    const rows = rowsOf();
    const sum = total(rows) / 100;
    const bounds = random.pick([{ max: sum + 1 }, { min: sum - 1 }, { min: sum - 1, max: sum + 1 }]);
    const up = !("min" in bounds) || ("max" in bounds && random.chance(0.5));
    return {
      params: { metric: amount, ...bounds },
      rows,
      fault: (all) => {
        random.pick(all).cents += (up ? 1 : -1) * between(101, 10_000);
      },
    };
  },
  freshness: () => {
    const hours = between(1, 72);
    const rows = rowsOf().map((row) => ({ ...row, loaded_ms: NOW_MS - between(hours + 1, 900) * HOUR_MS }));
    const latest = NOW_MS - Math.floor(hours * HOUR_MS * 0.9 * (between(0, 100) / 100));
    const newest = random.pick(rows);
    newest.loaded_ms = latest;
    return {
      params: { column: "loaded_at", hours },
      rows,
      fault: (all) => {
        for (const row of all) if (row.loaded_ms === latest) row.loaded_ms = NOW_MS - (hours + 1) * HOUR_MS;
      },
    };
  },
  not_null: () => ({
    params: { column: "code" },
    rows: rowsOf().map((row) => ({ ...row, code: row.code ?? "" })),
    fault: (all) => {
      random.pick(all).code = null;
    },
  }),
  unique: () => {
    const isPair = random.chance(0.5);
    return {
      params: { columns: isPair ? ["region", "id"] : ["code"] },
      // Rows without a value are no duplicates of each other.
      rows: rowsOf(3).map((row) => ({ ...row, region: isPair ? (row.region ?? "North") : row.region })),
      fault: (all) => {
        const [first, second] = all;
        if (!first || !second) return;
        if (isPair) Object.assign(second, { region: first.region, id: first.id });
        else Object.assign(second, { code: "twice" }, Object.assign(first, { code: "twice" }) && {});
      },
    };
  },
  accepted_values: () => ({
    params: { column: "region", values: REGIONS },
    rows: rowsOf(),
    fault: (all) => {
      random.pick(all).region = random.pick(["north", "North ", " East", "", "null", "O''Hare", "Nørth"]);
    },
  }),
  sum_equals: () => {
    const rows = rowsOf();
    return {
      params: { metric: amount, by: "region", total: { ...amount, column: { column_name: "expected" } } },
      rows,
      fault: (all) => {
        random.pick(all).cents += random.pick([-1, 1]) * between(1, 500);
      },
    };
  },
  change: () => {
    const percent = between(5, 60);
    const weekStart = startOfWeek();
    const days = (weeks: number, cents: number) =>
      Array.from({ length: 7 }, (_, day) => ({ day: weekStart - weeks * 7 * DAY_MS + day * DAY_MS, cents }));
    const before = between(1000, 90_000);
    const last = Math.round(before * (1 + (random.pick([-1, 1]) * between(0, percent - 2)) / 100));
    const noise = [...days(0, between(1, 900_000)).filter(({ day }) => day <= NOW_MS), ...days(3, 777)];
    const rows = [...days(1, last), ...days(2, before), ...noise].map(({ day, cents }, at) => ({
      ...{ id: at, code: null, region: null, cents, loaded_ms: day + between(0, 23) * HOUR_MS },
    }));
    return {
      params: { metric: amount, column: "loaded_at", percent, period: "week" },
      rows,
      fault: (all) => {
        const factor = random.chance(0.5) ? 1 + (percent + between(2, 80)) / 100 : 1 - (percent + 2) / 100;
        for (const row of all)
          if (row.loaded_ms >= weekStart - 7 * DAY_MS && row.loaded_ms < weekStart)
            row.cents = Math.round(before * Math.max(0, factor));
      },
    };
  },
  equals_dataset: () => {
    const rows = rowsOf();
    const metric = random.pick([amount, count]);
    return {
      params: { metric, other_metric: metric },
      rows,
      other: other(rows),
      fault: (all) => {
        if (metric === count) all.pop();
        else random.pick(all).cents += random.pick([-1, 1]) * between(1, 500);
      },
    };
  },
  sql: () => ({
    params: { sql: "SELECT id FROM {table} WHERE amount > 9000" },
    rows: rowsOf(),
    fault: (all) => {
      random.pick(all).cents = between(900_001, 2_000_000);
    },
  }),
};

function startOfWeek(): number {
  const date = new Date(NOW_MS);
  const today = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return today - ((date.getUTCDay() + 6) % 7) * DAY_MS;
}

interface Table {
  name: string;
  rows: readonly Row[];
  /** The amounts that were meant. */
  expected: readonly number[];
}

const quoted = (text: string | null) => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);

function statementsOf({ name, rows, expected }: Table): string[] {
  const values = rows.map(({ id, code, region, cents, loaded_ms }, at) => {
    const moment = new Date(loaded_ms).toISOString().slice(0, 19).replace("T", " ");
    const cells = [id, quoted(code), quoted(region), cents / 100, (expected[at] ?? 0) / 100, quoted(moment)];
    return `(${cells.join(", ")})`;
  });
  return [
    `CREATE TABLE ${name} (id INTEGER, code VARCHAR(20), region VARCHAR(40), amount DOUBLE PRECISION,
      expected DOUBLE PRECISION, loaded_at TIMESTAMP)`,
    `INSERT INTO ${name} VALUES ${values.join(", ")}`,
  ];
}

interface Prepared {
  kind: AssertionKind;
  params: object;
  isFaulty: boolean;
  table: string;
  otherTable: string | undefined;
}

function prepared(): { cases: Prepared[]; tables: Table[] } {
  const tables: Table[] = [];
  const add = (rows: readonly Row[], expected: readonly number[]) => {
    const name = `t${tables.length}`;
    tables.push({ name, rows, expected });
    return name;
  };
  const cases = ASSERTION_KINDS.flatMap((kind) =>
    Array.from({ length: PER_KIND }, () => CASES[kind]()).flatMap(({ params, rows, fault, other: compared }) => {
      const expected = rows.map(({ cents }) => cents);
      const faulty = other(rows);
      fault(faulty);
      const otherTable = compared && add(compared, expected);
      return [
        { kind, params, isFaulty: false, table: add(rows, expected), otherTable },
        { kind, params, isFaulty: true, table: add(faulty, expected), otherTable },
      ];
    }),
  );
  return { cases, tables };
}

interface Opened {
  uri: string;
  drop(): Promise<void>;
}

type Open = (app: TestServer["app"], statements: string[]) => Promise<Opened>;

const postgres = process.env.TESSERA_TEST_POSTGRES_URL;

const ENGINES: Readonly<Record<string, Open>> = {
  duckdb: async (app, statements) => {
    const file = join(app.config.home, "faults.duckdb");
    await engineOf(app).load({ file, statements });
    return { uri: `duckdb:///${file}`, drop: async () => undefined };
  },
  sqlite: async (app, statements) => {
    const file = join(app.config.home, "faults.db");
    const database = new DatabaseSync(file);
    database.exec(`BEGIN; ${statements.join("; ")}; COMMIT`);
    database.close();
    return { uri: `sqlite:///${file}`, drop: async () => undefined };
  },
  ...(postgres ? { postgresql: (_, statements) => openPostgres(postgres, statements) } : {}),
};

async function openPostgres(url: string, statements: readonly string[]): Promise<Opened> {
  const schema = `t_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
  await client.query(statements.join("; "));
  const drop = async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  };
  return { uri: `${url.replace("postgres:", "postgresql+psycopg2:")}?options=-csearch_path%3D${schema}`, drop };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
});
afterAll(() => server.stop());

describe.each(Object.entries(ENGINES))("%s", (engine, open) => {
  test("finds seeded faults, and none where there are none", { timeout: 1_800_000 }, async () => {
    const admin = await server.as("admin");
    const { cases, tables } = prepared();
    const { uri, drop } = await open(server.app, tables.flatMap(statementsOf));
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
    const database = await admin.post<any>("/api/v1/database/", { database_name: engine, sqlalchemy_uri: uri });
    const datasets = new Map<string, number>();
    for (const { name } of tables)
      datasets.set(name, await registerTable(server.app, database.body.id, { name, time: "loaded_at" }));
    const missed: string[] = [];
    const falseAlarms: string[] = [];
    for (const { kind, params, isFaulty, table, otherTable } of cases) {
      const text = JSON.stringify(params).replace("{table}", table);
      const others = otherTable ? { other_dataset_id: datasets.get(otherTable) } : {};
      const body = { kind, dataset_id: datasets.get(table), params: { ...JSON.parse(text), ...others } };
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
      const { result } = (await admin.post<any>("/api/v1/assertion/test", body)).body;
      const told = `${kind} ${text} on ${table}: ${JSON.stringify(result)}`;
      if (isFaulty && result?.state !== "failed") missed.push(told);
      if (!isFaulty && result?.state !== "passed") falseAlarms.push(told);
    }
    await drop();
    expect(missed, REPEATED_BY).toEqual([]);
    expect(falseAlarms, REPEATED_BY).toEqual([]);
  });
});
