import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { ListQuery } from "../../model/resource.ts";
import type { FavoriteKind } from "../session/favorites.ts";

/**
 * A list page as data: what its rows are, how they are asked for, shown, filtered and acted on. `ListView` does the
 * rest: state in the URL, paging, selection, keys, cards, and every state between loading and nothing found.
 */
export interface ListDefinition<T extends ListRow> {
  /** Query key of the rows; invalidate it after changing any. */
  key: string;
  title: string;
  noun: { one: string; many: string };
  columns: readonly ListColumn<T>[];
  filters: readonly ListFilter[];
  initialSort: Sort;
  /** The choices of the sort select of the card mode. */
  sorts: readonly { label: string; sort: Sort }[];
  /** Columns to ask for. */
  select: readonly string[];
  load(query: ListQuery, signal?: AbortSignal): Promise<{ count: number; result: T[] }>;
  nameOf(row: T): string;
  /** Where a row opens; missing or undefined: it is not opened. */
  addressOf?(row: T): string | undefined;
  /** Stars for the rows. */
  favorites?: FavoriteKind;
  rowActions: readonly RowAction<T>[];
  /** What is done to chosen rows; none: rows are not chosen. */
  bulkActions: readonly BulkAction<T>[];
  /** How a row looks as a card; missing: no card mode. */
  card?(row: T): Card;
  /** When there is nothing at all: what belongs here. */
  empty: { title: string; text: string; action?: ReactNode };
  emptyIcon: LucideIcon;
}

/** Whether rows can be chosen at all. */
export const canChoose = <T extends ListRow>({ bulkActions }: ListDefinition<T>): boolean => bulkActions.length > 0;

export interface ListRow {
  id: number;
}

/** `column` is the API's order column. */
export interface Sort {
  column: string;
  order: "asc" | "desc";
}

export interface ListColumn<T> {
  /** Also what a filter's `id` refers to. */
  id: string;
  header: string;
  cell?(row: T): ReactNode;
  /** The API's order column; missing: cannot be sorted. */
  sort?: string;
  width?: string;
  align?: "end";
  /** Left out where the list has less room than beside the narrow rail of a window of this width, pixels. */
  from?: 640 | 960 | 1200;
  /** Said in small letters below the name on a phone, where it has no column. */
  below?: boolean;
}

export interface Choice {
  value: string | number | boolean;
  text: string;
}

interface FilterBase {
  /** Column that it filters: must be the id of a column of the list. */
  id: string;
  /** Its name in the URL, unique in the list. */
  key: string;
  label: string;
  /** The API's filter operator. */
  operator: string;
}

export type ListFilter =
  | (FilterBase & { kind: "search" })
  | (FilterBase & { kind: "select"; options: readonly Choice[] | LoadChoices })
  | (FilterBase & { kind: "dates" });

/** Server-side choices for what was typed. */
export type LoadChoices = (search: string, signal: AbortSignal) => Promise<Choice[]>;

/** What a filter holds: text, one choice with its words, or two moments (epoch milliseconds). */
export type FilterValue = string | { value: string | number | boolean; label: string } | readonly [number, number];
export type FilterValues = Readonly<Record<string, FilterValue>>;

export interface RowAction<T> {
  key: string;
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  /** Shown beside the menu on hover and focus. */
  inline?: boolean;
  when?(row: T): boolean;
  run(row: T): void;
}

export interface BulkAction<T> {
  key: string;
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  run(rows: readonly T[], done: () => void): void;
}

export interface Card {
  picture: ReactNode;
  note?: ReactNode;
  badges?: ReactNode;
  people?: ReactNode;
  /** Beside the title. */
  mark?: ReactNode;
}

/** A list is wrong at once, not when somebody uses the filter: throws if a filter's id is not among the columns. */
export function assertFiltersFit(columns: readonly { id: string }[], filters: readonly ListFilter[]): void {
  for (const filter of filters) {
    if (columns.some((column) => column.id === filter.id)) continue;
    throw new Error(`invalid filter: ${filter.id} is not among the columns ${columns.map((c) => c.id).join(", ")}`);
  }
}

/** By what visitors without an account cannot ask: there is nothing of theirs, and people and tags are not shown to them. */
const OF_ACCOUNTS: readonly string[] = ["favorite", "owners", "changed_by", "tag"];

/** A list for visitors without an account. */
export function forVisitors<T extends ListRow>(definition: ListDefinition<T>): ListDefinition<T> {
  const filters = definition.filters.filter(({ key }) => !OF_ACCOUNTS.includes(key));
  return { ...definition, filters, favorites: undefined };
}
