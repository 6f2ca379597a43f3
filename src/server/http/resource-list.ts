import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import type { GetOperation } from "../../model/operation.ts";
import type { ListQuery } from "../../model/resource.ts";
import type { Condition } from "../rights/rule.ts";
import { portionsOf } from "../store/batches.ts";
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
import { distinctResponse, type RelatedColumn, relatedResponse } from "./related.ts";
import { type Context, LazyList, permission, type Route, route } from "./route.ts";

type RowsOf<T> = (ids: readonly number[]) => Promise<T[]>;

async function rowsInBatches<T>(portions: readonly number[][], rowsOf: RowsOf<T>): Promise<T[] | LazyList<T>> {
  const [first, ...others] = portions;
  if (!first) return [];
  return others.length === 0 ? rowsOf(first) : new LazyList(batchesOf(portions, rowsOf));
}

async function* batchesOf<T>(portions: readonly number[][], rowsOf: RowsOf<T>): AsyncGenerator<T[]> {
  for (const portion of portions) yield await rowsOf(portion);
}

/**
 * Describes a resource's lists. `collectionRoutes` creates GET `/`, `/_info`, `/related/:column` and
 * `/distinct/:column` from it.
 */
export interface ListDefinition {
  readonly view: string;
  readonly title: string;
  readonly table: keyof Tables;
  readonly permissions: readonly string[];
  /** API columns; nested ones with a dot (`changed_by.first_name`). */
  readonly columns: readonly string[];
  readonly search: Readonly<Record<string, SearchColumn>>;
  readonly filters?: Readonly<Record<string, CustomFilter>>;
  readonly order: Readonly<Record<string, OrderColumn>>;
  readonly baseOrder?: { readonly column: string; readonly direction: "asc" | "desc" };
  readonly visible?: (ctx: Context) => Condition | undefined | Promise<Condition | undefined>;
  /** `visible` as a query of ids, for expensive conditions. */
  readonly visibleIds?: (ctx: Context) => VisibleIds | undefined;
  /** API rows with all `columns`, in any order; nested ones as objects, to-many ones as arrays. */
  readonly present: (ctx: Context, ids: readonly number[], chosen: SelectedColumns) => Promise<readonly WireRow[]>;
  /** Long text columns that `present` reads; rows are loaded in batches of limited size. */
  readonly texts?: (chosen: SelectedColumns) => readonly string[];
  readonly related?: Readonly<Record<string, RelatedColumn>>;
  readonly distinct?: Readonly<Record<string, string>>;
  /** Default 100; -1 = no limit, and a page size of -1 returns all rows. */
  readonly maxPageSize?: number;
  readonly createBody?: z.ZodType;
  readonly updateBody?: z.ZodType;
  readonly within?: readonly ListDefinition[];
}

const USER_COLUMNS = /^(?:owners|roles|user|folder|(?:created|changed|deleted|last_saved)_by)(?:\.|$)|_by_name$/;

export type SelectedColumns = readonly string[];

export type WireRow = Record<string, unknown> & { id: number };

export type CustomFilter = (value: unknown, ctx: Context) => Condition | Promise<Condition>;

export interface VisibleIds {
  readonly query: RawBuilder<unknown>;
  /** True for a small share of all rows, which is then looked up first. */
  readonly isSmall: boolean;
}

export type OrderColumn =
  | string
  | { readonly by: string | RawBuilder<unknown>; readonly text?: boolean }
  /** Undefined: the user can't sort by it. */
  | ((ctx: Context) => RawBuilder<unknown> | undefined)
  | ReferencedName;

interface ReferencedName {
  readonly via: string;
  readonly table: keyof Tables;
  readonly name: string;
}

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

export interface CollectionOperations {
  readonly list: GetOperation;
  readonly info: GetOperation;
  readonly related?: GetOperation;
  readonly distinct?: GetOperation;
}

