import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "../store/tables.ts";
import type { User } from "../user.ts";

/** A condition of a list's query. */
export type Condition = RawBuilder<SqlBool>;

/**
 * Who may see or change an object is a list of rules, any of which is enough. Every rule is a condition over the object's
 * table, so that lists, single objects and explanations are decided by the same text: a list filters by the rules, an
 * object is asked which of them hold for it.
 */
export interface Rule {
  readonly by: RuleName;
  readonly when: Condition;
  /** A query of the ids of all objects that it holds for. */
  readonly ids?: RawBuilder<unknown>;
  /** `when` for a whole list: sets that are read once where `when` looks each row up. By `ids` unless said. */
  readonly listed?: Condition;
}

/** What the rules are called where decisions are explained. */
export const RULES = {
  admin: "is an administrator",
  all_datasource_access: "may read every dataset",
  all_database_access: "may read every database",
  database_access: "has a right on the database",
  catalog_access: "has a right on the catalog",
  schema_access: "has a right on the schema",
  datasource_access: "has a right on the dataset",
  owner: "owns it",
  dataset: "may read the dataset that it shows",
  published_dataset: "it is published, restricted to no role, and shows a dataset that they may read",
  any_dataset: "it is restricted to no role and shows a dataset that they may read",
  shared_role: "it is published and shares a role with them",
  no_charts: "it is restricted to no role and has no charts",
  guest_token: "the guest token names it",
  through_dashboard: "a dashboard that lets them in shows it",
  within: "has a right on something in the database",
} as const;
export type RuleName = keyof typeof RULES;

const ALWAYS: Condition = sql<SqlBool>`(1 = 1)`;
const NEVER: Condition = sql<SqlBool>`(1 = 0)`;

export const always = (by: RuleName, holds: boolean): Rule => ({ by, when: holds ? ALWAYS : NEVER });

/** The condition that one of the rules holds, for a few objects; undefined when one always does. */
export function anyOf(rules: readonly Rule[]): Condition | undefined {
  if (rules.some((rule) => rule.when === ALWAYS)) return undefined;
  const possible = rules.filter((rule) => rule.when !== NEVER).map((rule) => rule.when);
  return possible.length === 0 ? NEVER : sql<SqlBool>`(${sql.join(possible, sql` or `)})`;
}

/**
 * The same for lists, which is quick over many objects. The plus keeps SQLite from looking up the rows one by one, past
 * their long texts, instead of reading an index through; each rule stands by itself, as it would sort a union of them.
 */
export function anyListed(table: RuledTable, rules: readonly Rule[]): Condition | undefined {
  const among = (ids: RawBuilder<unknown>) => sql<SqlBool>`+${sql.ref(`${table}.id`)} in (${ids})`;
  return anyOf(rules.map((rule) => ({ ...rule, when: rule.listed ?? (rule.ids ? among(rule.ids) : rule.when) })));
}

/** A condition of `idAmong` that SQLite shall not drive a list by: it reads an index through and asks it of each row. */
export function askedOfEach(among: Condition): Condition {
  return among === NEVER ? NEVER : sql<SqlBool>`+${among}`;
}

/** The condition that a column holds the id of an object that one of the rules holds for; undefined when one always does. */
export function idAmong(column: string, rules: readonly Rule[]): Condition | undefined {
  const ids = idsOf(rules);
  if (ids === undefined) return undefined;
  return ids === "none" ? NEVER : sql<SqlBool>`${sql.ref(column)} in (${ids})`;
}

/** The ids of all objects that one of the rules holds for, each once, as a query; undefined when one always does. */
export function idsOf(rules: readonly Rule[]): RawBuilder<unknown> | "none" | undefined {
  if (rules.some((rule) => rule.when === ALWAYS)) return undefined;
  const possible = rules.filter((rule) => rule.when !== NEVER);
  const sets = possible.map((rule) => rule.ids).filter((ids) => ids !== undefined);
  if (sets.length < possible.length) throw new Error("a rule has no query of ids, so that lists cannot follow it");
  return sets.length === 0 ? "none" : sql.join(sets, sql` union `);
}

/** What follows from a person's rights. These come anew with every change, so it can be kept as long as they are. */
export function ofRights<T extends object | undefined>(make: (user: User) => T): (user: User) => T {
  const known = new WeakMap<User, { value: T }>();
  return (user) => {
    const kept = known.get(user) ?? { value: make(user) };
    known.set(user, kept);
    return kept.value;
  };
}

interface Ruled {
  table: RuledTable;
  rules: readonly Rule[];
}

/** Of these objects, those for which one of the rules holds. */
export async function allowedAmong(db: Kysely<Tables>, ruled: Ruled, ids: readonly number[]): Promise<Set<number>> {
  const [first, ...others] = new Set(ids);
  if (first === undefined) return new Set();
  const query = others.length === 0 ? queryOfOne(db, ruled, first) : queryOf(ruled, [first, ...others]).compile(db);
  const { rows } = await db.executeQuery<{ id: number }>(query);
  return new Set(rows.map((row) => row.id));
}

/** The id is the last parameter. */
function queryOf({ table, rules }: Ruled, ids: readonly number[]): RawBuilder<{ id: number }> {
  const condition = anyOf(rules);
  const id = sql.ref(`${table}.id`);
  return sql`select ${id} as id from ${sql.table(table)}
    where ${condition ? sql`${condition} and` : sql``} ${id} in (${sql.join(ids)})`;
}

const queriesOfOne = new WeakMap<readonly Rule[], CompiledQuery>();

/** Rules name hundreds of datasets: their text is made once. */
function queryOfOne(db: Kysely<Tables>, ruled: Ruled, id: number): CompiledQuery<{ id: number }> {
  const known = queriesOfOne.get(ruled.rules) ?? queryOf(ruled, [id]).compile(db);
  queriesOfOne.set(ruled.rules, known);
  return { ...known, parameters: [...known.parameters.slice(0, -1), id] } as CompiledQuery<{ id: number }>;
}

/** Which of the rules hold for one object, in their order; none for an object there is not. */
export async function holdingRules(db: Kysely<Tables>, { table, rules }: Ruled, id: number): Promise<boolean[]> {
  const columns = rules.map((rule, i) => sql`case when ${rule.when} then 1 else 0 end as ${sql.ref(`r${i}`)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)} from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = ${id}`.execute(db);
  return rules.map((_, i) => rows[0]?.[`r${i}`] === 1);
}

export type RuledTable = "datasets" | "charts" | "dashboards" | "reports" | "saved_queries";

export type RuledNoun = "dataset" | "chart" | "dashboard" | "report";

/** Who may change an object: its owners, and administrators. Whoever changes it also needs the pair to write. */
export function changeRules(user: User, noun: RuledNoun): Rule[] {
  return [always("admin", user.isAdmin), ownerRule(user, noun)];
}

export function ownerRule(user: User, noun: RuledNoun): Rule {
  if (user.id <= 0) return always("owner", false);
  const owners = sql.table(`${noun}_owners`);
  const own = sql.ref(`${noun}_owners.${noun}_id`);
  const when = sql<SqlBool>`exists (select 1 from ${owners} where ${own} = ${sql.ref(`${noun}s.id`)}
    and ${sql.ref(`${noun}_owners.user_id`)} = ${user.id})`;
  const ids = sql`select ${own} from ${owners} where ${sql.ref(`${noun}_owners.user_id`)} = ${user.id}`;
  return { by: "owner", when, ids };
}
