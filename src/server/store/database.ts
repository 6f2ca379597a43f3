import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

export interface Store {
  db: Kysely<Tables>;
  reads: Kysely<Tables>;
  dialect: DialectName;
  close(): Promise<void>;
}

export interface StoreLocation {
  /** `postgres://...`; undefined = SQLite. */
  url: string | undefined;
  schema?: string;
  /** PostgreSQL: statements fail when the server responds to nothing for so long. */
  hangsAfterMs?: number;
  /** SQLite file, or `:memory:`. */
  file: string;
  image?: Uint8Array;
}

export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.url !== undefined) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(location.url, location);
  }
  const { openSqlite } = await import("./sqlite.ts");
  return openSqlite(location.file, location.image);
}
