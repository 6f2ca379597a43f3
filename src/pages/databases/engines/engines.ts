/** The letters and hue of an engine's mark are ours; logos belong to their owners. */
export interface Engine {
  name: string;
  letters: string;
  hue: number;
  place: "server" | "file" | "service";
}

const ENGINES: Readonly<Record<string, Engine>> = {
  postgresql: { name: "PostgreSQL", letters: "Pg", hue: 222, place: "server" },
  mysql: { name: "MySQL", letters: "My", hue: 196, place: "server" },
  mariadb: { name: "MariaDB", letters: "Ma", hue: 176, place: "server" },
  sqlite: { name: "SQLite", letters: "Sl", hue: 258, place: "file" },
  duckdb: { name: "DuckDB", letters: "Du", hue: 46, place: "file" },
  clickhousedb: { name: "ClickHouse", letters: "Ch", hue: 30, place: "server" },
  trino: { name: "Trino", letters: "Tr", hue: 320, place: "server" },
  bigquery: { name: "Google BigQuery", letters: "Bq", hue: 206, place: "service" },
  snowflake: { name: "Snowflake", letters: "Sf", hue: 188, place: "service" },
  mssql: { name: "Microsoft SQL Server", letters: "Ms", hue: 4, place: "server" },
  redshift: { name: "Amazon Redshift", letters: "Rs", hue: 344, place: "server" },
};

export function engineOf(key: string): Engine {
  return ENGINES[key] ?? { name: key, letters: key.slice(0, 2), hue: 150, place: "server" };
}
