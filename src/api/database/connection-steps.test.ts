import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import type { ConnectionStep } from "./contract.ts";
import { testSteps } from "./contract.ts";
import { isTlsFailure, tlsFailure } from "./tls-failure.ts";

const { TESSERA_TEST_POSTGRES_URL: postgresUrl = "", TESSERA_TEST_MARIADB_URL: mariadb = "" } = process.env;
const postgres = postgresUrl.replace("postgres:", "postgresql:");

let server: TestServer;
let admin: TestClient;
const listeners: Server[] = [];

/** Answers what a client sends first, and closes. Returns its port. */
async function listen(answer: string): Promise<number> {
  const listener = createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => socket.end(answer));
  });
  listeners.push(listener);
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  return (listener.address() as AddressInfo).port;
}

beforeAll(async () => {
  server = await startTestServer({ config: { allowedHosts: ["127.0.0.1"] } });
  admin = await server.as("admin");
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
  await server.stop();
});

const stepsOf = async (sqlalchemy_uri: string): Promise<ConnectionStep[]> =>
  (await admin.call(testSteps, { body: { sqlalchemy_uri } })).result;
const statesOf = (steps: ConnectionStep[]) => steps.map(({ step, status }) => `${step} ${status}`);
const failed = (steps: ConnectionStep[]) => steps.find(({ status }) => status === "failed");

describe("a connection that works", () => {
  const ALL = ["name passed", "port passed", "tls passed", "sign_in passed", "database passed"];

  test.skipIf(!postgres)("to PostgreSQL passes every step, and says that it isn't encrypted", async () => {
    const steps = await stepsOf(`${postgres}?sslmode=disable`);
    expect(statesOf(steps)).toEqual(ALL.with(2, "tls off"));
    expect(steps[2]?.message).toBe("The connection isn't encrypted.");
  });

  test.skipIf(!mariadb)("to MariaDB passes every step, encrypted if that is required", async () => {
    const steps = await stepsOf(`${mariadb}/?ssl=1`);
    expect(statesOf(steps)).toEqual(ALL);
    expect(steps[2]?.message).toMatch(/^Encrypted \(TLS 1\.\d\)\.$/);
  });

  test("to a file passes the file and the database, also for a file that will be created", async () => {
    new DatabaseSync(join(server.app.config.home, "sales.db")).close();
    const states = ["file passed", "database passed"];
    expect(statesOf(await stepsOf("sqlite:///sales.db"))).toEqual(states);
    const steps = await stepsOf("duckdb:///new.duckdb");
    expect(statesOf(steps)).toEqual(states);
    expect(steps[0]?.message).toBe("The file doesn't exist yet and will be created.");
  });
});

