import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { badRequest } from "../../model/errors.ts";
import type { Operation } from "../../model/operation.ts";
import type { ListQuery } from "../../model/resource.ts";
import type { Condition } from "../rights/rule.ts";
import { portionsOf } from "../store/portions.ts";
import type { Tables } from "../store/tables.ts";
import { folded } from "../store/text-match.ts";
import { describeFields } from "./field-description.ts";
import {
  conditionOf,
  foundParts,
  operatorsOf,
  own,
  type PageParts,
  pageNumber,
  plainParts,
  type SearchColumn,
  whereOf,
} from "./list-filters.ts";
import { distinctAnswer, type RelatedColumn, relatedAnswer } from "./related.ts";
import { type Context, LazyList, permission, type Route, route } from "./route.ts";

type RowsOf<T> = (ids: readonly number[]) => Promise<T[]>;

/** The rows of all portions; where there are several, each is made when the one before has been sent. */
async function rowsInPortions<T>(portions: readonly number[][], rowsOf: RowsOf<T>): Promise<T[] | LazyList<T>> {
  const [first, ...others] = portions;
  if (!first) return [];
  return others.length === 0 ? rowsOf(first) : new LazyList(each(portions, rowsOf));
}

async function* each<T>(portions: readonly number[][], rowsOf: RowsOf<T>): AsyncGenerator<T[]> {
  for (const portion of portions) yield await rowsOf(portion);
}

/**
 * Everything that lists of one resource need, as data. `collectionRoutes` makes GET `/`, `/_info`, `/related/:column` and
 * `/distinct/:column` of it, with filters, order, paging, column choice and labels as every resource has them.
 */
export interface ListDefinition {
  /** View of the permission pairs, e.g. `Chart`; listing needs `can_read` on it. */
  readonly view: string;
  /** e.g. `List Slice`. */
  readonly title: string;
  /** The table whose `id` is listed; conditions and orders refer to it by its name. */
  readonly table: keyof Tables;
  /** Permissions that this resource's routes use, for `_info`. */
  readonly permissions: readonly string[];
  /** Wire columns of a row; nested ones with a dot (`changed_by.first_name`). */
  readonly columns: readonly string[];
  readonly search: Readonly<Record<string, SearchColumn>>;
  /** Filters of this resource only, keyed `column:operator`. */
  readonly filters?: Readonly<Record<string, CustomFilter>>;
  readonly order: Readonly<Record<string, OrderColumn>>;
  /** Order when none is asked for; by id without. */
  readonly baseOrder?: { readonly column: string; readonly direction: "asc" | "desc" };
  /** What the caller may see; undefined: everything. */
  readonly visible?: (ctx: Context) => Condition | undefined | Promise<Condition | undefined>;
  /** The same as a query of their ids, where the condition is more than a look at the row. */
  readonly visibleIds?: (ctx: Context) => VisibleIds | undefined;
  /** The wire rows of these ids with all `columns`; nested ones as objects, to-many ones as arrays. Any order. */
  readonly present: (ctx: Context, ids: readonly number[], chosen: Chosen) => Promise<readonly WireRow[]>;
  /** Columns of the table with much text that `present` reads: its rows are made in portions of a bounded size. */
  readonly texts?: (chosen: Chosen) => readonly string[];
  readonly related?: Readonly<Record<string, RelatedColumn>>;
  /** Column -> its place in the store. */
  readonly distinct?: Readonly<Record<string, string>>;
  /** 100 unless said; -1: no limit, and a page size of -1 is all rows. */
  readonly maxPageSize?: number;
  /** Bodies of create and update, described by `_info`. */
  readonly createBody?: z.ZodType;
  readonly updateBody?: z.ZodType;
  /** Lists within one of this resource, which have no `_info` of their own: it tells their filters too. */
  readonly within?: readonly ListDefinition[];
}

/** Columns that guests of other sites are not told: who works here. */
const OF_PEOPLE = /^(?:owners|roles|user|(?:created|changed|deleted|last_saved)_by)(?:\.|$)|_by_name$/;

/** Wire columns of an answer. */
export type Chosen = readonly string[];

export type WireRow = Record<string, unknown> & { id: number };

export type CustomFilter = (value: unknown, ctx: Context) => Condition | Promise<Condition>;

/** The ids of what the caller may see, each once or more. */
export interface VisibleIds {
  readonly query: RawBuilder<unknown>;
  /** Few of all rows: they are found first, where the condition would be asked of each row. */
  readonly areFew: boolean;
}