export function collectionRoutes(operations: CollectionOperations, definition: ListDefinition): Route[] {
  const policy = permission("can_read", definition.view);
  const routes = [
    route(operations.list, policy, (ctx, { q }) => listResponse(ctx, definition, (q ?? {}) as ListQuery)),
    route(operations.info, policy, (ctx, { q }) => infoResponse(ctx, definition, q as { keys?: string[] })),
  ];
  if (operations.related) {
    routes.push(
      route(operations.related, policy, (ctx, { params, q }) =>
        relatedResponse(ctx, own(definition.related, (params as { column: string }).column), q as object),
      ),
    );
  }
  if (operations.distinct) {
    routes.push(
      route(operations.distinct, policy, (ctx, { params, q }) =>
        distinctResponse(ctx, definition, { column: (params as { column: string }).column, query: q as object }),
      ),
    );
  }
  return routes;
}

export function userColumns(name: string): string[] {
  return [`${name}.id`, `${name}.first_name`, `${name}.last_name`];
}

export function firstNameOf(column: string): OrderColumn {
  return { via: column, table: "users", name: "first_name" };
}

export async function listResponse(ctx: Context, definition: ListDefinition, query: ListQuery): Promise<object> {
  if (query.columns && query.select_columns) throw badRequest(t("Cannot use both select and sel columns"));
  const allowed = ctx.user.guest ? definition.columns.filter((name) => !USER_COLUMNS.test(name)) : definition.columns;
  const chosen = selectedColumns(allowed, query.columns ?? query.select_columns);
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
  const result = await rowsInBatches(await portionsOf(ctx.app.db, texts, ids), rowsOf);
  return { count, ids, result, ...metadata(definition, chosen, query.keys) };
}

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
  n: number;
}

async function pageRows(ctx: Context, definition: ListDefinition, query: ListQuery): Promise<readonly PageRow[]> {
  const filters = await filterConditions(ctx, definition, query);
  const visible = definition.visibleIds?.(ctx);
  const id = sql.ref(`${definition.table}.id`);
  // `coalesce` makes the database check each row against the visible ids instead of looking them up one by one.
  const rowFilter: RowFilter =
    visible?.isSmall && filters.length === 0
      ? {
          visibleRows: sql`visible_rows(id) as materialized (${visible.query}),`,
          conditions: [sql<SqlBool>`coalesce(${id} in (select visible_rows.id from visible_rows), false)`],
        }
      : { conditions: [...filters, ...(await visibilityConditions(ctx, definition))] };
  return (await pageStatement(definition, orderOf(ctx, definition, query), query, rowFilter).execute(ctx.app.reads))
    .rows;
}

interface RowFilter {
  visibleRows?: RawBuilder<unknown>;
  conditions: Condition[];
}

function pageStatement(
  definition: ListDefinition,
  { key, others, join, direction }: Order,
  query: ListQuery,
  { visibleRows, conditions }: RowFilter,
): RawBuilder<PageRow> {
  const { table } = definition;
  const page = pageOf(definition, query);
  const isPlain = (query.filters ?? []).length === 0;
  const id = sql.ref(`${table}.id`);
  const parts: PageParts = {
    rows: (all) => sql`select ${id} as id, ${key} as sort_key from ${sql.table(table)} ${join} ${whereOf(all)}`,
    conditions,
    count:
      isPlain && visibleRows
        ? sql`(select count(*) from visible_rows)`
        : sql`(select count(*) from ${sql.table(table)} ${whereOf(conditions)})`,
    order: sql`order by sort_key ${direction} nulls last, id ${direction}`,
    window: page ? sql`limit ${page.limit} offset ${page.offset}` : sql``,
  };
  const partsOf = isPlain ? plainParts : foundParts;
  return sql<PageRow>`
    with ${others}, ${visibleRows ?? sql``} ${partsOf(parts)}
    select page.id, counted.n from counted left join page on true
    order by page.sort_key ${direction} nulls last, page.id ${direction}`;
}

async function visibilityConditions(ctx: Context, definition: ListDefinition): Promise<Condition[]> {
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
        ? badRequest(
            t("Filter operation: {operator} not allowed on column: {column}", {
              operator: filter.opr,
              column: filter.col,
            }),
          )
        : badRequest(t("Filter column: {column} not allowed to filter", { column: filter.col }));
    }
    conditions.push(conditionOf(column, filter));
  }
  return conditions;
}

interface Order {
  key: RawBuilder<unknown>;
  others: RawBuilder<unknown>;
  join: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
}

