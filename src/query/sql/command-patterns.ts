import type { CommandFacts } from "./sql-reader.ts";

/** The commands that may run, per engine, as patterns over words in the format of `commands.ts`. */
export interface CommandPattern {
  reveals: CommandFacts["reveals"];
  /** Groups: `table`; `schema` to list; `list`, after which a schema can follow; `place` for later names; `setting`. */
  pattern: string;
  isSetting?: boolean;
  refuses?: RegExp;
  runs?: (like: string | null, match: RegExpExecArray) => string;
}

/** Settings that contain paths, passwords or host names, or belong to an application. */
const SECRET =
  /^(?!search_path$).*(file|dir$|directory|directories|path$|conninfo|command|passw|secret|token|key|cert|_hba|ident$|socket|librar|hostname|host$|port$|address|auth|proxy|\.)/i;
const SECRET_SQL =
  "file|dir$|directory|directories|path$|conninfo|command|passw|secret|token|key|cert|_hba|ident$|socket|librar|hostname|host$|port$|address|auth|proxy|[.]";

const of = (reveals: CommandFacts["reveals"], ...patterns: string[]): CommandPattern[] =>
  patterns.map((pattern) => ({ reveals, pattern }));
const setting = (...patterns: string[]): CommandPattern[] =>
  patterns.map((pattern) => ({ reveals: "nothing", pattern, isSetting: true }));

const LIKE = "(?: i?like {string})?";
const FROM = "(?: (?:from|in) {schema:name})?";

const PLANNER =
  "enable_\\w+|statement_timeout|lock_timeout|application_name|client_min_messages|jit\\w*|geqo\\w*|constraint_exclusion|plan_cache_mode|(?:random|seq)_page_cost|cpu_\\w+_cost|(?:from|join)_collapse_limit|timezone";

const POSTGRESQL: CommandPattern[] = [
  {
    reveals: "server",
    pattern: "show all",
    runs: () =>
      `SELECT name, setting, short_desc AS description FROM pg_catalog.pg_settings\nWHERE name !~* '${SECRET_SQL}' OR name = 'search_path' ORDER BY name`,
  },
  { reveals: "server", pattern: "show (?:time zone|transaction isolation level|session authorization)" },
  { reveals: "server", pattern: "show {setting:path}", refuses: SECRET },
  { reveals: "nothing", pattern: "set (?:session |local )?search_path (?:=|to) (?!default$){place:name}" },
  { reveals: "nothing", pattern: "set (?:session |local )?search_path (?:=|to) {place:string}" },
  ...setting(
    `set (?:session |local )?(?:${PLANNER}) (?:=|to) {value}`,
    "set (?:session |local )?time zone {value}",
    `reset (?:${PLANNER})`,
  ),
];

const MYSQL_SETTINGS =
  "max_statement_time|max_execution_time|group_concat_max_len|optimizer_\\w+|sql_big_selects|sql_select_limit|lock_wait_timeout|innodb_lock_wait_timeout|net_(?:read|write)_timeout|time_zone|lc_time_names|cte_max_recursion_depth|max_recursive_iterations|join_cache_level|range_optimizer_max_mem_size|eq_range_index_dive_limit";
const VARIABLE = `(?:@ {name}|(?:session |local |@ @ session \\. |@ @ )?(?:${MYSQL_SETTINGS})) (?:: )?=`;

const withoutSecrets = (like: string | null, { groups }: RegExpExecArray) =>
  `SHOW ${groups?.scope ?? ""}VARIABLES WHERE Variable_name NOT RLIKE '${SECRET_SQL}'${like ? ` AND Variable_name LIKE ${like}` : ""}`;

const MYSQL: CommandPattern[] = [
  ...of(
    "names",
    `show (?:extended )?(?:full )?(?<list>tables)${FROM}${LIKE}`,
    `show (?:databases|schemas)${LIKE}`,
    "show create (?:database|schema) (?:if not exists )?{schema:name}",
    `show (?<list>triggers)${FROM}${LIKE}`,
    `show (?<list>events)${FROM}${LIKE}`,
  ),
  ...of("figures", `show table (?<list>status)${FROM}${LIKE}`, `show (?:global |session |local )?status${LIKE}`),
  ...of(
    "table",
    "show create (?:table|view) {table:path}",
    `show (?:extended )?(?:full )?(?:columns|fields) (?:from|in) {table:path}${FROM}${LIKE}`,
    `show (?:index|indexes|indices|keys) (?:from|in) {table:path}${FROM}`,
    "checksum table {table:path}(?: quick| extended)?",
  ),
  ...of(
    "server",
    "show (?:storage )?engines",
    "show (?:warnings|errors)(?: limit \\d+(?: , \\d+)?)?",
    "show count \\( \\* \\) (?:warnings|errors)",
    `show (?:character set|charset|collation)${LIKE}`,
    "show (?:plugins|privileges)",
    `show (?:procedure|function) status${LIKE}`,
    "help {string}",
  ),
  { reveals: "server", pattern: "show (?<scope>global |session |local )?variables", runs: withoutSecrets },
  {
    reveals: "server",
    pattern: "show (?<scope>global |session |local )?variables (?:like|where variable_name (?:=|like)) {like:string}",
    runs: withoutSecrets,
  },
  { reveals: "nothing", pattern: "use {place:name}" },
  ...setting("set names (?:utf8mb4|utf8)(?: collate {name})?", `set ${VARIABLE} {value}(?: , ${VARIABLE} {value})*`),
];

