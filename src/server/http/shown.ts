import { notFound } from "../../model/errors.ts";
import { labelOf, pick, type WireRow } from "./resource-list.ts";

interface ShowQuery {
  columns?: string[] | undefined;
  keys?: string[] | undefined;
}

/** The answer of a show call as most resources give it: the row, and what its columns are called. */
export function shownAnswer<T extends WireRow>(row: T, title: string, query: ShowQuery | undefined) {
  const columns = chosenOf(row, query?.columns);
  const metadata: Record<string, unknown> = {
    show_columns: columns,
    label_columns: Object.fromEntries(columns.map((name) => [name, labelOf(name)])),
    description_columns: {},
    show_title: title,
  };
  const keys = query?.keys;
  const told = Object.entries(metadata).filter(([name]) => !keys || keys.includes(name));
  return { id: row.id, result: pick(row, columns), ...Object.fromEntries(told) };
}

/** The columns asked for that there are; all of them when none is, people by their parts. */
function chosenOf(row: Record<string, unknown>, asked: readonly string[] | undefined): readonly string[] {
  const known = asked?.filter((name) => Object.hasOwn(row, name.split(".")[0] ?? "")) ?? [];
  if (known.length > 0) return known;
  return Object.keys(row).flatMap((name) => (PEOPLE.has(name) ? PARTS.map((part) => `${name}.${part}`) : [name]));
}

/** The row for guests, who are not told who works here. */
export function withoutPeople<T extends WireRow>(row: T): T {
  const people = Object.keys(row).filter((name) => /^(created|changed)_by/.test(name));
  return { ...row, ...Object.fromEntries(people.map((name) => [name, name.endsWith("_name") ? "" : null])) };
}

const PEOPLE: ReadonlySet<string> = new Set(["changed_by", "created_by"]);
const PARTS = ["first_name", "id", "last_name"];

/** `Deleted 1 theme`, `Deleted 2 themes`. */
export function deletedText(count: number, noun: string): string {
  return `Deleted ${count} ${noun}${count === 1 ? "" : "s"}`;
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
