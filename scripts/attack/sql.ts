import { valueAt } from "./client.ts";
import type { AttackClass, Report } from "./report.ts";
import type { Database, World } from "./world.ts";

/**
 * SQL that does more than read, and templates that try to escape their sandbox. Harmless if executed: files and servers
 * don't exist, nothing waits, nothing is written.
 */

const NOWHERE = "/nonexistent-attack/x";

const ANY_ENGINE = [
  "DROP TABLE attack_nothing",
  "DELETE FROM attack_nothing",
  "UPDATE attack_nothing SET a = 1",
  "INSERT INTO attack_nothing VALUES (1)",
  "WITH x AS (DELETE FROM attack_nothing RETURNING *) SELECT * FROM x",
  "GRANT ALL ON attack_nothing TO attack_nobody",
  "SELECT 1; DROP TABLE attack_nothing",
  "SELECT 1; DELETE FROM attack_nothing; SELECT 2",
  "CALL attack_nothing()",
  "PREPARE p AS SELECT 1",
  "COMMIT",
  "ROLLBACK",
  "/* SELECT */ DROP TABLE attack_nothing",
  "SELECT 1 INTO attack_nothing WHERE 1 = 0",
];

const BY_ENGINE: Readonly<Record<string, readonly string[]>> = {
  duckdb: [
    `COPY (SELECT 1) TO '${NOWHERE}.csv'`,
    `COPY attack_nothing FROM '${NOWHERE}.csv'`,
    `ATTACH '${NOWHERE}.db' AS attack_nothing`,
    "INSTALL attack_nothing",
    "LOAD attack_nothing",
    "SET memory_limit = '100MB'",
    "SET enable_external_access = true",
    "RESET lock_configuration",
    "PRAGMA enable_profiling",
    `EXPORT DATABASE '${NOWHERE}'`,
    "CREATE SECRET attack_nothing (TYPE S3)",
    "SELECT * FROM read_csv('/etc/hostname')",
    "SELECT * FROM read_text('/etc/hostname')",
    "SELECT * FROM read_blob('/etc/host*')",
    "SELECT * FROM read_json('/proc/version')",
    "SELECT * FROM read_parquet('http://127.0.0.1:1/x')",
    "SELECT * FROM '/etc/hostname'",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sniff_csv('/etc/hostname')",
    "SELECT getenv('HOME')",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('attack_nothing')",
  ],
  postgresql: [
    "COPY (SELECT 1) TO PROGRAM 'true'",
    `COPY (SELECT 1) TO '${NOWHERE}'`,
    "SELECT pg_read_file('/etc/hostname')",
    "SELECT pg_ls_dir('.')",
    "SELECT pg_sleep(0)",
    "SELECT lo_import('/etc/hostname')",
    "SELECT dblink('host=127.0.0.1 port=1', 'SELECT 1')",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT set_config('search_path', 'public', true)",
    "SELECT pg_terminate_backend(0)",
    "SELECT pg_advisory_lock(0)",
    "SELECT * FROM pg_shadow",
    "DO $$ BEGIN END $$",
    "LISTEN attack_nothing",
    "SET ROLE attack_nobody",
  ],
  mysql: [
    `SELECT 1 INTO OUTFILE '${NOWHERE}'`,
    `SELECT 1 INTO DUMPFILE '${NOWHERE}'`,
    "SELECT LOAD_FILE('/etc/hostname')",
    "SELECT SLEEP(0)",
    "SELECT BENCHMARK(1, 1)",
    "SELECT GET_LOCK('attack', 0)",
    `LOAD DATA INFILE '${NOWHERE}' INTO TABLE attack_nothing`,
    "SELECT @@datadir",
    "SELECT * FROM mysql.user",
    "SET GLOBAL attack_nothing = 1",
    "HANDLER attack_nothing OPEN",
  ],
  sqlite: [
    `ATTACH DATABASE '${NOWHERE}.db' AS attack_nothing`,
    "PRAGMA writable_schema = 1",
    `VACUUM INTO '${NOWHERE}.db'`,
    "SELECT load_extension('attack_nothing')",
    "SELECT readfile('/etc/hostname')",
    "SELECT writefile('/nonexistent-attack/x', 'x')",
    "DETACH main",
  ],
  clickhouse: [
    "SELECT * FROM file('/etc/hostname', 'LineAsString')",
    "SELECT * FROM url('http://127.0.0.1:1/x', 'LineAsString')",
    "SELECT sleep(0)",
    "SELECT * FROM remote('127.0.0.1:1', system.one)",
    "SELECT * FROM executable('true', TabSeparated, 'a String')",
    "SYSTEM FLUSH LOGS",
    `SELECT 1 INTO OUTFILE '${NOWHERE}'`,
  ],
};

const SAME = new Map([
  ["mariadb", "mysql"],
  ["clickhousedb", "clickhouse"],
  ["redshift", "postgresql"],
]);

const statementsFor = ({ backend }: Database) => [...ANY_ENGINE, ...(BY_ENGINE[SAME.get(backend) ?? backend] ?? [])];

