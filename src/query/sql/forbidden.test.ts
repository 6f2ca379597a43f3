import { describe, expect, test } from "vitest";
import { type PolyglotDialect, polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";

/**
 * SQL that reads files, reaches other servers, runs SQL from text, waits, or reveals the server must be recognized,
 * however it is written. DuckDB's cases are in duckdb-reader.test.ts, writing statements in the corpus.
 */

const FUNCTIONS: Record<string, readonly string[]> = {
  postgresql: [
    "pg_read_file('/etc/passwd')",
    "\"pg_read_file\" /* */ ('/etc/passwd')",
    "U&\"pg\\005fread_file\"('/etc/passwd')",
    "pg_catalog.pg_ls_dir('/')",
    "lo_import('/etc/passwd')",
    "lo_export(1, '/tmp/x')",
    "dblink_connect('host=127.0.0.1')",
    "query_to_xml('DELETE FROM t', true, true, '')",
    "ts_rewrite('a'::tsquery, 'SELECT t::tsquery, s::tsquery FROM secret')",
    "ts_stat('SELECT 1')",
    "pgr_dijkstra('SELECT * FROM secret', 1, 2)",
    "cypher('g', 'MATCH (n) RETURN n')",
    "ST_FindExtent('secret', 'place')",
    "pgstattuple('secret')",
    "setseed(ascii(s) / 1000.0)",
    "pg_sleep(10)",
    "pg_terminate_backend(1)",
    "set_config('a', 'b', false)",
    "current_setting('data_directory')",
    "version()",
    "session_user",
    "nextval('s')",
    "to_regclass('secret')",
    "'secret'::regclass",
    "CAST(16384 AS pg_catalog.regclass)",
    "regclass('secret')",
    "('{secret}'::regtype[])[1]",
    "regrole '10'",
    "acldefault('r', 10)",
    "obj_description(1, 'pg_class')",
    "get_raw_page('t', 0)",
    "aws_s3.query_export_to_s3('SELECT 1', 'x')",
    "http_get('http://169.254.169.254/')",
  ],
  mysql: [
    "found_rows()",
    "ROW_COUNT()",
    "LOAD_FILE('/etc/passwd')",
    "`load_file` /* */ ('/etc/passwd')",
    "@@datadir",
    "@@GLOBAL.secure_file_priv",
    "@@`hostname`",
    "SLEEP(10)",
    "BENCHMARK(1e9, MD5(1))",
    "GET_LOCK('a', 10)",
    "sys_exec('id')",
    "extractvalue(1, 'x')",
    "VERSION()",
    "CURRENT_USER",
    "SPIDER_DIRECT_SQL('a', 'b', 'c')",
    "roles_graphml()",
    "sys.ps_thread_account(1)",
    "service_get_write_locks('a', 'b', 10)",
    "NEXTVAL(s)",
    "NEXT VALUE FOR s",
  ],
  sqlite: [
    "changes()",
    "total_changes()",
    "last_insert_rowid()",
    "load_extension('x')",
    "readfile('/etc/passwd')",
    "\"writefile\"('/tmp/x', 'a')",
    "zeroblob(1e9)",
    "fts3_tokenizer('x')",
    "eval('DELETE FROM t')",
    "sqlite_version()",
  ],
  clickhouse: [
    "file('/etc/passwd')",
    "`file`('/etc/passwd')",
    "dictGet('d', 'a', 1)",
    "joinGet('t', 'a', 1)",
    "globalIn(1, t)",
    "notIn(1, t)",
    "nullInIgnoreSet(1, t)",
    "hasColumnInTable('d', 't', 'a')",
    "reverseDNSQuery('127.0.0.1')",
    "aiGenerate('x')",
    "lambda(tuple(x), 1)",
    "getSettingOrDefault('x', 1)",
    "sleep(3)",
    "currentUser()",
    "hostName()",
    "getSetting('x')",
    "getServerSetting('x')",
    "catboostEvaluate('/x', 1)",
    "executable('x')",
  ],
  trino: ["version()", "current_user", "current_catalog"],
  tsql: [
    "rowcount_big()",
    "error_message()",
    "COL_LENGTH('secret', 'v')",
    "IDENT_CURRENT('secret')",
    "NEXT VALUE FOR s",
    "OPENROWSET(1)",
    "@@version",
    "@@SERVERNAME",
    "SUSER_SNAME()",
    "xp_cmdshell('id')",
  ],
  redshift: ["pg_terminate_backend(1)", "version()"],
  snowflake: [
    "SNOWFLAKE.CORTEX.COMPLETE('m', 'x')",
    "AI_COMPLETE('m', 'x')",
    "TO_FILE('@s/x')",
    "CURRENT_ACCOUNT()",
    "s.NEXTVAL",
    'd."s".nextval',
    "GETNEXTVAL(s)",
    "SYSTEM$WAIT(10)",
    "GET_DDL('table', 't')",
  ],
  bigquery: ["@@project_id", "AI.GENERATE('x')", "SESSION_USER()", "EXTERNAL_QUERY('c', 'SELECT 1')"],
};

const SOURCES: Record<string, readonly string[]> = {
  postgresql: [
    "pg_ls_dir('/') AS a(b)",
    "dblink('host=127.0.0.1', 'SELECT 1') AS a(b int)",
    "pg_authid",
    "pg_catalog.pg_shadow",
    '"pg_file_settings"',
    "crosstab('SELECT 1') AS a(b int)",
    "unknown_to_us(1) AS a(b)",
  ],
  mysql: ["mysql.user", "`information_schema`.`tables`", "performance_schema.threads", "sys.version"],
  sqlite: ["pragma_database_list", "sqlite_master", "main.sqlite_schema", "fsdir('/')", "dbstat"],
  clickhouse: [
    "url('http://127.0.0.1/', CSV, 'a String')",
    "`url`('http://127.0.0.1/')",
    "file('/etc/passwd')",
    "remote('127.0.0.1', system.users)",
    "remoteSecure('x', d.t)",
    "s3('http://127.0.0.1/')",
    "mysql('h', 'd', 't', 'u', 'p')",
    "executable('id', TSV, 'a String')",
    "merge('d', '.*')",
    "view(SELECT 1)",
    "generateRandom('a Int8')",
    "system.users",
    "`system`.`users`",
    "(SELECT * FROM url('http://127.0.0.1/'))",
    "t WHERE 1 GLOBAL IN system.users",
  ],
  trino: [
    "TABLE(system.query(query => 'DELETE FROM t'))",
    '"t$files"',
    '"t@1"',
    "system.runtime.queries",
    '"system"."metadata"."catalogs"',
    "c.information_schema.tables",
    'jmx.current."java.lang:type=runtime"',
    '"t$history"',
  ],
  tsql: ["OPENROWSET(BULK '/etc/passwd', SINGLE_CLOB) AS x", "sys.databases", "master.dbo.t"],
};

const readerOf = (name: string) => (name === "postgresql" ? postgresReader() : polyglotReader(name as PolyglotDialect));
const refused = { name: "TesseraError", status: 400 };

const cases = (from: Record<string, readonly string[]>) =>
  Object.entries(from).flatMap(([engine, texts]) => texts.map((text): [string, string] => [engine, text]));

async function isRefused(engine: string, sql: string): Promise<boolean> {
  const facts = await readerOf(engine)
    .inspect(sql)
    .catch((error: unknown) => {
      expect(error).toMatchObject(refused);
      return undefined;
    });
  if (!facts) return true;
  return facts.kind !== "read" || facts.refusedFunctions.length > 0 || facts.refusedTables.length > 0;
}

describe("no expression, dataset or SQL Lab statement", () => {
  test.each(cases(FUNCTIONS))("calls, on %s: %s", async (engine, call) => {
    const reader = readerOf(engine);
    for (const sql of [call, `1 + (CASE WHEN 1 = 1 THEN (${call}) END)`])
      await expect(reader.checkExpression(sql, "where"), sql).rejects.toMatchObject(refused);
    for (const sql of [
      `SELECT ${call}`,
      `WITH q AS (SELECT ${call} AS a) SELECT a FROM q WHERE a IN (SELECT ${call})`,
    ]) {
      await expect(reader.checkStatement(sql), sql).rejects.toMatchObject(refused);
      expect(await isRefused(engine, sql), sql).toBe(true);
    }
  });

  test.each(cases(SOURCES))("reads, on %s: %s", async (engine, source) => {
    for (const sql of [
      `SELECT * FROM ${source}`,
      `SELECT 1 AS a UNION ALL SELECT a FROM (SELECT * FROM ${source}) AS q`,
    ]) {
      await expect(readerOf(engine).checkStatement(sql), sql).rejects.toMatchObject(refused);
      expect(await isRefused(engine, sql), sql).toBe(true);
    }
  });
});