/** A place in the store, or an expression. `text` is ordered without regard to case. */
export type OrderColumn = string | { readonly by: string | RawBuilder<unknown>; readonly text?: boolean } | NameOfOther;

/** The name of what a column refers to, to order by without regard to case. */
interface NameOfOther {
  /** e.g. `charts.changed_by_fk`. */
  readonly via: string;
  readonly table: keyof Tables;
  readonly name: string;
}

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

export interface CollectionOperations {
  readonly list: Operation;
  readonly info: Operation;
  readonly related?: Operation;
  readonly distinct?: Operation;
}

/** The routes of a collection. Pass `collectionOperations(...)` of the contract. */
export function collectionRoutes(operations: CollectionOperations, definition: ListDefinition): Route[] {
  const policy = permission("can_read", definition.view);
  const routes = [
    route(operations.list, policy, (ctx, { q }) => listAnswer(ctx, definition, (q ?? {}) as ListQuery)),
    route(operations.info, policy, (ctx, { q }) => infoAnswer(ctx, definition, q as { keys?: string[] })),
  ];
  if (operations.related) {
    routes.push(
      route(operations.related, policy, (ctx, { params, q }) =>
        relatedAnswer(ctx, own(definition.related, (params as { column: string }).column), q as object),
      ),
    );
  }
  if (operations.distinct) {
    routes.push(
      route(operations.distinct, policy, (ctx, { params, q }) =>
        distinctAnswer(ctx, definition, { column: (params as { column: string }).column, query: q as object }),
      ),
    );
  }
  return routes;
}

/** Columns of a person, e.g. `created_by`. */
export function personColumns(name: string): string[] {
  return [`${name}.id`, `${name}.first_name`, `${name}.last_name`];
}

/** The first name of the person that a column refers to, to order by. */
export function firstNameOf(column: string): OrderColumn {
  return { via: column, table: "users", name: "first_name" };
}

/** The whole answer of a list call. */
export async function listAnswer(ctx: Context, definition: ListDefinition, query: ListQuery): Promise<object> {
  if (query.columns && query.select_columns) throw badRequest("Cannot use both select and sel columns");
  const told = ctx.user.guest ? definition.columns.filter((name) => !OF_PEOPLE.test(name)) : definition.columns;
  const chosen = chosenColumns(told, query.columns ?? query.select_columns);
  const { count, ids } = await matchingIds(ctx, definition, query);
  const picker = pickerOf(chosen);
  const rowsOf = async (some: readonly number[]) => {
    const byId = new Map((await definition.present(ctx, some, chosen)).map((row) => [row.id, row]));
    return some.flatMap((id) => {
      const row = byId.get(id);
      return row ? [picker(row)] : [];
    });
  };
  const texts = { table: definition.table, columns: definition.texts?.(chosen) ?? [] };
  const result = await rowsInPortions(await portionsOf(ctx.app.db, texts, ids), rowsOf);
  return { count, ids, result, ...metadata(definition, chosen, query.keys) };
}

/** Ids of the page that was asked for, in order, and how many rows match in all. */
export async function matchingIds(
  ctx: Context,
  definition: ListDefinition,
  query: ListQuery,
): Promise<{ count: number; ids: number[] }> {
  const rows = await pageRows(ctx, definition, query);
  return { count: rows[0]?.n ?? 0, ids: rows.flatMap((row) => row.id ?? []) };
}

interface PageRow {
  id: number | null;
  /** How many rows match in all. */
  n: number;
}

/** What the caller may see is found first where it is little, else row by row. */
async function pageRows(ctx: Context, definition: ListDefinition, query: ListQuery): Promise<readonly PageRow[]> {
  const filters = await filterConditions(ctx, definition, query);
  const visible = definition.visibleIds?.(ctx);
  const id = sql.ref(`${definition.table}.id`);
  // The `coalesce` makes the stores ask each row whether it is seen, where they would look up what is seen row by row.
  const wanted: Wanted =
    visible?.areFew && filters.length === 0
      ? {
          seen: sql`seen(id) as materialized (${visible.query}),`,
          conditions: [sql<SqlBool>`coalesce(${id} in (select seen.id from seen), false)`],
        }
      : { conditions: [...filters, ...(await visibleTo(ctx, definition))] };
  return (await pageStatement(definition, query, wanted).execute(ctx.app.reads)).rows;
}

