import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

export interface Store {
  db: Kysely<Tables>;
  /** For queries that read much and return little, so that others don't wait for them. */
  reads: Kysely<Tables>;
  dialect: DialectName;
  close(): Promise<void>;
}

export interface StoreLocation {
  /** `postgres://...`; undefined = SQLite. */
  url: string | undefined;
  /** PostgreSQL schema, `public` by default. */
  schema?: string;
  /** SQLite file, or `:memory:`. */
  file: string;
  /** Initial content of an in-memory store. */
  image?: Uint8Array;
}

/** Loads only the driver it needs. */
export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.url !== undefined) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(location.url, location.schema);
  }
  const { openSqlite } = await import("./sqlite.ts");
  return openSqlite(location.file, location.image);
}