function orderOf(ctx: Context, definition: ListDefinition, query: ListQuery): Order {
  const requested = query.order_column
    ? { column: query.order_column, direction: query.order_direction ?? "asc" }
    : definition.baseOrder;
  const direction = requested?.direction === "desc" ? sql`desc` : sql`asc`;
  const plain = { others: NO_OTHERS, join: sql``, direction };
  if (!requested) return { ...plain, key: sql.ref(`${definition.table}.id`) };
  const column = orderColumn(ctx, definition, query);
  if (!column) throw badRequest(t("Invalid order by column: {column}", { column: requested.column }));
  if (typeof column !== "string" && "via" in column) return { ...orderByReference(column), direction };
  return { ...plain, key: keyOf(definition.table, column) };
}

type StoredColumn = Exclude<OrderColumn, (ctx: Context) => unknown>;

function orderColumn(ctx: Context, { order, baseOrder }: ListDefinition, query: ListQuery): StoredColumn | undefined {
  const column = query.order_column
    ? own(order, query.order_column)
    : (own(order, baseOrder?.column ?? "") ?? baseOrder?.column);
  if (typeof column !== "function") return column;
  const by = column(ctx);
  return by && { by };
}

function keyOf(
  table: keyof Tables,
  column: Exclude<OrderColumn, ReferencedName | ((ctx: Context) => unknown)>,
): RawBuilder<unknown> {
  const { by, text } = typeof column === "string" ? { by: column, text: false } : column;
  const expression = typeof by === "string" ? sql.ref(by.includes(".") ? by : `${table}.${by}`) : by;
  return text ? folded(expression) : expression;
}

const NO_OTHERS = sql`others as (select 1)`;

function orderByReference({ via, table, name }: ReferencedName): Pick<Order, "key" | "others" | "join"> {
  return {
    key: sql.ref("others.name"),
    others: sql`others as materialized (select id, ${folded(sql.ref(name))} as name from ${sql.table(table)})`,
    join: sql`left join others on others.id = ${sql.ref(via)}`,
  };
}

function pageOf(definition: ListDefinition, query: ListQuery): { limit: number; offset: number } | undefined {
  const max = definition.maxPageSize ?? MAX_PAGE_SIZE;
  const requested = Math.trunc(query.page_size ?? DEFAULT_PAGE_SIZE);
  if (max === -1 && requested < 1) return undefined;
  const limit = requested < 1 || (max !== -1 && requested > max) ? max : requested;
  return { limit, offset: pageNumber(query.page) * limit };
}

function selectedColumns(columns: readonly string[], requested: readonly string[] | undefined): readonly string[] {
  if (!requested || requested.length === 0) return columns;
  return columns.filter((column) => requested.some((name) => name === column || column.startsWith(`${name}.`)));
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

export function labelOf(column: string): string {
  return column
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

export function pick(row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return pickerOf(names)(row);
}

type Picker = (row: Record<string, unknown>) => Record<string, unknown>;

function pickerOf(names: readonly string[]): Picker {
  const plain = names.filter((name) => !name.includes("."));
  const nested = new Map<string, string[]>();
  for (const name of names.filter((batchesOf) => batchesOf.includes("."))) {
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

function infoResponse(ctx: Context, definition: ListDefinition, query: { keys?: string[] } | undefined): object {
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

/** Names that don't follow from the operator. */
const FILTER_NAMES: readonly (readonly [RegExp, Message])[] = [
  [/^rel_o_m$/, msg("Relation")],
  [/^nrel_o_m$/, msg("No Relation")],
  [/_owned_created_favored_by_me$/, msg("Owned Created or Favored")],
  [/_created_by_me$/, msg("Created by me")],
  [/_has_created_by$/, msg("Has created by")],
  [/_is_fav(orite)?$/, msg("Is favorite")],
  [/_is_certified$/, msg("Is certified")],
  [/_tags$|_tag_id$/, msg("Is tagged")],
  [/_is_null_or_empty$/, msg("Null or Empty")],
  [/all_text$/, msg("All Text")],
  [/^title_or_slug$/, msg("Title or Slug")],
];

function nameOfFilter(operator: string): string {
  const name = FILTER_NAMES.find(([pattern]) => pattern.test(operator))?.[1];
  return name ? t(name) : labelOf(operator);
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
