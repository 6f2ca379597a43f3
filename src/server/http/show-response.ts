import { t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import { labelOf, pick, type WireRow } from "./resource-list.ts";

export interface ShowQuery {
  columns?: string[] | undefined;
  keys?: string[] | undefined;
}

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

function columnsOf(row: WireRow): readonly string[] {
  return Object.keys(row).flatMap((name) => (USER_FIELDS.has(name) ? PARTS.map((part) => `${name}.${part}`) : [name]));
}

const USER_FIELDS: ReadonlySet<string> = new Set(["changed_by", "created_by"]);
const PARTS = ["first_name", "id", "last_name"];

export function withoutUsers<T extends WireRow>(row: T): T {
  const userFields = Object.keys(row).filter((name) => /^(created|changed)_by/.test(name));
  return { ...row, ...Object.fromEntries(userFields.map((name) => [name, name.endsWith("_name") ? "" : null])) };
}

type CountText = (count: number) => string;

const DELETED: Readonly<Record<string, CountText>> = {
  annotation: (count) => t("Deleted {count, plural, one {# annotation} other {# annotations}}", { count }),
  "annotation layer": (count) =>
    t("Deleted {count, plural, one {# annotation layer} other {# annotation layers}}", { count }),
  "css template": (count) => t("Deleted {count, plural, one {# css template} other {# css templates}}", { count }),
  folder: (count) => t("Deleted {count, plural, one {# folder} other {# folders}}", { count }),
  "report schedule": (count) =>
    t("Deleted {count, plural, one {# report schedule} other {# report schedules}}", { count }),
  rule: (count) => t("Deleted {count, plural, one {# rule} other {# rules}}", { count }),
  "saved query": (count) => t("Deleted {count, plural, one {# saved query} other {# saved queries}}", { count }),
  tag: (count) => t("Deleted {count, plural, one {# tag} other {# tags}}", { count }),
  theme: (count) => t("Deleted {count, plural, one {# theme} other {# themes}}", { count }),
};
const deletedItems: CountText = (count) => t("Deleted {count, plural, one {# item} other {# items}}", { count });

export const deletedText = (count: number, noun: string): string => (DELETED[noun] ?? deletedItems)(count);

export function possibleIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].filter((id) => id > 0 && id < 2 ** 31);
}

export function allFound<T>(rows: readonly T[], ids: readonly number[]): readonly T[] {
  if (rows.length === 0 || rows.length < new Set(ids).size) throw notFound();
  return rows;
}
