import { type Kysely, sql } from "kysely";
import type { App } from "../app.ts";
import type { Tables } from "./tables.ts";

export interface Reference {
  table: string;
  column: string;
  parent: string;
  onDelete: "cascade" | "set null" | "other";
}

/** From the database's own catalog, so that new tables are included. */
export async function readReferences({ db, dialect }: Pick<App, "db" | "dialect">): Promise<Reference[]> {
  return dialect === "postgres" ? postgresReferences(db) : sqliteReferences(db);
}

async function sqliteReferences(db: Kysely<Tables>): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select m.name as "table", f."from" as "column", f."table" as parent,
      case f.on_delete when 'CASCADE' then 'cascade' when 'SET NULL' then 'set null' else 'other' end as "onDelete"
    from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'
    order by m.name, f."from"`.execute(db);
  return rows;
}

async function postgresReferences(db: Kysely<Tables>): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as "table", a.attname as "column", parent.relname as parent,
      case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'other' end as "onDelete"
    from pg_constraint c
    join pg_class child on child.oid = c.conrelid
    join pg_class parent on parent.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and child.relnamespace = current_schema()::regnamespace
    order by child.relname, a.attname`.execute(db);
  return rows;
}
