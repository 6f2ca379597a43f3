import type { Kysely, Transaction } from "kysely";
import { staleSave } from "../../model/errors.ts";
import { pathsOverlap, propertyDiff } from "../../model/property-diff.ts";
import type { App } from "../app.ts";
import { utcText } from "../clock.ts";
import { fullName, peopleOf } from "./people.ts";
import type { Row, Tables } from "./tables.ts";

/**
 * Saves of what keeps no versions. There is nothing to compare an older state with, so any save since counts as one of
 * the same properties.
 */

/** Tables whose rows say when and by whom they were last saved. */
export type SavedTable = {
  [T in keyof Tables]: Row<T> extends { id: number; changed_on: string; changed_by_fk: number | null } ? T : never;
}[keyof Tables];

export interface RowSave<Table extends SavedTable = SavedTable> {
  readonly table: Table;
  readonly id: number;
  /** `changed_on` of what the save is based on; undefined when the client does not say. */
  readonly basedOn: string | undefined;
  /** What belongs to the object beside its row, by name: recipients, roles. */
  readonly parts?: (db: Kysely<Tables>) => Promise<object>;
  /** What may be told of a row that holds secrets; all of it unless given. */
  readonly shown?: (row: Row<Table>) => object;
  /** Secrets that are written, in which two states cannot be seen to differ, by name with what may be told of each. */
  readonly secrets?: Readonly<Record<string, string>>;
}

const MOMENTS: ReadonlySet<string> = new Set(["changed_on", "changed_by_fk"]);

/**
 * Runs `work` in one transaction that no other save of the row runs beside. Throws 412 with what would be overwritten,
 * and saves nothing, when somebody has saved since `basedOn` and `work` changes anything.
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
    // Locks the row on both stores.
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
    const seen = propertyDiff(before, contentOf(shown(now), await parts?.(trx)));
    const unseen = Object.entries(save.secrets ?? {}).map(([path, told]) => ({ path, before: told, after: told }));
    const lost = [...seen, ...unseen.filter(({ path }) => !seen.some((one) => pathsOverlap(one.path, path)))];
    if (lost.length === 0) return result;
    const person = await peopleOf(trx, [row.changed_by_fk]);
    throw staleSave({
      updatedAt: utcText(row.changed_on),
      updatedBy: fullName(person(row.changed_by_fk)),
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
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !MOMENTS.has(name))), ...parts };
}
