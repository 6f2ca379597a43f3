import { notFound } from "../../model/errors.ts";
import { labelOf, pick, type WireRow } from "./resource-list.ts";

export interface ShowQuery {
  columns?: string[] | undefined;
  keys?: string[] | undefined;
}

/** The answer of a show call: of the columns those asked for, or all when none is, and what they are called. */
export function shownAnswer<T extends WireRow>(
  row: T,
  title: string,
  query: ShowQuery | undefined,
  columns = columnsOf(row),
) {
  const heads = new Set(columns.map(headOf));
  const known = query?.columns?.filter((name) => heads.has(headOf(name))) ?? [];
  const chosen = known.length > 0 ? known : columns;
  const metadata: Record<string, unknown> = {
    show_columns: chosen,
    label_columns: Object.fromEntries(chosen.map((name) => [name, labelOf(name)])),
    description_columns: {},
    show_title: title,
  };
  const keys = query?.keys;
  const told = Object.entries(metadata).filter(([name]) => !keys || keys.includes(name));
  return { id: row.id, result: pick(row, chosen), ...Object.fromEntries(told) };
}

const headOf = (name: string) => name.split(".")[0];

/** All of the row, people by their parts. */
function columnsOf(row: WireRow): readonly string[] {
  return Object.keys(row).flatMap((name) => (PEOPLE.has(name) ? PARTS.map((part) => `${name}.${part}`) : [name]));
}

const PEOPLE: ReadonlySet<string> = new Set(["changed_by", "created_by"]);
const PARTS = ["first_name", "id", "last_name"];

/** The row for guests, who are not told who works here. */
export function withoutPeople<T extends WireRow>(row: T): T {
  const people = Object.keys(row).filter((name) => /^(created|changed)_by/.test(name));
  return { ...row, ...Object.fromEntries(people.map((name) => [name, name.endsWith("_name") ? "" : null])) };
}

/** `Deleted 1 theme`, `Deleted 2 themes`, `Deleted 2 saved queries`. */
export function deletedText(count: number, noun: string): string {
  return `Deleted ${count} ${count === 1 ? noun : `${noun.replace(/y$/, "ie")}s`}`;
}

/** Ids as they come from outside that a row can have. */
export function possibleIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].filter((id) => id > 0 && id < 2 ** 31);
}

/** The rows of a call on several: all of them must be there, and there must be one. Throws a 404. */
export function allFound<T>(rows: readonly T[], ids: readonly number[]): readonly T[] {
  if (rows.length === 0 || rows.length < new Set(ids).size) throw notFound();
  return rows;
}
