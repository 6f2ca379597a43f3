import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SeenIds, SeenReads } from "./database.ts";
import { decidesRights, RIGHTS_COLUMNS } from "./rights-state.ts";
import { type NamedStatement, naming } from "./statement.ts";
import type { Tables } from "./tables.ts";

/**
 * What somebody may see, kept by this process for lists on PostgreSQL. The ids are found under the query that finds them,
 * with the rights of its reader in its text and parameters, together with the sum of the changes that were noted
 * (`rights_changes`). A list brings both along and sees the ids only where the sum is still the same, in its own snapshot;
 * otherwise it sees none, and they are found anew.
 */

/** A list sends them along. */
const MOST_IDS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_CHECKED = 1000;
/** From so many on, notes become one. */
const MANY_CHANGES = 500;

interface Noted {
  changes: string;
  /** As PostgreSQL writes an array. */
  ids: string;
}

export class NotedIds {
  readonly #db: Kysely<Tables>;
  readonly #named: (query: RawBuilder<unknown>) => NamedStatement;
  /** The least recently asked first. */
  readonly #kept = new Map<string, Noted>();
  readonly #checked = new Map<string, boolean>();
  /** Whose ids were too many: they are asked for without, whatever changes, until these are forgotten. */
  readonly #tooMany = new Set<string>();
  #bytes = 0;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
    this.#named = naming(db);
  }

  /** Undefined as well when somebody sees nothing, or very much, or when rights changed in between. */
  readonly read: SeenReads = async (seen, query) => {
    const { text, digest } = this.#named(seen);
    const ask = async (noted: Noted) => {
      const { rows } = await query(asTable(noted)).execute(this.#db);
      return (rows[0]?.n ?? 0) > 0 || (await this.#hasSame(noted)) ? rows : undefined;
    };
    const kept = this.#kept.get(digest);
    const rows = kept && (await ask(kept));
    if (kept && rows) this.#keep(digest, kept);
    if (rows || this.#tooMany.has(digest) || !(await this.#isNoted(text))) return rows;
    const found = await this.#find(seen);
    if (!found) return undefined;
    if (found === "too many") {
      if (this.#tooMany.size >= MOST_CHECKED) this.#tooMany.clear();
      this.#tooMany.add(digest);
      return undefined;
    }
    this.#keep(digest, found);
    return ask(found);
  };

  /** The sum only grows: where it is still the same, it was so for every question before. */
  async #hasSame({ changes }: Noted): Promise<boolean> {
    const { rows } = await sql<Pick<Noted, "changes">>`select ${SUM}::text as changes`.execute(this.#db);
    return rows[0]?.changes === changes;
  }

  async #find(seen: RawBuilder<unknown>): Promise<Noted | "too many" | undefined> {
    const { rows } = await sql<Noted & { notes: number; size: number }>`
      with seen(id) as materialized (${seen}), few(id) as (select seen.id from seen limit ${MOST_IDS + 1})
      select ${SUM}::text as changes, (select count(*) from rights_changes) as notes,
        array(select few.id from few)::text as ids, (select count(*) from few) as size`.execute(this.#db);
    const [row] = rows;
    if (row && row.notes > MANY_CHANGES) void this.#sumUp().catch(() => undefined);
    if (row && row.size > MOST_IDS) return "too many";
    return row && row.size > 0 ? { changes: row.changes, ids: row.ids } : undefined;
  }

  #keep(digest: string, noted: Noted): void {
    this.#forget(digest);
    this.#kept.set(digest, noted);
    this.#bytes += noted.ids.length;
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#forget(oldest);
    }
  }

  #forget(digest: string): void {
    this.#bytes -= this.#kept.get(digest)?.ids.length ?? 0;
    this.#kept.delete(digest);
  }

  /** Of two that do it at once, the second finds the rows gone and adds nothing. */
  async #sumUp(): Promise<void> {
    await sql`with gone as (delete from rights_changes returning n)
      insert into rights_changes (transaction, n)
      select -txid_current(), sum(gone.n) from gone having count(*) > 0
      on conflict (transaction) do update set n = rights_changes.n + excluded.n`.execute(this.#db);
  }

  /** Whether the query reads only columns whose changes are noted, as PostgreSQL itself tells of a view of it. */
  async #isNoted(text: string): Promise<boolean> {
    const shape = text.replaceAll(/\$\d+/g, "null").replaceAll(/(null, )+/g, "");
    const known = this.#checked.get(shape);
    if (known !== undefined) return known;
    const isNoted = hasPureFunctionsOnly(shape) && (await this.#readsNoted(shape));
    if (this.#checked.size >= MOST_CHECKED) this.#checked.clear();
    this.#checked.set(shape, isNoted);
    return isNoted;
  }

  async #readsNoted(shape: string): Promise<boolean> {
    let read: ReadColumn[] = [];
    const undone = new Error();
    await this.#db
      .transaction()
      .execute(async (transaction) => {
        await sql`create temporary view read_by_lists as select * from (${sql.raw(shape)}) as seen`.execute(
          transaction,
        );
        read = (await COLUMNS_OF_VIEW.execute(transaction)).rows;
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) read = [];
      });
    return (
      read.length > 0 &&
      read.every(({ table, column }) => (column === null ? table in RIGHTS_COLUMNS : decidesRights(table, column)))
    );
  }
}

const SUM = sql`(select coalesce(sum(rights_changes.n), 0) from rights_changes)`;

const asTable = ({ changes, ids }: Noted): SeenIds => ({
  table: sql`seen(id) as materialized (select unnest(${ids}::int[]) where ${SUM} = ${changes}::numeric),`,
  // The `coalesce` makes PostgreSQL ask each row whether it is seen, where it would look up what is seen row by row.
  holds: (id) => sql<SqlBool>`coalesce(${id} in (select seen.id from seen), false)`,
});

interface ReadColumn {
  table: string;
  /** Null where a table is read, whatever its columns. */
  column: string | null;
}

const COLUMNS_OF_VIEW = sql<ReadColumn>`
  select read.refobjid::regclass::text as table, attribute.attname as column
  from pg_rewrite rule
  join pg_depend read on read.classid = 'pg_rewrite'::regclass and read.objid = rule.oid
  left join pg_attribute attribute on attribute.attrelid = read.refobjid and attribute.attnum = read.refobjsubid
    and read.refobjsubid > 0
  where rule.ev_class = 'read_by_lists'::regclass and read.refclassid = 'pg_class'::regclass
    and read.refobjid <> rule.ev_class`;

/** What may stand before a parenthesis: words of SQL, and functions whose result follows from their arguments alone. */
const BEFORE_PARENTHESIS: ReadonlySet<string> = new Set(
  "and or not in exists select from where join on as union any all case when then else coalesce nullif cast".split(" "),
);

const hasPureFunctionsOnly = (text: string) =>
  [...text.matchAll(/([a-z_]\w*|")\s*\(/gi)].every(([, word = ""]) => BEFORE_PARENTHESIS.has(word.toLowerCase()));
