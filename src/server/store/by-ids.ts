import { setImmediate as letOthersRun } from "node:timers/promises";
import type { CompiledQuery, Kysely } from "kysely";
import { type LargeTexts, portionsOf } from "./batches.ts";
import type { Tables } from "./tables.ts";

const SIZES = [1, 2, 4, 8, 16, 25, 50, 100];

type Make<R> = (db: Kysely<Tables>, ids: readonly number[]) => CompiledQuery<R>;

/**
 * Caches compiled queries for a few id counts, because compiling takes longer than running on SQLite, and PostgreSQL
 * can prepare them. Pads with the last id, so duplicates must not matter. With `texts`, rows are read in batches of
 * limited size.
 */
export function byIds<R>(make: Make<R>, texts?: LargeTexts): ReadByIds<R> {
  const read = compiledByIds(make);
  return texts ? (db, ids) => readInBatches(db, { texts, ids, read }) : read;
}

type ReadByIds<R> = (db: Kysely<Tables>, ids: readonly number[]) => Promise<R[]>;

interface BatchedRead<R> {
  texts: LargeTexts;
  ids: readonly number[];
  read: ReadByIds<R>;
}

/** Batches in the order of the ids; each is read after the previous one was consumed. */
export async function* inBatches<R>(db: Kysely<Tables>, { texts, ids, read }: BatchedRead<R>): AsyncGenerator<R[]> {
  for (const [i, portion] of (await portionsOf(db, texts, ids)).entries()) {
    if (i > 0) await letOthersRun();
    yield await read(db, portion);
  }
}

async function readInBatches<R>(db: Kysely<Tables>, { ids, ...rest }: BatchedRead<R>): Promise<R[]> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  const rows: R[] = [];
  for await (const portion of inBatches(db, { ...rest, ids: sorted })) rows.push(...portion);
  return rows;
}

function compiledByIds<R>(make: Make<R>): ReadByIds<R> {
  const compiled = new WeakMap<object, Map<number, QueryTemplate<R>>>();
  return async (db, ids) => {
    const last = ids.at(-1);
    if (last === undefined) return [];
    const size = SIZES.find((each) => each >= ids.length);
    if (size === undefined) return inPages(make, db, ids);
    // Of the store's dialect, the same in all its transactions.
    const { adapter } = db.getExecutor();
    const bySize = compiled.get(adapter) ?? new Map<number, QueryTemplate<R>>();
    const query = bySize.get(size) ?? withPlaceholders(make, db, size);
    compiled.set(adapter, bySize.set(size, query));
    return (await db.executeQuery(query([...ids, ...Array<number>(size - ids.length).fill(last)]))).rows;
  };
}

const PAGE = 500;

async function inPages<R>(make: Make<R>, db: Kysely<Tables>, ids: readonly number[]): Promise<R[]> {
  if (ids.length <= PAGE) return (await db.executeQuery(make(db, ids))).rows;
  const rows: R[] = [];
  const distinct = [...new Set(ids)];
  for (let start = 0; start < distinct.length; start += PAGE) {
    rows.push(...(await db.executeQuery(make(db, distinct.slice(start, start + PAGE)))).rows);
    await letOthersRun();
  }
  return rows;
}

type QueryTemplate<R> = (ids: readonly number[]) => CompiledQuery<R>;

const FIRST_PLACEHOLDER = -(2 ** 48);

function withPlaceholders<R>(make: Make<R>, db: Kysely<Tables>, size: number): QueryTemplate<R> {
  const template = make(
    db,
    Array.from({ length: size }, (_, n) => FIRST_PLACEHOLDER - n),
  );
  const isPlaceholder = (value: unknown): value is number => typeof value === "number" && value <= FIRST_PLACEHOLDER;
  return (ids) => ({
    ...template,
    parameters: template.parameters.map((value) => (isPlaceholder(value) ? ids[FIRST_PLACEHOLDER - value] : value)),
  });
}