const SQLITE_TOLD =
  "application_id|auto_vacuum|cache_size|collation_list|compile_options|data_version|encoding|foreign_keys|freelist_count|function_list|journal_mode|max_page_count|module_list|page_count|page_size|pragma_list|schema_version|synchronous|user_version";
const OF_TABLE = "(?:table_info|table_xinfo|foreign_key_list|index_list)";

const SQLITE: CommandPattern[] = [
  ...of(
    "table",
    `pragma (?:main \\. )?${OF_TABLE} \\( {table:name} \\)`,
    `pragma (?:main \\. )?${OF_TABLE} \\( {table:string} \\)`,
    `pragma (?:main \\. )?${OF_TABLE} = {table:name}`,
    `pragma (?:main \\. )?${OF_TABLE} = {table:string}`,
  ),
  ...of(
    "names",
    "pragma (?:main \\. )?table_list(?: \\( (?:{name}|{string}) \\))?",
    "pragma (?:main \\. )?(?:index_info|index_xinfo) \\( (?:{name}|{string}) \\)",
  ),
  ...of("figures", "pragma (?:main \\. )?(?:integrity_check|quick_check|foreign_key_check)(?: \\( {value} \\))?"),
  ...of("server", `pragma (?:main \\. )?(?:${SQLITE_TOLD})`),
];

const DUCKDB: CommandPattern[] = [
  ...of(
    "names",
    "show (?<list>tables)(?: from {schema:name})?",
    "show all tables",
    "show (?:databases|schemas)",
    "pragma (?:show_tables|show_tables_expanded|show_databases|collations|functions)",
  ),
  ...of("figures", "pragma (?:database_size|metadata_info)"),
  ...of(
    "table",
    "pragma (?:table_info|storage_info) \\( {table:string} \\)",
    "pragma (?:table_info|storage_info) \\( {table:name} \\)",
    "pragma (?:table_info|storage_info) = {table:string}",
  ),
  ...of("server", "pragma (?:version|platform|user_agent)"),
  { reveals: "nothing", pattern: "use {place:path}" },
  { reveals: "nothing", pattern: "set (?:schema|search_path) = {place:string}" },
];

const CLICKHOUSE: CommandPattern[] = [
  ...of(
    "names",
    `show (?:full )?(?:temporary )?(?<list>tables)${FROM}(?: (?:not )?i?like {string})?(?: limit \\d+)?`,
    `show databases(?: (?:not )?i?like {string})?(?: limit \\d+)?`,
    "show create database {schema:name}",
    `show (?<list>dictionaries)${FROM}${LIKE}`,
  ),
  ...of(
    "table",
    "show create (?:table|view) {table:path}",
    `show (?:extended )?(?:full )?(?:columns|fields) (?:from|in) {table:path}${FROM}${LIKE}`,
    `show (?:extended )?(?:index|indexes|indices|keys) (?:from|in) {table:path}${FROM}`,
    "exists (?:table|view) {table:path}",
  ),
  ...of("server", "show (?:engines|functions)", `show functions (?:i?like) {string}`),
  { reveals: "nothing", pattern: "use {place:name}" },
];

const TRINO: CommandPattern[] = [
  ...of(
    "names",
    `show catalogs${LIKE}`,
    `show schemas(?: (?:from|in) {name})?${LIKE}`,
    `show (?<list>tables)${FROM}${LIKE}`,
    "show create schema {schema:name}",
  ),
  ...of(
    "table",
    `show columns (?:from|in) {table:path}${LIKE}`,
    "show create (?:table|view|materialized view) {table:path}",
    "show stats for {table:path}",
  ),
  ...of("server", `show functions${LIKE}`, `show session${LIKE}`),
  { reveals: "nothing", pattern: "use {place:path}" },
];

const SNOWFLAKE: CommandPattern[] = [
  ...of(
    "names",
    `show (?:terse )?(?:schemas|databases)${LIKE}`,
    `show (?:terse )?(?:tables|views)${LIKE}(?: in (?:schema )?(?!schema$|account$|database$){schema:name})?`,
  ),
  ...of("table", `show columns${LIKE} in (?:table|view) {table:path}`),
  { reveals: "nothing", pattern: "use schema {place:path}" },
];

export const COMMANDS: Readonly<Record<string, readonly CommandPattern[]>> = {
  PostgreSQL: POSTGRESQL,
  "Amazon Redshift": POSTGRESQL.filter(({ isSetting, runs }) => !isSetting && !runs),
  MySQL: MYSQL,
  SQLite: SQLITE,
  DuckDB: DUCKDB,
  ClickHouse: CLICKHOUSE,
  Trino: TRINO,
  Snowflake: SNOWFLAKE,
};

export const PLANS: Readonly<Record<string, string>> = {
  MySQL:
    "(?:explain|desc|describe)(?: extended| partitions| analyze)?(?: format = [\\w']+)?|analyze(?: format = [\\w']+)?",
  SQLite: "explain(?: query plan)?",
  DuckDB: "explain(?: analyze)?(?: \\( (?:format|analyze)[^()]* \\))?",
  ClickHouse: "explain(?: ast| syntax| query tree| plan| pipeline| estimate)?(?: \\w+ = \\w+(?: , \\w+ = \\w+)*)?",
  Trino: "explain(?: analyze(?: verbose)?)?(?: \\( [^()]* \\))?",
  Snowflake: "explain(?: using (?:tabular|json|text))?",
  "Amazon Redshift": "explain(?: verbose)?",
};