describe("a connection that fails says where, why, and what to do", () => {
  const AT_NAME = ["name failed", "port not_reached", "tls not_reached", "sign_in not_reached", "database not_reached"];

  test("at a name that doesn't resolve", async () => {
    const steps = await stepsOf("postgresql://ann:s3cret@nowhere.invalid:5432/sales");
    expect(statesOf(steps)).toEqual(AT_NAME);
    expect(failed(steps)).toMatchObject({
      message: "The hostname provided can't be resolved.",
      hint: "Check the spelling. This server must be able to find the name.",
    });
  });

  test("at a blocked host, with what can be allowed", async () => {
    const steps = await stepsOf("mysql://ann:s3cret@[::1]:3306/sales");
    expect(statesOf(steps)).toEqual(AT_NAME);
    expect(failed(steps)).toMatchObject({ allow: { kind: "host", location: "::1" } });
    expect(failed(steps)?.cause).toBeUndefined();
    expect(failed(await stepsOf("mysql://ann@169.254.169.254/x"))?.allow).toBeUndefined();
  });

  test("at a closed port", async () => {
    const steps = await stepsOf("postgresql://ann:s3cret@127.0.0.1:1/sales");
    expect(statesOf(steps).slice(0, 3)).toEqual(["name passed", "port failed", "tls not_reached"]);
    expect(failed(steps)?.message).toBe("The server refused the connection on port 1.");
    expect(JSON.stringify(steps)).not.toContain("s3cret");
  });

  test("at a server of another kind", async () => {
    const port = await listen("HTTP/1.1 400 Bad Request\r\n\r\n");
    const steps = await stepsOf(`postgresql://ann:s3cret@127.0.0.1:${port}/sales`);
    expect(statesOf(steps).slice(0, 3)).toEqual(["name passed", "port passed", "tls failed"]);
    expect(failed(steps)?.message).toBe("The answer isn't that of a PostgreSQL server. Check the port.");
  });

  test("at encryption that the server doesn't offer", async () => {
    const port = await listen("N");
    const steps = await stepsOf(`postgresql://ann:s3cret@127.0.0.1:${port}/sales?sslmode=require`);
    expect(statesOf(steps).slice(1, 4)).toEqual(["port passed", "tls failed", "sign_in not_reached"]);
    expect(failed(steps)?.message).toMatch(/^The server doesn't offer encryption/);
  });

  test.skipIf(!mariadb)("at a certificate that isn't trusted", async () => {
    const steps = await stepsOf(`${mariadb}/?ssl_mode=VERIFY_CA`);
    expect(failed(steps)?.step).toBe("tls");
    expect(failed(steps)?.message).toMatch(/^The certificate isn't trusted/);
  });

  test.skipIf(!mariadb)("at a wrong password", async () => {
    const steps = await stepsOf(`${mariadb.replace("root@", "root:guess@")}/mysql`);
    expect(statesOf(steps).slice(2)).toEqual(["tls passed", "sign_in failed", "database not_reached"]);
    expect(failed(steps)?.cause).toContain("Access denied");
    expect(steps[2]?.message).toMatch(/^Not required/);
    expect(JSON.stringify(steps)).not.toContain("guess");
  });

  test.skipIf(!postgres)("at a user that doesn't exist", async () => {
    expect(failed(await stepsOf(postgres.replace("tessera@", "nobody@")))?.step).toBe("sign_in");
  });

  test.skipIf(!postgres)("at a database that doesn't exist", async () => {
    const steps = await stepsOf(postgres.replace(/\/\w+$/, "/nothing"));
    expect(statesOf(steps).slice(3)).toEqual(["sign_in passed", "database failed"]);
    expect(failed(steps)?.cause).toBe('database "nothing" does not exist');
  });

  test("at a file outside of the allowed folders, and at one that doesn't exist", async () => {
    const outside = failed(await stepsOf("sqlite:////usr/share/sales.db"));
    expect(outside).toMatchObject({ step: "file", allow: { kind: "folder", location: "/usr/share" } });
    expect(failed(await stepsOf("sqlite:////etc/sales.db"))?.allow).toBeUndefined();
    expect(failed(await stepsOf("sqlite:///missing.db"))).toMatchObject({ step: "file" });
  });
});

test("steps are tested for users who can connect databases only", async () => {
  const body = { sqlalchemy_uri: "postgresql://ann@127.0.0.1:1/sales" };
  expect((await (await server.as("alpha")).post("/api/v1/database/test_steps/", body)).status).toBe(403);
  expect((await server.anonymous.post("/api/v1/database/test_steps/", body)).status).toBe(401);
  expect((await admin.post("/api/v1/database/test_steps/", { sqlalchemy_uri: "nonsense" })).status).toBe(400);
});

test.each([
  ["no pg_hba.conf entry for host, no encryption", /only accepts encrypted/],
  [
    "Connections using insecure transport are prohibited while --require_secure_transport=ON.",
    /only accepts encrypted/,
  ],
  ["self-signed certificate", /isn't trusted/],
  ["Hostname/IP does not match certificate's altnames", /another name/],
  ["Server does not support secure connection", /doesn't offer encryption/],
])("errors of encryption are told apart: %s", (message, hint) => {
  const error = new Error("Can't connect.", { cause: new Error(message) });
  expect([isTlsFailure(error), tlsFailure(error, "PostgreSQL")]).toEqual([true, expect.stringMatching(hint)]);
  expect(isTlsFailure(new Error("x", { cause: new Error("password authentication failed") }))).toBe(false);
});
