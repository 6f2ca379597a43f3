import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../server/auth/passwords.ts";
import { signInLimiter } from "../../server/auth/sign-in-limiter.ts";
import { createClock } from "../../server/clock.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

const PASSWORD = "correct horse battery";
let laterMs = 0;
let server: TestServer;

beforeAll(async () => {
  const clock = createClock(() => Date.now() + laterMs);
  server = await startTestServer({ config: { trustProxy: true }, app: { clock } });
  const password_hash = await hashPassword(PASSWORD);
  for (const name of ["ada", "grace"]) {
    const id = await server.userId(name);
    await server.app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
  }
});
afterAll(() => server.stop());

async function login(username: string, address: string, password = "guess"): Promise<number> {
  const body = { username, password, provider: "db" };
  const headers = { "x-forwarded-for": address };
  return (await server.anonymous.post("/api/v1/security/login", body, headers)).status;
}

async function signInAsMany(names: number): Promise<void> {
  const limiter = server.app.once(signInLimiter);
  for (let n = 0; n < names; n++) await limiter.attempt(`198.51.100.1 made-up-${n}`);
}

test("guesses for made-up usernames don't reset another username's count", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 10; n++) statuses.push(await login("ada", "192.0.2.9"));
  // Far more than fit in the in-memory counter; PostgreSQL's counter is unlimited.
  await signInAsMany(server.app.dialect === "sqlite" ? 20_000 : 500);
  for (let n = 0; n < 5; n++) statuses.push(await login("ada", "192.0.2.9"));
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  expect(await login("grace", "192.0.2.9", PASSWORD)).toBe(200);
});

test("allows ten attempts in any sliding minute", async () => {
  laterMs += 120_000;
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push(await login("ada", "192.0.2.10"));
  laterMs += 50_000;
  for (let n = 0; n < 5; n++) statuses.push(await login("ada", "192.0.2.10"));
  expect(statuses).toEqual(Array(10).fill(401));
  expect(await login("ada", "192.0.2.10")).toBe(429);
  laterMs += 12_000;
  for (let n = 0; n < 5; n++) expect(await login("ada", "192.0.2.10")).toBe(401);
  expect(await login("ada", "192.0.2.10")).toBe(429);
  laterMs += 61_000;
  expect(await login("ada", "192.0.2.10", PASSWORD)).toBe(200);
});

test("a username and its email are one account, and an IPv6 network is one address", async () => {
  laterMs += 120_000;
  const { email } = await server.app.db
    .selectFrom("users")
    .select("email")
    .where("username", "=", "ada")
    .executeTakeFirstOrThrow();
  const statuses: number[] = [];
  for (let n = 0; n < 10; n++) statuses.push(await login(n % 2 ? "ada" : email, `2001:db8::${n}`));
  expect(statuses).toEqual(Array(10).fill(401));
  expect(await login(email, "2001:db8::77")).toBe(429);
  expect(await login("ada", "2001:db8::78")).toBe(429);
});

test("failed sign-ins from an address block unknown names there, but not known users", async () => {
  laterMs += 120_000;
  expect(await login("grace", "203.0.113.5", PASSWORD)).toBe(200);
  for (let n = 0; n < 110; n++) await login(`nobody-${n}`, "203.0.113.5");
  expect(await login("ada", "203.0.113.5", PASSWORD)).toBe(429);
  expect(await login("grace", "203.0.113.5", PASSWORD)).toBe(200);
  for (let n = 0; n < 10; n++) expect(await login("grace", "203.0.113.5")).toBe(401);
  expect(await login("grace", "203.0.113.5")).toBe(429);
});

const batch = (count: number, password?: string) =>
  Promise.all(Array.from({ length: count }, () => login("ada", "198.51.100.20", password)));

test("concurrent valid sign-ins don't block each other", async () => {
  laterMs += 120_000;
  expect(await batch(24, PASSWORD)).toEqual(Array(24).fill(200));
  expect(await batch(24, PASSWORD)).toEqual(Array(24).fill(200));
});

test("checks only ten of many concurrent invalid sign-ins", async () => {
  laterMs += 120_000;
  const statuses = await batch(24);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(14);
});

test("many users of one network can sign in concurrently", async () => {
  laterMs += 120_000;
  const limiter = server.app.once(signInLimiter);
  const signIns = Array.from({ length: 250 }, async () => {
    const waitSeconds = await limiter.reserve("from a network", 100);
    if (waitSeconds > 0) return "refused";
    await limiter.undo("from a network");
    limiter.finish("from a network", true);
    return "verified";
  });
  expect(new Set(await Promise.all(signIns))).toEqual(new Set(["verified"]));
});
