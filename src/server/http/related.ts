import { type RawBuilder, type SqlBool, sql } from "kysely";
import { notFound, unprocessable } from "../../model/errors.ts";
import type { Condition } from "../rights/rule.ts";
import type { Tables } from "../store/tables.ts";
import { anyContainsText, containsText, folded, startsWithText } from "../store/text-match.ts";
import { allOf, foundParts, own, type PageParts, pageNumber, plainParts, whereOf } from "./list-filters.ts";
import type { ListDefinition } from "./resource-list.ts";
import type { Context } from "./route.ts";

/**
 * Objects that a column can reference, for pickers. `withEmail` adds `active` for each user, and `email` for
 * administrators and the user themselves.
 */
export type RelatedColumn =
  | { readonly kind: "users"; readonly withEmail?: boolean }
  | { readonly kind: "roles" }
  | {
      readonly kind: "rows";
      readonly table: keyof Tables;
      readonly text: string;
      readonly visible?: (ctx: Context) => Condition | undefined | Promise<Condition | undefined>;
    };

export interface RelatedRequest {
  filter?: string;
  page?: number;
  page_size?: number;
  include_ids?: number[];
}

interface Item {
  value: number;
  text: string;
  extra: Record<string, unknown>;
}

interface Source {
  table: string;
  text: RawBuilder<unknown>;
  extra: RawBuilder<unknown>;
  conditions: Condition[];
  toExtra(row: ItemRow): Record<string, unknown>;
}

interface ItemRow {
  value: number;
  text: string;
  email: string | null;
  active: boolean | number | null;
}

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** Response of `/related/:column`; 404 for a column without references. */
export async function relatedResponse(
  ctx: Context,
  column: RelatedColumn | undefined,
  request: RelatedRequest = {},
): Promise<object> {
  if (!column) throw notFound();
  const include = (request.include_ids ?? []).filter((id) => Number.isInteger(id) && Math.abs(id) < 2 ** 31);
  if (include.length > 0 && (request.page ?? 0) !== 0) throw unprocessable();
  const source = await sourceOf(ctx, column, request.filter);
  const { count, page } = await pageOf(ctx, source, { ...windowOf(request), isPlain: !request.filter });
  const missing = include.filter((id) => !page.some((item) => item.value === id));
  if (missing.length === 0) return { count: include.length > 0 ? page.length : count, result: page };
  const visible = (await sourceOf(ctx, column, undefined)).conditions;
  const isMissing = sql<SqlBool>`${sql.ref(`${source.table}.id`)} in (${sql.join(missing)})`;
  const { rows } = await rowsOf(source, allOf([...visible, isMissing])).execute(ctx.app.db);
  const result = [...page, ...rows.map((row) => itemOf(source, row))];
  return { count: result.length, result };
}

interface PageWindow {
  limit: number;
  offset: number;
  isPlain: boolean;
}

async function pageOf(ctx: Context, source: Source, { limit, offset, isPlain }: PageWindow) {
  const { table, text, conditions } = source;
  const parts: PageParts = {
    rows: (all) => rowsOf(source, allOf(all)),
    conditions,
    count: sql`(select count(*) from ${sql.table(table)} ${whereOf(conditions)})`,
    order: isPlain
      ? sql`order by ${folded(text)}, ${sql.ref(`${table}.id`)}`
      : sql`order by ${folded(sql.ref("text"))}, value`,
    window: sql`limit ${limit} offset ${offset}`,
  };
  const { rows } = await sql<(ItemRow | { value: null }) & { n: number }>`
    with ${isPlain ? plainParts(parts) : foundParts(parts)} select page.*, counted.n from counted left join page on true
    order by ${folded(sql.ref("page.text"))}, page.value`.execute(ctx.app.reads);
  const page = rows.flatMap((row) => (row.value === null ? [] : [itemOf(source, row)]));
  return { count: rows[0]?.n ?? 0, page };
}

function rowsOf({ table, text, extra }: Source, where: Condition): RawBuilder<ItemRow> {
  return sql<ItemRow>`
    select ${sql.ref(`${table}.id`)} as value, ${text} as text, ${extra} from ${sql.table(table)} where ${where}`;
}

const itemOf = (source: Source, row: ItemRow): Item => ({
  value: row.value,
  text: row.text,
  extra: source.toExtra(row),
});

async function sourceOf(ctx: Context, column: RelatedColumn, filter: string | undefined): Promise<Source> {
  // Anonymous visitors don't see users and roles.
  const accountsOnly: Condition[] = ctx.user.isAnonymous ? [sql`(1 = 0)`] : [];
  const plain = { extra: sql`null as email, null as active`, toExtra: () => ({}) };
  switch (column.kind) {
    case "users": {
      const text = sql`(users.first_name || ' ' || users.last_name)`;
      const matching = filter ? [anyContainsText([text, sql.ref("users.username")], filter)] : [];
      const extra = sql`users.email as email, users.active as active`;
      const toExtra = (row: ItemRow) => {
        if (!column.withEmail) return {};
        const canSeeEmail = ctx.user.isAdmin || row.value === ctx.user.id;
        return { ...(canSeeEmail ? { email: row.email } : {}), active: Boolean(row.active) };
      };
      return { table: "users", text, extra, conditions: [...accountsOnly, ...matching], toExtra };
    }
    case "roles": {
      const text = sql.ref("roles.name");
      const matching = filter ? [containsText(text, filter)] : [];
      return { ...plain, table: "roles", text, conditions: [...accountsOnly, ...matching] };
    }
    case "rows": {
      const text = sql.ref(column.text);
      const visible = await column.visible?.(ctx);
      const matching = filter ? [startsWithText(text, filter)] : [];
      return { ...plain, table: column.table, text, conditions: visible ? [visible, ...matching] : matching };
    }
  }
}

export async function distinctResponse(
  ctx: Context,
  definition: ListDefinition,
  { column, query }: { column: string; query: RelatedRequest | undefined },
): Promise<object> {
  const place = own(definition.distinct, column);
  if (!place) throw notFound();
  const subject = sql.ref(place);
  const conditions: Condition[] = [sql`${subject} is not null`];
  const visible = await definition.visible?.(ctx);
  if (visible) conditions.push(visible);
  if (query?.filter) conditions.push(startsWithText(subject, query.filter));
  const { limit, offset } = windowOf(query ?? {});
  const from = sql`from ${sql.table(definition.table)} where ${allOf(conditions)}`;
  const { rows: counted } = await sql<{ n: number }>`select count(distinct ${subject}) as n ${from}`.execute(
    ctx.app.db,
  );
  const { rows } = await sql<{ text: string }>`
    select text from (select distinct ${subject} as text ${from}) as found
    order by ${folded(sql.ref("text"))}, text limit ${limit} offset ${offset}`.execute(ctx.app.db);
  return { count: counted[0]?.n ?? 0, result: rows.map(({ text }) => ({ text, value: text })) };
}

function windowOf(request: RelatedRequest): { limit: number; offset: number } {
  const requested = Math.trunc(request.page_size ?? DEFAULT_PAGE_SIZE);
  const limit = requested < 1 || requested > MAX_PAGE_SIZE ? MAX_PAGE_SIZE : requested;
  return { limit, offset: pageNumber(request.page) * limit };
}
