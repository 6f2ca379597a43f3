import type { Kysely, Transaction } from "kysely";
import { staleSave } from "../../model/errors.ts";
import { pathsOverlap, propertyDiff } from "../../model/property-diff.ts";
import type { App } from "../app.ts";
import { utcText } from "../clock.ts";
import type { Row, Tables } from "./tables.ts";
import { fullName, usersById } from "./users.ts";

/** Saves of rows without versions. Older states can't be compared, so any save since counts as a conflict. */

export type SavedTable = {
  [T in keyof Tables]: Row<T> extends { id: number; changed_on: string; changed_by_fk: number | null } ? T : never;
}[keyof Tables];

export interface RowSave<Table extends SavedTable = SavedTable> {
  readonly table: Table;
  readonly id: number;
  /** `changed_on` of the state the save is based on; undefined = don't check. */
  readonly basedOn: string | undefined;
  /** Related data by name: recipients, roles. */
  readonly parts?: (db: Kysely<Tables>) => Promise<object>;
  /** Removes secrets from a row before it is shown. */
  readonly shown?: (row: Row<Table>) => object;
  /** Secrets being written, by name with their masked text; changes to them can't be detected by comparing. */
  readonly secrets?: Readonly<Record<string, string>>;
}

const TIMESTAMPS: ReadonlySet<string> = new Set(["changed_on", "changed_by_fk"]);

/**
 * Runs `work` in a transaction that locks the row. Throws a 412 with the overwritten values when someone else has saved
 * since `basedOn`.
 */
export function saveRow<T, Table extends SavedTable>(
  app: App,
  save: RowSave<Table>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { id, basedOn, parts } = save;
  const table: SavedTable = save.table;
  const shown = (row: Row<SavedTable>) => save.shown?.(row as Row<Table>) ?? row;
  return app.db.transaction().execute(async (trx) => {
    // Locks the row on both databases.
    const row = (await trx
      .updateTable(table)
      .set((column) => ({ changed_on: column.ref("changed_on") }))
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst()) as Row<SavedTable> | undefined;
    if (!row || basedOn === undefined || basedOn === row.changed_on) return work(trx);
    const before = contentOf(shown(row), await parts?.(trx));
    const result = await work(trx);
    const now = await trx.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const visibleChanges = propertyDiff(before, contentOf(shown(now), await parts?.(trx)));
    const secretChanges = Object.entries(save.secrets ?? {}).map(([path, masked]) => ({
      path,
      before: masked,
      after: masked,
    }));
    const lost = [
      ...visibleChanges,
      ...secretChanges.filter(({ path }) => !visibleChanges.some((one) => pathsOverlap(one.path, path))),
    ];
    if (lost.length === 0) return result;
    const userOf = await usersById(trx, [row.changed_by_fk]);
    throw staleSave({
      updatedAt: utcText(row.changed_on),
      updatedBy: fullName(userOf(row.changed_by_fk)),
      state: row.changed_on,
      changedItems: lost.map(({ path, before: oldValue, after: newValue }) => ({
        keyPath: path,
        oldValue: oldValue ?? null,
        newValue: newValue ?? null,
      })),
    });
  });
}

function contentOf(row: object, parts: object | undefined): object {
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !TIMESTAMPS.has(name))), ...parts };
}
