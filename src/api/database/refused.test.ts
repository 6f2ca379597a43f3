import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEgressPolicy } from "../../server/egress-policy.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ config: { allowedHosts: [] } });
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function refusal(uri: string, extra?: unknown): Promise<Json> {
  const body = { database_name: "x", sqlalchemy_uri: uri, ...(extra ? { extra: JSON.stringify(extra) } : {}) };
  const answers = [];
  for (const path of ["test_connection/", ""]) {
    const answer = await admin.post<Json>(`/api/v1/database/${path}`, body);
    expect([400, 422]).toContain(answer.status);
    answers.push(answer.body.errors[0]);
  }
  expect(answers[0]).toEqual(answers[1]);
  return answers[0];
}

describe("rejected hosts", () => {
  test.each([
    "127.0.0.1",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "169.254.1.1",
    "169.254.169.254",
    "[fe80::1]",
    "[fd00:ec2::254]",
    "metadata.google.internal",
    "100.100.100.200",
  ])("%s", async (host) => {
    const error = await refusal(`postgresql://ann:s3cret@${host}:5432/sales`);
    expect(error).toMatchObject({ error_type: "CONNECTION_INVALID_HOSTNAME_ERROR", extra: { invalid: ["host"] } });
    expect(error.message).toMatch(/blocked|not allowed|can't be resolved/);
    expect(JSON.stringify(error)).not.toContain("s3cret");
  });

  test.each(["mysql", "clickhousedb", "trino", "mssql", "redshift", "mariadb", "postgresql+psycopg2"])(
    "by way of %s",
    async (engine) => {
      const error = await refusal(`${engine}://ann:s3cret@127.0.0.1:1/sales`);
      expect(error.error_type).toBe("CONNECTION_INVALID_HOSTNAME_ERROR");
    },
  );

  test("are rejected in form parameters too", async () => {
    const parameters = { host: "169.254.169.254", port: 80, database: "x" };
    const body = { engine: "postgresql", configuration_method: "dynamic_form", parameters };
    const answer = await admin.post<Json>("/api/v1/database/validate_parameters/", body);
    expect([answer.status, answer.body.errors[0].error_type]).toEqual([422, "CONNECTION_INVALID_HOSTNAME_ERROR"]);
  });
});

describe("rejected options", () => {
  test.each([
    "mysql://u:p@db.example/x?local_infile=1",
    "mysql://u:p@db.example/x?allowLoadLocalInfile=true",
    "mysql://u:p@db.example/x?init_command=DROP+TABLE+x",
    "mysql://u:p@db.example/x?unix_socket=/var/run/mysqld/mysqld.sock",
    "mysql://u:p@db.example/x?read_default_file=/etc/my.cnf",
    "mysql://u:p@db.example/x?autoDeserialize=true&queryInterceptors=x",
    "mysql://u:p@db.example/x?ssl_ca=/etc/passwd",
    "postgresql://u:p@db.example/x?sslkey=/etc/ssl/private/key.pem",
    "postgresql://u:p@db.example/x?sslrootcert=../../etc/passwd",
    "postgresql://u:p@db.example/x?host=/var/run/postgresql",
    "postgresql://u:p@db.example/x?hostaddr=127.0.0.1",
    "postgresql://u:p@db.example/x?passfile=~/.pgpass",
    "postgresql://u:p@db.example/x?service=prod",
    "postgresql://u:p@db.example/x?socketFactory=java.io.FileOutputStream",
    "postgresql://u:p@%2Fvar%2Frun%2Fpostgresql/x",
    "snowflake://u:p@account/db?authenticator=http://169.254.169.254/",
    "bigquery://project?credentials_path=/etc/key.json",
    "trino://u@db.example/x?verify=file:///etc/passwd",
  ])("%s", async (uri) => {
    expect((await refusal(uri)).error_type).toBe("CONNECTION_DATABASE_PERMISSIONS_ERROR");
  });

  test.each([
    { local_infile: true },
    { init_command: "SET x" },
    { ssl: { key: "/etc/ssl/key.pem" } },
    { unix_socket: "/tmp/mysql.sock" },
    { "read-default-file": "x" },
  ])("connect arguments %j", async (connect_args) => {
    const error = await refusal("mysql://u:p@db.example/x", { engine_params: { connect_args } });
    expect(error.error_type).toBe("CONNECTION_DATABASE_PERMISSIONS_ERROR");
  });

  test("an address without a host, which would use a socket", async () => {
    expect((await refusal("postgresql:///sales")).error_type).toBe("CONNECTION_MISSING_PARAMETERS_ERROR");
  });
});

test.each(["duckdb:////etc/%zz.txt", "sqlite:////etc/%zz.txt", "duckdb:////etc/%E0%A4%A.txt"])(
  "an incorrectly encoded path is just a path: %s",
  async (uri) => {
    expect((await refusal(uri)).error_type).toMatch(/^CONNECTION_/);
  },
);

describe("allowed hosts", () => {
  const names: Record<string, string[]> = {
    "db.example": ["10.1.2.3"],
    "open.example": ["93.184.216.34"],
    "mixed.example": ["127.0.0.1", "93.184.216.34"],
    "local.corp": ["127.0.0.1"],
    "evil.corp": ["169.254.169.254"],
  };
  const resolve = async (host: string) => {
    const found = names[host];
    if (!found) throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
    return found.map((address) => ({ address, family: 4 }));
  };
  const reach = (allowed: string[] = [], privateNetworks = true) =>
    createEgressPolicy({ allowed, privateNetworks, resolve });
  const isOpen = (host: string, allowed?: string[], privateNetworks?: boolean) =>
    reach(allowed, privateNetworks)
      .assertHost(host)
      .then(
        () => true,
        () => false,
      );

  test("include public networks, and private ones unless blocked", async () => {
    expect(
      await Promise.all(["db.example", "open.example", "192.168.1.5", "[fc00::1]".slice(1, -1)].map((h) => isOpen(h))),
    ).toEqual([true, true, true, true]);
    expect(await isOpen("db.example", [], false)).toBe(false);
    expect(await isOpen("db.example", ["10.0.0.0/8"], false)).toBe(true);
    expect(await isOpen("nothing.example")).toBe(false);
  });

  test("include listed names, addresses and networks, but never metadata services", async () => {
    expect(await isOpen("local.corp")).toBe(false);
    for (const entry of ["*.corp", "local.corp", "127.0.0.1", "127.0.0.0/8"]) {
      expect(await isOpen("local.corp", [entry])).toBe(true);
    }
    expect(await isOpen("evil.corp", ["*.corp", "169.254.0.0/16", "169.254.169.254"])).toBe(false);
    expect(await isOpen("metadata.google.internal", ["*.internal"])).toBe(false);
  });

  test("connect to the checked address, even if the name resolves differently a moment later", async () => {
    let answers = 0;
    const rebinding = createEgressPolicy({
      allowed: [],
      privateNetworks: true,
      resolve: async () => [{ address: answers++ === 0 ? "93.184.216.34" : "127.0.0.1", family: 4 }],
    });
    await rebinding.assertHost("rebind.example");
    const reached: string[] = [];
    const trap = createServer((socket) => reached.push(String(socket.end().remotePort)));
    await new Promise<void>((done) => trap.listen(0, "127.0.0.1", done));
    const { port } = trap.address() as AddressInfo;
    const { postgresqlConnector } = await import("../../connectors/postgresql/postgresql.ts");
    const { mysqlConnector } = await import("../../connectors/mysql/mysql.ts");
    const { clickhouseConnector } = await import("../../connectors/clickhouse/clickhouse.ts");
    const { trinoConnector } = await import("../../connectors/trino/trino.ts");
    const { mssqlConnector } = await import("../../connectors/mssql/mssql.ts");
    const connectors = [postgresqlConnector(), mysqlConnector(), clickhouseConnector, trinoConnector, mssqlConnector];
    for (const connector of connectors) {
      const uri = `${connector.engine}://u@rebind.example:${port}/x${connector.engine === "trino" ? "?protocol=http" : ""}`;
      const connection = await connector.connect({ uri, timeoutMs: 5000, lookup: rebinding.lookup });
      await expect(connection.run("SELECT 1"), connector.engine).rejects.toMatchObject({
        body: { errors: [{ error_type: "CONNECTION_INVALID_HOSTNAME_ERROR" }] },
      });
      await connection.close();
    }
    trap.close();
    expect(reached).toEqual([]);
  });

  test("skip a forbidden address among several", async () => {
    const address = await new Promise((done, fail) =>
      reach().lookup("mixed.example", {}, (error, found) => (error ? fail(error) : done(found))),
    );
    expect(address).toBe("93.184.216.34");
  });
});
