import { randomUUID } from "node:crypto";
import { join } from "node:path";
import mysql from "mysql2/promise";
import pg from "pg";
import { connectionOf, insertDatabase } from "../api/database/index.ts";
import { engineOf } from "../server/engine/app-engine.ts";
import { sampleOf } from "./full-size.ts";
import { startTestServer, type TestClient, type TestServer } from "./server.ts";

export interface Uploads {
  server: TestServer;
  alpha: TestClient;
  ids: Readonly<Record<string, number>>;
  added(uri: string, more?: object): Promise<number>;
  send(upload: SentUpload): Promise<{ status: number; body: Json }>;
  rowsOf(engine: string, table: string, columns?: string): Promise<unknown[][]>;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

export interface SentUpload {
  content: string | Uint8Array;
  file?: string;
  fields?: Record<string, string>;
  client?: TestClient;
  path?: string;
}

const {
  TESSERA_TEST_POSTGRES_URL: postgres,
  TESSERA_TEST_MARIADB_URL: mariadb,
  TESSERA_TEST_CLICKHOUSE_URL: clickhouse,
} = process.env;

const SERVERS: Readonly<Record<string, string | undefined>> = { postgresql: postgres, mysql: mariadb, clickhouse };

const UPLOAD_ENGINES = ["duckdb", "sqlite", "postgresql", "mysql", "clickhouse"] as const;
export const isEngineThere = (engine: string) => !(engine in SERVERS) || SERVERS[engine] !== undefined;

/** The engines that are there; one of them in `npm test`. Files differ by `at`. */
export const sampledEngines = (at: number) => sampleOf(UPLOAD_ENGINES.filter(isEngineThere), at);

export async function startUploads(): Promise<Uploads> {
  const server = await startTestServer();
  const alpha = await server.as("alpha");
  const name = `u_${randomUUID().replaceAll("-", "")}`;
  const ends: (() => Promise<void>)[] = [];
  const ids: Record<string, number> = {};
  const file = join(server.app.config.home, "up.duckdb");
  await engineOf(server.app).load({ file, statements: ["CREATE SCHEMA other"] });

  const added = (sqlalchemy_uri: string, more: object = { allow_file_upload: true }) => {
    const values = { database_name: randomUUID(), sqlalchemy_uri, ...more };
    const stamp = { now: server.app.clock.timestamp(), userId: null };
    return insertDatabase(server.app, values as Parameters<typeof insertDatabase>[1], stamp);
  };
  ids.duckdb = await added("duckdb:///up.duckdb");
  ids.sqlite = await added("sqlite:///up.db");
  if (postgres) {
    const client = new pg.Client({ connectionString: postgres });
    await client.connect();
    await client.query(`CREATE SCHEMA ${name}`);
    ends.push(async () => {
      await client.query(`DROP SCHEMA ${name} CASCADE`);
      await client.end();
    });
    ids.postgresql = await added(`${postgres.replace("postgres:", "postgresql:")}?options=-csearch_path%3D${name}`);
  }
  if (mariadb) {
    const client = await mysql.createConnection(mariadb);
    await client.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    ends.push(async () => {
      await client.query(`DROP DATABASE ${name}`);
      await client.end();
    });
    ids.mysql = await added(`${mariadb}/${name}`);
  }
  if (clickhouse) ids.clickhouse = await added(clickhouse);

  return {
    ...{ server, alpha, ids, added },
    async send({ content, file: filename = "rows.csv", fields = {}, client = alpha, path = `${ids.duckdb}/upload/` }) {
      const form = new FormData();
      for (const [field, value] of Object.entries({ type: "csv", table_name: "rows", ...fields }))
        form.set(field, value);
      form.set("file", new Blob([content as BlobPart]), filename);
      const answer = await client.fetch(`/api/v1/database/${path}`, { method: "POST", body: form });
      return { status: answer.status, body: (await answer.json()) as Json };
    },
    async rowsOf(engine, table, columns = "*") {
      const { connection } = await connectionOf(server.app, ids[engine] ?? 0);
      const { columns: found, rows } = await connection.run(`SELECT ${columns} FROM ${table}`);
      return Array.from({ length: rows }, (_, i) => found.map(({ values }) => values[i] ?? null));
    },
    async stop() {
      for (const end of ends) await end();
      await server.stop();
    },
  };
}
