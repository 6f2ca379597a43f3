/** Names of engines as people write them, by what the API calls them. */
const NAMES: Readonly<Record<string, string>> = {
  postgresql: "PostgreSQL",
  mysql: "MySQL",
  mariadb: "MariaDB",
  sqlite: "SQLite",
  duckdb: "DuckDB",
  clickhousedb: "ClickHouse",
  trino: "Trino",
  bigquery: "Google BigQuery",
  snowflake: "Snowflake",
  mssql: "Microsoft SQL Server",
  redshift: "Amazon Redshift",
};

/** Unknown engines keep the name they have. */
export const engineName = (engine: string): string => NAMES[engine] ?? engine;
