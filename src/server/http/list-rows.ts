import { LazyList } from "./route.ts";

type RowsOf<T> = (ids: readonly number[]) => Promise<T[]>;

/** The rows of all portions; where there are several, each is made when the one before has been sent. */
export async function rowsInPortions<T>(portions: readonly number[][], rowsOf: RowsOf<T>): Promise<T[] | LazyList<T>> {
  const [first, ...others] = portions;
  if (!first) return [];
  return others.length === 0 ? rowsOf(first) : new LazyList(each(portions, rowsOf));
}

async function* each<T>(portions: readonly number[][], rowsOf: RowsOf<T>): AsyncGenerator<T[]> {
  for (const portion of portions) yield await rowsOf(portion);
}
