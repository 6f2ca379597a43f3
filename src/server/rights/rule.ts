import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { msg } from "../../i18n/translate.ts";
import type { Tables } from "../store/tables.ts";
import type { User } from "../user.ts";

export type Condition = RawBuilder<SqlBool>;

/**
 * An object is visible or editable if any of its rules applies. A rule is a condition over the object's table, so that
 * lists, single objects and explanations use the same SQL.
 */
export interface Rule {
  readonly by: RuleName;
  readonly when: Condition;
  readonly ids?: RawBuilder<unknown>;
  /**
   * A variant of `when` for lists that reads sets once instead of looking up each row. Derived from `ids` by default.
   */
  readonly inList?: Condition;
}

export const RULES = {
  admin: msg("is an administrator"),
  all_datasource_access: msg("can read all datasets"),
  all_database_access: msg("can read all databases"),
  database_access: msg("has access to the database"),
  catalog_access: msg("has access to the catalog"),
  schema_access: msg("has access to the schema"),
  datasource_access: msg("has access to the dataset"),
  owner: msg("is an owner"),
  dataset: msg("can read its dataset"),
  published_dataset: msg("the item is published, not restricted to roles, and uses a dataset the user can read"),
  any_dataset: msg("the item isn't restricted to roles and uses a dataset the user can read"),
  shared_role: msg("the item is published and shared with one of the user's roles"),
  no_charts: msg("the item isn't restricted to roles and has no charts"),
  guest_token: msg("the guest token names the item"),
  through_dashboard: msg("the item is on a dashboard the user can open"),
  within: msg("has access to something in the database"),
  folder_editor: msg("can edit the folder of the item"),
  folder_role: msg("the item is published, and its folder is shared with one of the user's roles"),
} as const;
export type RuleName = keyof typeof RULES;

const ALWAYS: Condition = sql<SqlBool>`(1 = 1)`;
const NEVER: Condition = sql<SqlBool>`(1 = 0)`;

export const always = (by: RuleName, applies: boolean): Rule => ({ by, when: applies ? ALWAYS : NEVER });

/** Undefined when a rule always applies. */
export function anyOf(rules: readonly Rule[]): Condition | undefined {
  if (rules.some((rule) => rule.when === ALWAYS)) return undefined;
  const possible = rules.filter((rule) => rule.when !== NEVER).map((rule) => rule.when);
  return possible.length === 0 ? NEVER : sql<SqlBool>`(${sql.join(possible, sql` or `)})`;
}

/**
 * Like `anyOf`, but fast over many objects. The plus keeps SQLite from looking up rows (with their long texts) one by
 * one instead of scanning an index; separate conditions avoid the sort of a union.
 */
export function anyOfInList(table: RuledTable, rules: readonly Rule[]): Condition | undefined {
  const condition = (ids: RawBuilder<unknown>) => sql<SqlBool>`+${sql.ref(`${table}.id`)} in (${ids})`;
  return anyOf(rules.map((rule) => ({ ...rule, when: rule.inList ?? (rule.ids ? condition(rule.ids) : rule.when) })));
}

/** Keeps SQLite from driving the list by this condition: it scans an index and checks each row. */
export function perRow(condition: Condition): Condition {
  return condition === NEVER ? NEVER : sql<SqlBool>`+${condition}`;
}

export function idAmong(column: string, rules: readonly Rule[]): Condition | undefined {
  const ids = idsOf(rules);
  if (ids === undefined) return undefined;
  return ids === "none" ? NEVER : sql<SqlBool>`${sql.ref(column)} in (${ids})`;
}

export function idsOf(rules: readonly Rule[]): RawBuilder<unknown> | "none" | undefined {
  if (rules.some((rule) => rule.when === ALWAYS)) return undefined;
  const possible = rules.filter((rule) => rule.when !== NEVER);
  const sets = possible.map((rule) => rule.ids).filter((ids) => ids !== undefined);
  if (sets.length < possible.length) throw new Error("a rule has no id query, which lists need");
  return sets.length === 0 ? "none" : sql.join(sets, sql` union `);
}

/** Memoizes per user object, which is replaced whenever the user's permissions change. */
export function memoizePerUser<T extends object | undefined>(make: (user: User) => T): (user: User) => T {
  const cache = new WeakMap<User, { value: T }>();
  return (user) => {
    const entry = cache.get(user) ?? { value: make(user) };
    cache.set(user, entry);
    return entry.value;
  };
}

interface Ruled {
  table: RuledTable;
  rules: readonly Rule[];
}

export async function allowedAmong(db: Kysely<Tables>, ruled: Ruled, ids: readonly number[]): Promise<Set<number>> {
  const [first, ...others] = new Set(ids);
  if (first === undefined) return new Set();
  const query = others.length === 0 ? singleQuery(db, ruled, first) : queryOf(ruled, [first, ...others]).compile(db);
  const { rows } = await db.executeQuery<{ id: number }>(query);
  return new Set(rows.map((row) => row.id));
}

function queryOf({ table, rules }: Ruled, ids: readonly number[]): RawBuilder<{ id: number }> {
  const condition = anyOf(rules);
  const id = sql.ref(`${table}.id`);
  return sql`select ${id} as id from ${sql.table(table)}
    where ${condition ? sql`${condition} and` : sql``} ${id} in (${sql.join(ids)})`;
}

const singleQueries = new WeakMap<readonly Rule[], CompiledQuery>();

function singleQuery(db: Kysely<Tables>, ruled: Ruled, id: number): CompiledQuery<{ id: number }> {
  const cache = singleQueries.get(ruled.rules) ?? queryOf(ruled, [id]).compile(db);
  singleQueries.set(ruled.rules, cache);
  return { ...cache, parameters: [...cache.parameters.slice(0, -1), id] } as CompiledQuery<{ id: number }>;
}

export async function matchingRules(db: Kysely<Tables>, { table, rules }: Ruled, id: number): Promise<boolean[]> {
  const columns = rules.map((rule, i) => sql`case when ${rule.when} then 1 else 0 end as ${sql.ref(`r${i}`)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)} from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = ${id}`.execute(db);
  return rules.map((_, i) => rows[0]?.[`r${i}`] === 1);
}

export type RuledTable = "datasets" | "charts" | "dashboards" | "reports" | "saved_queries" | "folders";

export type RuledNoun = "dataset" | "chart" | "dashboard" | "report" | "folder";

export function ownerRule(user: User, noun: RuledNoun): Rule {
  if (user.id <= 0) return always("owner", false);
  const owners = sql.table(`${noun}_owners`);
  const own = sql.ref(`${noun}_owners.${noun}_id`);
  const when = sql<SqlBool>`exists (select 1 from ${owners} where ${own} = ${sql.ref(`${noun}s.id`)}
    and ${sql.ref(`${noun}_owners.user_id`)} = ${user.id})`;
  const ids = sql`select ${own} from ${owners} where ${sql.ref(`${noun}_owners.user_id`)} = ${user.id}`;
  return { by: "owner", when, ids };
}
