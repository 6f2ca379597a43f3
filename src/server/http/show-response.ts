import { notFound } from "../../model/errors.ts";
import { labelOf, pick, type WireRow } from "./resource-list.ts";

export interface ShowQuery {
  columns?: string[] | undefined;
  keys?: string[] | undefined;
}

/** Selected columns, or all if none is known, with their labels. */
export function showResponse<T extends WireRow>(
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
  const filtered = Object.entries(metadata).filter(([name]) => !keys || keys.includes(name));
  return { id: row.id, result: pick(row, chosen), ...Object.fromEntries(filtered) };
}

const headOf = (name: string) => name.split(".")[0];

/** Users as their parts. */
function columnsOf(row: WireRow): readonly string[] {
  return Object.keys(row).flatMap((name) => (USER_FIELDS.has(name) ? PARTS.map((part) => `${name}.${part}`) : [name]));
}

const USER_FIELDS: ReadonlySet<string> = new Set(["changed_by", "created_by"]);
const PARTS = ["first_name", "id", "last_name"];

/** Hides users from guests. */
export function withoutUsers<T extends WireRow>(row: T): T {
  const userFields = Object.keys(row).filter((name) => /^(created|changed)_by/.test(name));
  return { ...row, ...Object.fromEntries(userFields.map((name) => [name, name.endsWith("_name") ? "" : null])) };
}

/** `Deleted 1 theme`, `Deleted 2 themes`, `Deleted 2 saved queries`. */
export function deletedText(count: number, noun: string): string {
  return `Deleted ${count} ${count === 1 ? noun : `${noun.replace(/y$/, "ie")}s`}`;
}

export function possibleIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].filter((id) => id > 0 && id < 2 ** 31);
}

/** Throws a 404 unless every id was found and there is at least one. */
export function allFound<T>(rows: readonly T[], ids: readonly number[]): readonly T[] {
  if (rows.length === 0 || rows.length < new Set(ids).size) throw notFound();
  return rows;
}
