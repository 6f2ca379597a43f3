import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listRequests } from "../bench/lists.ts";
import { NodeSqlite } from "../src/server/store/node-sqlite.ts";
import { fillLargeStore, type LargeStore, sessionOf } from "../src/testing/large-store.ts";
import { startTestServer, type TestServer } from "../src/testing/server.ts";

/**
 * Keeps lists fast with many objects, without measuring time: limits the number of queries, and checks that SQLite
 * doesn't scan large tables with long texts.
 */

const SIZE = { users: 60, databases: 3, datasets: 80, charts: 1500, dashboards: 300, activity: 300 };
const MOST_STATEMENTS = 12;
const LARGE = /^SCAN (charts|dashboards|versions)(?! .*COVERING INDEX)/;

let server: TestServer;
let largeStore: LargeStore;
let sqlTexts: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
  // All queries run where this test can record them.
  Object.assign(server.app, { reads: server.app.db });
  largeStore = await fillLargeStore(server.app.db, SIZE);
  const prepare = NodeSqlite.prototype.prepare;
  vi.spyOn(NodeSqlite.prototype, "prepare").mockImplementation(function (this: NodeSqlite, text) {
    // Nothing waits for it, and it is stored at most once a minute: the generated databases don't exist.
    if (!text.startsWith('insert into "database_failures"')) sqlTexts.push(text);
    return prepare.call(this, text);
  });
});
afterAll(() => server.stop());

interface Listed {
  name: string;
  statements: string[];
}

async function listAll(nth: number): Promise<Listed[]> {
  const user = largeStore.users[nth]!;
  const headers = { cookie: sessionOf(user.username) };
  const named = {
    ...{ userId: user.id, datasetId: largeStore.datasetIds[0]!, dashboardId: largeStore.dashboardIds[0]! },
    ...{ databaseId: 1, roleId: 8, tagId: 1 },
  };
  const listed: Listed[] = [];
  for (const { name, path } of listRequests(named)) {
    sqlTexts = [];
    const { status } = await server.anonymous.get(path, headers);
    if (status === 200) listed.push({ name, statements: sqlTexts });
  }
  return listed;
}

test.each([
  ["an administrator", 0],
  ["an Alpha", 10],
  ["a Gamma with access to some datasets", 3],
])("lists of %s need few queries, and read no long texts", async (_, nth) => {
  const listed = await listAll(nth);
  expect(listed.length).toBeGreaterThan(50);
  const many = listed.filter(({ statements }) => statements.length > MOST_STATEMENTS);
  expect(many.map(({ name, statements }) => `${name}: ${statements.length}`)).toEqual([]);
  const wide: string[] = [];
  const seen = new Set<string>();
  for (const { name, statements } of listed) {
    for (const text of statements.filter((each) => /^\s*(select|with)/i.test(each) && !seen.has(each))) {
      seen.add(text);
      const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(server.app.db);
      const found = rows.filter(({ detail }) => LARGE.test(detail)).map(({ detail }) => detail);
      if (found.length > 0) wide.push(`${name}: ${found.join("; ")}`);
    }
  }
  expect(wide).toEqual([]);
});