interface Wanted {
  /** The table `seen(id)` of all that the caller may see, for conditions that name it. */
  seen?: RawBuilder<unknown>;
  /** Filters come first: they are told quicker than who may see what. */
  conditions: Condition[];
}

function pageStatement(
  definition: ListDefinition,
  query: ListQuery,
  { seen, conditions }: Wanted,
): RawBuilder<PageRow> {
  const { table } = definition;
  const { key, others, join, direction } = orderOf(definition, query);
  const page = pageOf(definition, query);
  const isPlain = (query.filters ?? []).length === 0;
  const id = sql.ref(`${table}.id`);
  const parts: PageParts = {
    rows: (all) => sql`select ${id} as id, ${key} as sort_key from ${sql.table(table)} ${join} ${whereOf(all)}`,
    conditions,
    count:
      isPlain && seen
        ? sql`(select count(*) from seen)`
        : sql`(select count(*) from ${sql.table(table)} ${whereOf(conditions)})`,
    order: sql`order by sort_key ${direction} nulls last, id ${direction}`,
    window: page ? sql`limit ${page.limit} offset ${page.offset}` : sql``,
  };
  const partsOf = isPlain ? plainParts : foundParts;
  return sql<PageRow>`
    with ${others}, ${seen ?? sql``} ${partsOf(parts)}
    select page.id, counted.n from counted left join page on true
    order by page.sort_key ${direction} nulls last, page.id ${direction}`;
}

async function visibleTo(ctx: Context, definition: ListDefinition): Promise<Condition[]> {
  const visible = await definition.visible?.(ctx);
  return visible ? [visible] : [];
}

async function filterConditions(ctx: Context, definition: ListDefinition, query: ListQuery): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const filter of query.filters ?? []) {
    const custom = definition.filters?.[`${filter.col}:${filter.opr}`];
    if (custom) {
      conditions.push(await custom(filter.value, ctx));
      continue;
    }
    const column = own(definition.search, filter.col);
    if (!column) {
      const hasCustom = Object.keys(definition.filters ?? {}).some((key) => key.startsWith(`${filter.col}:`));
      throw hasCustom
        ? badRequest(`Filter operation: ${filter.opr} not allowed on column: ${filter.col}`)
        : badRequest(`Filter column: ${filter.col} not allowed to filter`);
    }
    conditions.push(conditionOf(column, filter));
  }
  return conditions;
}

interface Order {
  key: RawBuilder<unknown>;
  /** Common tables that `join` needs. */
  others: RawBuilder<unknown>;
  join: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
}

function orderOf(definition: ListDefinition, query: ListQuery): Order {
  const asked = query.order_column
    ? { column: query.order_column, direction: query.order_direction ?? "asc" }
    : definition.baseOrder;
  const direction = asked?.direction === "desc" ? sql`desc` : sql`asc`;
  const plain = { others: NO_OTHERS, join: sql``, direction };
  if (!asked) return { ...plain, key: sql.ref(`${definition.table}.id`) };
  const column = own(definition.order, asked.column) ?? (query.order_column ? undefined : asked.column);
  if (!column) throw badRequest(`Invalid order by column: ${asked.column}`);
  if (typeof column !== "string" && "via" in column) return { ...orderByOther(column), direction };
  return { ...plain, key: keyOf(definition.table, column) };
}

function keyOf(table: keyof Tables, column: Exclude<OrderColumn, NameOfOther>): RawBuilder<unknown> {
  const { by, text } = typeof column === "string" ? { by: column, text: false } : column;
  const expression = typeof by === "string" ? sql.ref(by.includes(".") ? by : `${table}.${by}`) : by;
  return text ? folded(expression) : expression;
}

const NO_OTHERS = sql`others as (select 1)`;

/** Their names are folded once each, not for every row that refers to them. */
function orderByOther({ via, table, name }: NameOfOther): Pick<Order, "key" | "others" | "join"> {
  return {
    key: sql.ref("others.name"),
    others: sql`others as materialized (select id, ${folded(sql.ref(name))} as name from ${sql.table(table)})`,
    join: sql`left join others on others.id = ${sql.ref(via)}`,
  };
}

function pageOf(definition: ListDefinition, query: ListQuery): { limit: number; offset: number } | undefined {
  const max = definition.maxPageSize ?? MAX_PAGE_SIZE;
  const asked = Math.trunc(query.page_size ?? DEFAULT_PAGE_SIZE);
  if (max === -1 && asked < 1) return undefined;
  const limit = asked < 1 || (max !== -1 && asked > max) ? max : asked;
  return { limit, offset: pageNumber(query.page) * limit };
}

