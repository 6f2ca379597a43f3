import { constants, type DatabaseSync } from "node:sqlite";
import { NodeSqlite } from "./node-sqlite.ts";
import { decidesRights, RIGHTS_COLUMNS } from "./rights-state.ts";
import type { NamedStatement, Statement } from "./statement.ts";

/**
 * The ids that somebody may see, found once and asked by many lists. They are kept under the query that finds them, with
 * the rights of its reader in its text and parameters, so that other rights are another query. They hold as long as the
 * store's count of changes (`rights_state`) is what it was when they were found, both read in one transaction. A query
 * that reads anything which is not counted is not kept: SQLite itself tells what it reads.
 */

/** Some 25 MB. */
const MOST_IDS = 2_000_000;
const MOST_CHECKED = 1000;
/** Functions whose result follows from their arguments alone. */
const PURE: ReadonlySet<string> = new Set(["coalesce", "nullif"]);

/** Older runtimes cannot tell what a query reads. */
export const canKeepIds = (database: object): boolean => "setAuthorizer" in database;

interface Kept {
  set: number;
  version: number;
  size: number;
}

export class KeptIds {
  readonly #database: DatabaseSync;
  readonly #statements: NodeSqlite;
  readonly #mostIds: number;
  /** The least recently asked first. */
  readonly #kept = new Map<string, Kept>();
  readonly #checked = new Map<string, boolean>();
  #lastSet = 0;
  #size = 0;
  /** How often ids were found anew. */
  found = 0;

  /** On a connection of its own, which needs to read only. */
  constructor(database: DatabaseSync, mostIds = MOST_IDS) {
    this.#database = database;
    this.#statements = new NodeSqlite(database);
    this.#mostIds = mostIds;
    database.exec("pragma temp_store = memory");
    database.exec(`create temp table kept (set_id integer not null, id integer not null, primary key (set_id, id))
      without rowid`);
    database.exec("create temp table asked (set_id integer not null)");
    database.exec("insert into asked values (0)");
    database.exec(`create temp view seen as
      select kept.id from kept where kept.set_id = (select asked.set_id from asked)`);
  }

  /** Rows of a query that asks the ids which `seen` finds as the table `seen(id)`; undefined when they cannot be kept. */
  rows(seen: NamedStatement, query: Statement): unknown[] | undefined {
    if (!this.#isCounted(seen.text)) return undefined;
    this.#database.exec("begin");
    try {
      const { set } = this.#current(seen);
      this.#run("update asked set set_id = ?", [set]);
      const rows = this.#all(query);
      this.#makeRoom();
      this.#database.exec("commit");
      return rows;
    } catch (error) {
      this.#database.exec("rollback");
      this.#forgetAll();
      throw error;
    }
  }

  /** The ids as they are in this transaction. */
  #current(seen: NamedStatement): Kept {
    const [state] = this.#all({ text: "select version from rights_state", parameters: [] }) as { version: number }[];
    if (!state) throw new Error("The store does not count changes of rights");
    const { digest: key } = seen;
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const isValid = known?.version === state.version;
    const kept = isValid ? known : this.#find(seen, { set: known?.set ?? ++this.#lastSet, version: state.version });
    if (!isValid) this.#size += kept.size - (known?.size ?? 0);
    this.#kept.set(key, kept);
    return kept;
  }

  #find({ text, parameters }: Statement, { set, version }: Pick<Kept, "set" | "version">): Kept {
    this.found++;
    this.#run("delete from kept where set_id = ?", [set]);
    const fill = `with found(id) as (${text}) insert or ignore into kept (id, set_id) select found.id, ? from found`;
    return { set, version, size: this.#run(fill, [...parameters, set]) };
  }

  #makeRoom(): void {
    for (const [key, { set, size }] of this.#kept) {
      if (this.#size <= this.#mostIds) return;
      this.#run("delete from kept where set_id = ?", [set]);
      this.#kept.delete(key);
      this.#size -= size;
    }
  }

  #forgetAll(): void {
    this.#kept.clear();
    this.#size = 0;
    this.#run("delete from kept", []);
  }

  /** Whether the query reads only what the store counts the changes of. */
  #isCounted(text: string): boolean {
    const known = this.#checked.get(text);
    if (known !== undefined) return known;
    const isCounted = canKeepIds(this.#database) && this.#readsCounted(text);
    if (this.#checked.size >= MOST_CHECKED) this.#checked.clear();
    this.#checked.set(text, isCounted);
    return isCounted;
  }

  #readsCounted(text: string): boolean {
    let isCounted = true;
    this.#database.setAuthorizer((action, first, second) => {
      isCounted &&= isHarmless(action, first, second);
      return constants.SQLITE_OK;
    });
    try {
      this.#database.prepare(text);
      return isCounted;
    } finally {
      this.#database.setAuthorizer(null);
    }
  }

  #all({ text, parameters }: Statement): unknown[] {
    return this.#statements.prepare(text).all(parameters);
  }

  #run(text: string, parameters: readonly unknown[]): number {
    return Number(this.#statements.prepare(text).run(parameters).changes);
  }
}

function isHarmless(action: number, first: string | null, second: string | null): boolean {
  switch (action) {
    case constants.SQLITE_SELECT:
      return true;
    case constants.SQLITE_FUNCTION:
      return PURE.has(second ?? "");
    case constants.SQLITE_READ:
      return isCountedColumn(first ?? "", second ?? "");
    default:
      return false;
  }
}

/** SQLite names no column where only the number of rows matters. */
const isCountedColumn = (table: string, column: string) =>
  column === "" ? table in RIGHTS_COLUMNS : decidesRights(table, column);
