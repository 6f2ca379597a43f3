import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

/** The ids that somebody may see, for a query that asks them. */
export interface SeenIds {
  /** What the query puts first into its `with`, so that it has the table `seen(id)`. */
  readonly table: RawBuilder<unknown>;
  holds(id: RawBuilder<unknown>): RawBuilder<SqlBool>;
}

export type SeenQuery<R> = (seen: SeenIds) => RawBuilder<R>;

/**
 * Rows of a query that asks the ids which `seen` finds, as they are now, without finding them anew as long as nothing they
 * depend on has changed. Its rows tell in `n` how many ids it found. Undefined when the query must be asked without.
 */
export type SeenReads = <R extends { n: number }>(
  seen: RawBuilder<unknown>,
  query: SeenQuery<R>,
) => Promise<R[] | undefined>;

/** An open store: the query builder over it and how to end it. */
export interface Store {
  db: Kysely<Tables>;
  /** The same for queries that read much and answer little, such as those of lists: nobody else waits for them. */
  reads: Kysely<Tables>;
  /** Where the store keeps what somebody may see. */
  readSeen?: SeenReads;
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
