import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

/** An open store: the query builder over it and how to end it. */
export interface Store {
  db: Kysely<Tables>;
  /** The same for queries that read much and answer little, such as those of lists: nobody else waits for them. */
  reads: Kysely<Tables>;
  dialect: DialectName;
  close(): Promise<void>;
}

export interface StoreLocation {
  /** `postgres://...`, or absent for SQLite. */
  url: string | undefined;
  /** PostgreSQL schema to work in; `public` unless given. */
  schema?: string;
  /** SQLite file, or `:memory:`. */
  file: string;
  /** Content of a SQLite file, as a store in memory begins with. */
  image?: Uint8Array;
}

/** Opens the store; the driver of the other dialect is never loaded. */
export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.url !== undefined) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(location.url, location.schema);
  }
  const { openSqlite } = await import("./sqlite.ts");
  return openSqlite(location.file, location.image);
}
