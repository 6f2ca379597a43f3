import { type Answer, valueAt } from "./client.ts";
import type { AttackClass, Report } from "./report.ts";
import type { World } from "./world.ts";

/** Database URIs that point into the server's own network or to its files. Nothing is saved. */

const PASSWORD = "attack-s3cret";

const METADATA_HOSTS = [
  "169.254.169.254",
  "[::ffff:169.254.169.254]",
  "2852039166",
  "0xa9fea9fe",
  "0251.0376.0251.0376",
  "metadata.google.internal",
  "[fd00:ec2::254]",
  "100.100.100.200",
];
const LOOPBACK = [
  "127.0.0.1",
  "localhost",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0.0.0.0",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "localhost.",
  "LOCALHOST",
];

const OPTIONS = [
  "mysql://u:p@db.invalid/x?local_infile=1",
  "mysql://u:p@db.invalid/x?init_command=SELECT+1",
  "mysql://u:p@db.invalid/x?unix_socket=/var/run/mysqld/mysqld.sock",
  "mysql://u:p@db.invalid/x?read_default_file=/etc/my.cnf",
  "mysql://u:p@db.invalid/x?ssl_ca=/etc/passwd",
  "postgresql://u:p@db.invalid/x?sslkey=/etc/ssl/private/key.pem",
  "postgresql://u:p@db.invalid/x?sslrootcert=../../etc/passwd",
  "postgresql://u:p@db.invalid/x?host=/var/run/postgresql",
  "postgresql://u:p@db.invalid/x?hostaddr=127.0.0.1",
  "postgresql://u:p@db.invalid/x?passfile=~/.pgpass",
  "postgresql://u:p@%2Fvar%2Frun%2Fpostgresql/x",
  "postgresql:///x",
  "snowflake://u:p@account/db?authenticator=http://169.254.169.254/",
  "bigquery://project?credentials_path=/etc/hostname",
  "trino://u@db.invalid/x?verify=file:///etc/passwd",
];
const FILES = [
  "sqlite:////etc/passwd",
  "sqlite:///../../../../etc/passwd",
  "sqlite:////proc/self/environ",
  "duckdb:////etc/passwd",
  "duckdb:///../../../etc/hostname",
  "sqlite:////etc/%70asswd",
  "sqlite:///file:/etc/passwd?mode=ro&uri=true",
  "duckdb:///https://evil.invalid/x.duckdb",
];
const DRIVERS = [
  "shillelagh://",
  "csv:///etc",
  "file:///etc/passwd",
  "http://127.0.0.1/",
  "jdbc:h2:mem:x",
  "javascript:alert(1)",
  "gsheets://",
];

const ARGUMENTS: readonly object[] = [
  { local_infile: true },
  { init_command: "SELECT 1" },
  { ssl: { key: "/etc/ssl/key.pem" } },
  { unix_socket: "/tmp/mysql.sock" },
  { read_default_file: "/etc/my.cnf" },
];

/** URIs must be rejected before connecting: an answer about the port or the network shows that it was tried. */
const TRIED = /CONNECTION_(PORT_CLOSED|HOST_DOWN|ACCESS_DENIED)_ERROR|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH/;
const BOUND_MS = 10_000;

const addresses: AttackClass = {
  name: "Addresses of databases that lead inside",
  run: async (world, report) => {
    const { admin } = world;
    const ask = (sqlalchemy_uri: string, extra?: object) => {
      const body = { database_name: `${world.name}-inside`, sqlalchemy_uri };
      const more = extra ? { extra: JSON.stringify(extra) } : {};
      return admin.post("/api/v1/database/test_connection/", { ...body, ...more });
    };
    for (const host of METADATA_HOSTS) {
      for (const engine of ["postgresql", "mysql", "clickhousedb", "trino"]) {
        judge(report, await ask(`${engine}://u:${PASSWORD}@${host}:80/x`), {
          what: `${engine} at ${host}`,
          isClosed: true,
        });
      }
      const parameters = { host, port: 80, database: "x", username: "u", password: PASSWORD };
      const form = { engine: "postgresql", configuration_method: "dynamic_form", parameters };
      const answer = await admin.post("/api/v1/database/validate_parameters/", form);
      judge(report, answer, { what: `the form with ${host}`, isClosed: true });
    }
    for (const host of LOOPBACK) {
      for (const engine of ["postgresql", "mysql", "mssql"]) {
        judge(report, await ask(`${engine}://u:${PASSWORD}@${host}:1/x`), { what: `${engine} at ${host}` });
      }
    }
    for (const uri of [...OPTIONS, ...FILES, ...DRIVERS]) judge(report, await ask(uri), { what: uri });
    for (const connect_args of ARGUMENTS) {
      const extra = { engine_params: { connect_args } };
      judge(report, await ask("mysql://u:p@db.invalid/x", extra), { what: JSON.stringify(connect_args) });
    }
    await webhooks(world, report);
  },
};

async function webhooks({ admin, name, draftId }: World, report: Report): Promise<void> {
  const targets = [
    "http://127.0.0.1/",
    "https://169.254.169.254/latest",
    "https://u:p@evil.invalid/",
    "file:///etc/passwd",
  ];
  for (const target of [...targets, "javascript:alert(1)"]) {
    const recipients = [{ type: "Webhook", recipient_config_json: { target } }];
    const body = {
      type: "Report",
      name: `${name}-hook`,
      crontab: "0 0 1 1 *",
      active: false,
      dashboard: draftId,
      recipients,
    };
    report.refused(await admin.post("/api/v1/report/", body), `a webhook at ${target}`);
  }
}

function judge(report: Report, answer: Answer, { what, isClosed = false }: { what: string; isClosed?: boolean }): void {
  const error = JSON.stringify(valueAt(answer, "errors") ?? answer.text);
  report.closed(answer, [PASSWORD, "root:x:0", "/bin/bash"], what);
  if (isClosed && TRIED.test(error)) report.add(answer, `${what} was connected to`);
  if (answer.ms > BOUND_MS) report.add(answer, `${what} took ${Math.round(answer.ms)} ms`);
}

export const ADDRESSES: readonly AttackClass[] = [addresses];
