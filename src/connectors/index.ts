import { bigqueryConnector } from "./bigquery/bigquery.ts";
import { clickhouseConnector } from "./clickhouse/clickhouse.ts";
import { writeClickHouse } from "./clickhouse/writer.ts";
import type { Connector } from "./connector.ts";
import { type DuckDbEngine, duckdbConnector } from "./duckdb/duckdb.ts";
import { writeDuckDb } from "./duckdb/writer.ts";
import { mssqlConnector } from "./mssql/mssql.ts";
import { mysqlConnector } from "./mysql/mysql.ts";
import { writeMysql } from "./mysql/writer.ts";
import { postgresqlConnector } from "./postgresql/postgresql.ts";
import { writePostgres } from "./postgresql/writer.ts";
import { redshiftConnector } from "./redshift/redshift.ts";
import { snowflakeConnector } from "./snowflake/snowflake.ts";
import { sqliteConnector } from "./sqlite/sqlite.ts";
import { writeSqlite } from "./sqlite/writer.ts";
import { trinoConnector } from "./trino/trino.ts";
import { withTunnels } from "./tunnels/over-tunnels.ts";

export interface ConnectorServices {
  duckdb: DuckDbEngine;
}

export function createConnectors(surroundings: ConnectorServices): readonly Connector[] {
  // biome-ignore format: one entry a line
  const connectors: readonly Connector[] = [
    { ...duckdbConnector(surroundings.duckdb), write: (config, load) => writeDuckDb(surroundings.duckdb, config, load) },
    { ...postgresqlConnector(), write: writePostgres },
    { ...mysqlConnector(), write: writeMysql, loadLimits: { maxScale: 30 } },
    { ...sqliteConnector(), write: writeSqlite, loadLimits: { decimals: false } },
    { ...clickhouseConnector, write: writeClickHouse, loadLimits: { days: ["1900-01-01", "2299-12-31"] } },
    trinoConnector,
    bigqueryConnector,
    snowflakeConnector,
    mssqlConnector,
    redshiftConnector,
  ];
  return connectors.map(withTunnels);
}

export function maybeConnector(connectors: readonly Connector[], uri: string): Connector | undefined {
  const scheme = /^([a-z0-9]+)(\+[a-z0-9_]+)?:/i.exec(uri)?.[1]?.toLowerCase() ?? "";
  return connectors.find(({ engine, schemes = [] }) => engine === scheme || schemes.includes(scheme));
}