const EXPRESSIONS = [
  "1; DROP TABLE attack_nothing",
  "(SELECT 1); SELECT 2",
  "1) FROM (SELECT 1) x; --",
  "pg_sleep(0)",
  "SLEEP(0)",
  "LOAD_FILE('/etc/hostname')",
  "getenv('HOME')",
  "pg_read_file('/etc/hostname')",
  "load_extension('attack_nothing')",
  "1 /* ",
  "(SELECT content FROM read_text('/etc/hostname'))",
];

async function querySqlInCharts(world: World, report: Report): Promise<void> {
  const { admin, datasetId } = world;
  const datasource = { id: datasetId, type: "table" };
  for (const sqlExpression of EXPRESSIONS) {
    const adhoc = { label: "x", expressionType: "SQL", sqlExpression };
    const queries: Record<string, object> = {
      column: { columns: [adhoc], metrics: null },
      metric: { columns: [], metrics: [adhoc] },
      where: { columns: ["kind"], metrics: null, extras: { where: `1 = ${sqlExpression}` } },
    };
    for (const [place, query] of Object.entries(queries)) {
      const answer = await admin.post("/api/v1/chart/data", { datasource, queries: [{ row_limit: 5, ...query }] });
      report.refused(answer, `${sqlExpression} as ${place}`);
    }
  }
}

const beyondReading: AttackClass = {
  name: "SQL that does more than read",
  run: async (world, report) => {
    for (const database of world.databases) {
      for (const sql of statementsFor(database)) {
        const body = { database_id: database.id, sql };
        report.refused(await world.admin.post("/api/v1/sqllab/execute/", body), `${sql} on ${database.backend}`);
      }
      for (const sql of statementsFor(database).slice(0, 20)) {
        const dataset = { database: database.id, table_name: `${world.name}-sql`, sql };
        report.refused(await world.admin.post("/api/v1/dataset/", dataset), `${sql} as a dataset`);
      }
    }
    await querySqlInCharts(world, report);
    const unseen = { database_id: world.database.id, sql: "SELECT 1 AS a" };
    report.refused(await world.writer.post("/api/v1/sqllab/execute/", unseen), "SQL without a right on the database");
  },
};

const ESCAPES = [
  "''.constructor.constructor('return process')()",
  "''['constructor']['constructor']('return process.pid')()",
  "[].constructor.constructor('return 1')()",
  "{}.__proto__",
  "range.constructor('return process')()",
  "filter_values.apply",
  "url_param.__globals__",
  "''.__class__.__mro__",
  "''.__class__.__base__.__subclasses__()",
  "self._TemplateReference__context",
  "globalThis",
  "process.env",
  "require('fs')",
  "config",
  "lipsum.__globals__['os'].popen('id').read()",
  "cycler.__init__.__globals__",
  "namespace(a=1).constructor",
  "'a'.replace.constructor('return 1')()",
  "columns.constructor",
  "get_filters('c').constructor",
  "request.application.__globals__",
  "('%s' % process)",
];
const BOMBS = [
  "{% for a in range(100000000) %}x{% endfor %}",
  "{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}x{% endfor %}{% endfor %}{% endfor %}",
  `{% set x = 'aaaaaaaa' %}${"{% set x = x ~ x %}".repeat(40)}{{ x }}`,
  "{{ 'a' * 1000000000 }}",
  "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
];
const EVALUATED = /function|native code|object Object|<class|<built-in|\bPATH=|uid=\d|Symbol\(/;

const templates: AttackClass = {
  name: "Templates that leave their sandbox",
  run: async (world, report) => {
    const { admin, database, datasetId } = world;
    for (const text of ESCAPES) {
      const sql = `SELECT '{{ ${text.replaceAll("'", '"')} }}' AS x`;
      const answer = await admin.post("/api/v1/sqllab/execute/", { database_id: database.id, sql });
      report.sound(answer, text);
      const printed = String(valueAt(answer, "data", 0, "x") ?? "");
      if (EVALUATED.test(printed) && !printed.startsWith("{{ "))
        report.add(answer, `${text} gave ${printed.slice(0, 80)}`);
      const metric = {
        label: "x",
        expressionType: "SQL",
        sqlExpression: `MAX('{{ ${text.replaceAll("'", '"')} }}')`,
      };
      const queries = [{ columns: [], metrics: [metric] }];
      const inChart = await admin.post("/api/v1/chart/data", { datasource: { id: datasetId, type: "table" }, queries });
      report.sound(inChart, text);
      const value = String(valueAt(inChart, "result", 0, "data", 0, "x") ?? "");
      if (EVALUATED.test(value) && !value.startsWith("{{ ")) report.add(inChart, `${text} gave ${value.slice(0, 80)}`);
    }
    for (const bomb of BOMBS) {
      const answer = await admin.post("/api/v1/sqllab/execute/", {
        database_id: database.id,
        sql: `SELECT '${bomb}' AS x`,
      });
      report.refused(answer, bomb.slice(0, 50));
      if (answer.ms > 5000) report.add(answer, `${bomb.slice(0, 50)} took ${Math.round(answer.ms)} ms`);
    }
  },
};

export const SQL: readonly AttackClass[] = [beyondReading, templates];
