import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis } from "../../../scripts/services.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "tessera-ready-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function reasons(server: TestServer): Promise<string[]> {
  const anonymous = await server.anonymous.get<string>("/ready");
  const { status, body } = await (await server.as("admin")).get<string>("/ready");
  const [first, ...reasons] = body.split("\n");
  expect(anonymous).toMatchObject({ status, body: first });
  expect([status, first]).toEqual(reasons.length > 0 ? [503, "Not ready"] : [200, "OK"]);
  return reasons;
}

test("a server is ready until a part is missing, and tells administrators which", async () => {
  const server = await startTestServer({ config: { home } });
  expect(await reasons(server)).toEqual([]);
  const { rows } = await sql<{ name: string; ran_on: string }>`select * from migrations order by name`.execute(
    server.app.db,
  );
  const last = rows.at(-1);
  await sql`delete from migrations where name = ${last?.name}`.execute(server.app.db);
  expect(await reasons(server)).toEqual(["The metadata store is older than this server."]);
  const gamma = await (await server.as("gamma")).get<string>("/ready");
  expect(gamma.body).toBe("Not ready");
  await sql`insert into migrations (name, ran_on) values (${last?.name}, ${last?.ran_on})`.execute(server.app.db);
  const setLowest = (value: string) =>
    server.app.db.updateTable("settings").set({ value }).where("name", "=", "lowest_version").execute();
  await setLowest("99.0.0");
  expect(await reasons(server)).toEqual(["The metadata store needs Tessera 99.0.0 or newer."]);
  await setLowest("0.5.0");
  rmSync(home, { recursive: true });
  expect(await reasons(server)).toEqual(["The home folder isn't writable."]);
  await server.stop();
});

test("a server without enough disk space isn't ready", async () => {
  const server = await startTestServer({ config: { minDiskBytes: 2 ** 60 } });
  const [reason] = await reasons(server);
  expect(reason).toMatch(/^[\d,]+ MB of disk space are free; 1,099,511,627,776 MB are required\.$/);
  await server.stop();
});

test("a server whose Redis is gone isn't ready, but alive", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-ready-redis-"));
  const redis = await startRedis(folder);
  if (typeof redis === "string") throw new Error(redis);
  const server = await startTestServer({ config: { redisUrl: redis.url } });
  expect(await reasons(server)).toEqual([]);
  await redis.stop();
  await until(async () => (await server.anonymous.get("/ready")).status === 503);
  expect(await reasons(server)).toEqual(["Can't reach Redis."]);
  expect((await server.anonymous.get("/health")).status).toBe(200);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
