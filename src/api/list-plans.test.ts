import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/server.ts";

let server: TestServer;
let requested: RootOperationNode[] = [];

beforeAll(async () => {
  server = await startTestServer();
  for (const name of ["admin", "alpha", "gamma"]) await server.as(name);
});
afterAll(() => server.stop());

const keep: KyselyPlugin = {
  transformQuery: ({ node }) => {
    requested.push(node);
    return node;
  },
  transformResult: async ({ result }) => result,
};

async function plansOf(path: string, name: string): Promise<string[]> {
  const { app } = server;
  const { db, reads } = app;
  const client = await server.as(name);
  requested = [];
  Object.assign(app, { reads: reads.withPlugin(keep) });
  const { status } = await client.get(path).finally(() => Object.assign(app, { reads }));
  expect(status).toBe(200);
  const statements = requested.map((node) => db.getExecutor().compileQuery(node, { queryId: "plan" }));
  const pages = statements.filter(({ sql }) => /\bpage as\b/.test(sql));
  return Promise.all(pages.map(planOf));
}

function planOf({ sql, parameters }: CompiledQuery): Promise<string> {
  const explain = server.app.dialect === "sqlite" ? "explain query plan" : "explain";
  return server.app.db.transaction().execute(async (trx) => {
    if (server.app.dialect === "postgres") {
      await trx.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
      await trx.executeQuery(CompiledQuery.raw("set local enable_sort = off"));
    }
    const { rows } = await trx.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
    );
    return rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n");
  });
}

const latest = encodeURIComponent("(order_column:changed_on_delta_humanized,order_direction:desc,page_size:25)");

test.each([
  ["chart", "admin"],
  ["chart", "alpha"],
  ["chart", "gamma"],
  ["dashboard", "admin"],
  ["dashboard", "alpha"],
  ["dashboard", "gamma"],
])("the first page of %ss for %s uses an index", async (noun, name) => {
  const plans = await plansOf(`/api/v1/${noun}/?q=${latest}`, name);
  expect(plans).toHaveLength(1);
  const inOrder =
    server.app.dialect === "sqlite"
      ? new RegExp(`SCAN ${noun}s USING COVERING INDEX ${noun}s_in_lists[^]*USE TEMP B-TREE FOR LAST TERM OF ORDER BY`)
      : new RegExp(`Index (Only )?Scan using ${noun}s_latest_first`);
  expect(plans[0]).toMatch(inOrder);
});
