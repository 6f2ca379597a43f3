import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { ListQuery } from "../../model/resource.ts";
import type { FavoriteKind } from "../session/favorites.ts";
import type { ListNoun } from "./noun-texts.ts";
import { USAGE_COLUMNS, type UsageKind } from "./usage.ts";

/**
 * A list page as data. `ListView` handles state in the URL, paging, selection, shortcuts, cards, loading, errors and
 * empty states.
 */
export interface ListDefinition<T extends ListRow> {
  /** Query key of the rows; invalidate it after changes. */
  key: string;
  title: string;
  noun: ListNoun;
  columns: readonly ListColumn<T>[];
  filters: readonly ListFilter[];
  initialSort: Sort;
  sorts: readonly { label: string; sort: Sort }[];
  select: readonly string[];
  load(query: ListQuery, signal?: AbortSignal): Promise<{ count: number; result: T[] }>;
  nameOf(row: T): string;
  addressOf?(row: T): string | undefined;
  favorites?: FavoriteKind;
  /** Loaded for the columns of `usageColumns`. */
  usage?: UsageKind;
  rowActions: readonly RowAction<T>[];
  /** Empty: rows can't be selected. */
  bulkActions: readonly BulkAction<T>[];
  /** Rows that no bulk action is for can't be selected. */
  isSelectable?(row: T): boolean;
  card?(row: T): Card;
  /** Shown below the row when it is expanded. */
  detail?(row: T): ReactNode;
  empty: { title: string; text: string; action?: ReactNode };
  places?: Places;
  /** Lets the row be dragged; `rows` are those that are selected with it. Returns a cleanup function. */
  drag?(element: HTMLElement, rows: () => readonly T[]): () => void;
  emptyIcon: LucideIcon;
}

/** Parts of the page that set a filter: where the rows are. */
export interface Places {
  /** Key of a filter that is `isElsewhere`. */
  filter: string;
  aside(place: PlaceProps): ReactNode;
  above(place: PlaceProps): ReactNode;
  /** Shown when a place has no rows and nothing else is filtered. */
  empty: { title: string; text: string };
}

export interface PlaceProps {
  value: FilterValue | undefined;
  onValue(value: FilterValue | undefined): void;
}

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
  id: string;
  header: string;
  hint?: string;
  cell?(row: T): ReactNode;
  /** The API's order column; missing if it can't be sorted. */
  sort?: string;
  width?: string;
  align?: "end";
  /** Long texts take a second line. */
  wraps?: boolean;
  /** Hidden when the list is narrower than beside the collapsed sidebar in a window of this width (px). */
  from?: 640 | 960 | 1200 | 1600;
  /** On phones, under the name: its cell or another text. */
  below?: boolean | ((row: T) => ReactNode);
}

export interface Choice {
  value: string | number | boolean;
  text: string;
}

interface FilterBase {
  id: string;
  /** Its name in the URL, unique in the list. */
  key: string;
  label: string;
  operator: string;
  /** Set elsewhere on the page than in the filter bar. */
  isElsewhere?: boolean;
}

export type ListFilter =
  | (FilterBase & { kind: "search" })
  | (FilterBase & { kind: "select"; options: readonly Choice[] | LoadChoices })
  | (FilterBase & { kind: "dates" });

export type LoadChoices = (search: string, signal: AbortSignal) => Promise<Choice[]>;

/** Text, a choice with its label, or two times (epoch milliseconds). */
export type FilterValue = string | { value: string | number | boolean; label: string } | readonly [number, number];
export type FilterValues = Readonly<Record<string, FilterValue>>;

export interface RowAction<T> {
  key: string;
  label: string;
  icon: LucideIcon;
  danger?: boolean;
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
  mark?: ReactNode;
}

/** Throws if a filter's ID isn't among the columns, so that mistakes surface immediately. */
export function assertFiltersFit(columns: readonly { id: string }[], filters: readonly ListFilter[]): void {
  for (const filter of filters) {
    if (columns.some((column) => column.id === filter.id)) continue;
    throw new Error(`invalid filter: ${filter.id} is not among the columns ${columns.map((c) => c.id).join(", ")}`);
  }
}

const ACCOUNT_FILTERS: readonly string[] = ["favorite", "owners", "changed_by", "tag"];

export function forVisitors<T extends ListRow>(definition: ListDefinition<T>): ListDefinition<T> {
  const filters = definition.filters.filter(({ key }) => !ACCOUNT_FILTERS.includes(key));
  const columns = definition.columns.filter(({ id }) => !USAGE_COLUMNS.includes(id));
  const sorts = definition.sorts.filter(({ sort }) => !USAGE_COLUMNS.includes(sort.column));
  return { ...definition, filters, columns, sorts, usage: undefined, favorites: undefined };
}
