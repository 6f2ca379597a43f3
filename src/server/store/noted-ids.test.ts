import { type CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, PostgresDialect, sql } from "kysely";
import { expect, test } from "vitest";
import { NotedIds } from "./noted-ids.ts";
import type { Tables } from "./tables.ts";

/** PostgreSQL as far as it is asked here: whoever sees nothing but chart `$1`. Finding ids takes a while. */
class Charts extends PostgresDialect {
  finding = 0;
  mostFinding = 0;
  found = 0;

  constructor() {
    super({ pool: () => Promise.reject(new Error("there is no server")) });
  }

  override createDriver() {
    const driver = new DummyDriver();
    const executeQuery = async (query: CompiledQuery) => ({ rows: (await this.rowsOf(query)) as never[] });
    driver.acquireConnection = async () => ({ executeQuery }) as unknown as DatabaseConnection;
    return driver;
  }

  async rowsOf({ sql: text, parameters }: CompiledQuery): Promise<unknown[]> {
    if (text.includes("pg_rewrite")) return [{ table: "charts", column: "datasource_id" }];
    if (text.includes("few(id)")) {
      this.found++;
      this.mostFinding = Math.max(this.mostFinding, ++this.finding);
      await new Promise((resolve) => setTimeout(resolve, 5));
      this.finding--;
      return [{ changes: "1", notes: 1, ids: `{${parameters[0]}}`, size: 1 }];
    }
    return text.includes("seen(id)") ? [{ n: 1, ids: parameters[0] }] : [];
  }
}

function opened() {
  const charts = new Charts();
  const noted = new NotedIds(new Kysely<Tables>({ dialect: charts }));
  const ask = (person: number) =>
    noted.read<{ n: number; ids: string }>(
      sql`select charts.id from charts where charts.datasource_id = ${person}`,
      ({ table }) => sql`with ${table} page as (select 1) select count(*) as n from seen`,
    );
  return { charts, ask };
}

test("when many people come at once, the ids of a few are found at a time, and all are answered", async () => {
  const { charts, ask } = opened();
  const people = Array.from({ length: 40 }, (_, person) => person);
  const answers = await Promise.all(people.map(ask));
  expect(answers.map((rows) => rows?.[0]?.ids)).toEqual(people.map((person) => `{${person}}`));

  expect(charts.mostFinding).toBe(2);
});

test("lists of one person that come at once find the ids once", async () => {
  const { charts, ask } = opened();
  const answers = await Promise.all([ask(7), ask(7), ask(7)]);
  expect(answers.map((rows) => rows?.[0]?.ids)).toEqual(["{7}", "{7}", "{7}"]);
  expect(charts.found).toBe(1);
  await ask(7);
  expect(charts.found).toBe(1);
});