/** Unknown names are left out; `owners` stands for all of `owners.*`. */
function chosenColumns(columns: readonly string[], asked: readonly string[] | undefined): readonly string[] {
  if (!asked || asked.length === 0) return columns;
  return columns.filter((column) => asked.some((name) => name === column || column.startsWith(`${name}.`)));
}

function metadata(definition: ListDefinition, chosen: readonly string[], keys: readonly string[] | undefined): object {
  const all: Record<string, unknown> = {
    list_columns: chosen,
    order_columns: Object.keys(definition.order).filter(
      (name) => chosen === definition.columns || chosen.includes(name),
    ),
    label_columns: Object.fromEntries(chosen.map((name) => [name, labelOf(name)])),
    description_columns: {},
    list_title: definition.title,
  };
  return keys ? Object.fromEntries(Object.entries(all).filter(([name]) => keys.includes(name))) : all;
}

/** `changed_by.first_name` -> `Changed By First Name`. */
export function labelOf(column: string): string {
  return column
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** The parts of a row that the dotted names ask for. */
export function pick(row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return pickerOf(names)(row);
}

type Picker = (row: Record<string, unknown>) => Record<string, unknown>;

/** The same for many rows: the names are taken apart once. */
function pickerOf(names: readonly string[]): Picker {
  const plain = names.filter((name) => !name.includes("."));
  const nested = new Map<string, string[]>();
  for (const name of names.filter((each) => each.includes("."))) {
    const head = name.slice(0, name.indexOf("."));
    const rest = nested.get(head) ?? [];
    rest.push(name.slice(head.length + 1));
    nested.set(head, rest);
  }
  const within = [...nested].map(([head, rest]) => ({ head, picker: pickerOf(rest) }));
  return (row) => {
    const picked: Record<string, unknown> = {};
    for (const name of plain) picked[name] = row[name] ?? null;
    for (const { head, picker } of within) picked[head] = pickWithin(row[head], picker);
    return picked;
  };
}

function pickWithin(value: unknown, picker: Picker): unknown {
  if (Array.isArray(value)) return value.map((item) => pickWithin(item, picker));
  if (typeof value !== "object" || value === null) return null;
  return picker(value as Record<string, unknown>);
}

function infoAnswer(ctx: Context, definition: ListDefinition, query: { keys?: string[] } | undefined): object {
  const all: Record<string, unknown> = {
    permissions: definition.permissions.filter((name) => ctx.user.can(name, definition.view)),
    filters: Object.assign({}, ...[definition, ...(definition.within ?? [])].map(filterNames)),
    add_columns: describeFields(definition.createBody),
    edit_columns: describeFields(definition.updateBody),
    add_title: definition.title.replace(/^List/, "Add"),
    edit_title: definition.title.replace(/^List/, "Edit"),
  };
  const keys = query?.keys;
  return keys ? Object.fromEntries(Object.entries(all).filter(([name]) => keys.includes(name))) : all;
}

/** Filters of some resources whose names do not follow from their operators. */
const FILTER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^rel_o_m$/, "Relation"],
  [/^nrel_o_m$/, "No Relation"],
  [/_owned_created_favored_by_me$/, "Owned Created or Favored"],
  [/_created_by_me$/, "Created by me"],
  [/_has_created_by$/, "Has created by"],
  [/_is_fav(orite)?$/, "Is favorite"],
  [/_is_certified$/, "Is certified"],
  [/_tags$|_tag_id$/, "Is tagged"],
  [/_is_null_or_empty$/, "Null or Empty"],
  [/all_text$/, "All Text"],
  [/^title_or_slug$/, "Title or Slug"],
];

function nameOfFilter(operator: string): string {
  return FILTER_NAMES.find(([pattern]) => pattern.test(operator))?.[1] ?? labelOf(operator);
}

function filterNames(definition: ListDefinition): Record<string, { name: string; operator: string }[]> {
  const names = Object.fromEntries(
    Object.entries(definition.search).map(([name, column]) => [name, operatorsOf(column)]),
  );
  for (const key of Object.keys(definition.filters ?? {})) {
    const [column = "", operator = ""] = key.split(":");
    names[column] = [...(names[column] ?? []), { name: nameOfFilter(operator), operator }];
  }
  return names;
}
