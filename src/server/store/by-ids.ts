import { setImmediate as letOthersRun } from "node:timers/promises";
import type { CompiledQuery, Kysely } from "kysely";
import { type LargeTexts, portionsOf } from "./portions.ts";
import type { Tables } from "./tables.ts";

/** Numbers of ids that texts are made for: those of pages, and some between. */
const SIZES = [1, 2, 4, 8, 16, 25, 50, 100];

type Make<R> = (db: Kysely<Tables>, ids: readonly number[]) => CompiledQuery<R>;

/**
 * Rows of a query over ids, which is compiled once for each of a few numbers of ids: that takes longer than the embedded
 * store needs to answer it, and PostgreSQL prepares what it is asked again. The last id is named again to fill a number
 * up, so it must not matter whether an id is named twice. Without ids there are no rows.
 *
 * With `texts` the rows are read in portions of a bounded size, with others served in between.
 */
export function byIds<R>(make: Make<R>, texts?: LargeTexts): ReadByIds<R> {
  const read = compiledByIds(make);
  return texts ? (db, ids) => readPortions(db, { texts, ids, read }) : read;
}

type ReadByIds<R> = (db: Kysely<Tables>, ids: readonly number[]) => Promise<R[]>;

interface PortionedRead<R> {
  texts: LargeTexts;
  ids: readonly number[];
  read: ReadByIds<R>;
}

/** Rows in portions, in the order of the ids; each is read when the one before has been used. */
export async function* inPortions<R>(db: Kysely<Tables>, { texts, ids, read }: PortionedRead<R>): AsyncGenerator<R[]> {
  for (const [i, portion] of (await portionsOf(db, texts, ids)).entries()) {
    if (i > 0) await letOthersRun();
    yield await read(db, portion);
  }
}

async function readPortions<R>(db: Kysely<Tables>, { ids, ...rest }: PortionedRead<R>): Promise<R[]> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  const rows: R[] = [];
  for await (const portion of inPortions(db, { ...rest, ids: sorted })) rows.push(...portion);
  return rows;
}

function compiledByIds<R>(make: Make<R>): ReadByIds<R> {
  const compiled = new WeakMap<object, Map<number, Filled<R>>>();
  return async (db, ids) => {
    const last = ids.at(-1);
    if (last === undefined) return [];
    const size = SIZES.find((each) => each >= ids.length);
    if (size === undefined) return inPages(make, db, ids);
    // Of the store's dialect, the same in all its transactions.
    const { adapter } = db.getExecutor();
    const ofSize = compiled.get(adapter) ?? new Map<number, Filled<R>>();
    const query = ofSize.get(size) ?? filled(make, db, size);
    compiled.set(adapter, ofSize.set(size, query));
    return (await db.executeQuery(query([...ids, ...Array<number>(size - ids.length).fill(last)]))).rows;
  };
}

/** Of one statement. */
const PAGE = 500;

/** The store answers at once, without the event loop coming round: after each page others are served. */
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

type Filled<R> = (ids: readonly number[]) => CompiledQuery<R>;

/** No id is among them, and no other parameter. */
const FIRST_MARK = -(2 ** 48);

/** The query of as many ids, made with marks in their place. */
function filled<R>(make: Make<R>, db: Kysely<Tables>, size: number): Filled<R> {
  const marked = make(
    db,
    Array.from({ length: size }, (_, n) => FIRST_MARK - n),
  );
  const isMark = (value: unknown): value is number => typeof value === "number" && value <= FIRST_MARK;
  return (ids) => ({
    ...marked,
    parameters: marked.parameters.map((value) => (isMark(value) ? ids[FIRST_MARK - value] : value)),
  });
}
