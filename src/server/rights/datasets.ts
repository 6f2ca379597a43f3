import { type SqlBool, sql } from "kysely";
import { catalogView, databaseView, datasetView, schemaView, VIEWS } from "../store/object-pairs.ts";
import type { User } from "../user.ts";
import { always, anyOf, type Condition, idAmong, ofRights, ownerRule, type Rule, type RuleName } from "./rule.ts";

/** Where a table stands, as rights on data name it. */
export interface Place {
  databaseId: number;
  databaseName: string;
  catalog?: string | null;
  schema?: string | null;
}

/** What rights on a dataset depend on. */
export interface DatasetFacts extends Place {
  id: number;
  table_name: string;
  ownerIds: readonly number[];
}

const ofPlace = [
  {
    by: "database_access",
    view: VIEWS.database,
    viewOf: ({ databaseName, databaseId }: Place) => databaseView(databaseName, databaseId),
  },
  {
    by: "catalog_access",
    view: VIEWS.catalog,
    viewOf: ({ databaseName, catalog }: Place) => (catalog ? catalogView(databaseName, catalog) : undefined),
  },
  {
    by: "schema_access",
    view: VIEWS.schema,
    viewOf: ({ databaseName, catalog, schema }: Place) =>
      schema ? schemaView(databaseName, catalog, schema) : undefined,
  },
] as const;

/** May read the rows of every dataset, whatever their database. */
export function readsEverything(user: User): boolean {
  return everything(user).some((rule) => anyOf([rule]) === undefined);
}

function everything(user: User): Rule[] {
  return [
    always("admin", user.isAdmin),
    always("all_datasource_access", user.can("all_datasource_access", "all_datasource_access")),
    always("all_database_access", user.can("all_database_access", "all_database_access")),
  ];
}

/** By which rule the user may read everything that is in the place; undefined when they may not. */
export function placeRule(user: User, place: Place): RuleName | undefined {
  const whole = everything(user).find((rule) => anyOf([rule]) === undefined);
  if (whole) return whole.by;
  return ofPlace.find(({ by, viewOf }) => {
    const view = viewOf(place);
    return view !== undefined && user.can(by, view);
  })?.by;
}

/** The same for the rows of a dataset, of which the facts are known: no question to the store. */
export function datasetRule(user: User, facts: DatasetFacts): RuleName | undefined {
  const ofTable = placeRule(user, facts);
  if (ofTable) return ofTable;
  if (user.can("datasource_access", datasetView(facts.databaseName, facts.table_name, facts.id)))
    return "datasource_access";
  return user.id > 0 && facts.ownerIds.includes(user.id) ? "owner" : undefined;
}

/** Who may see a dataset and read its rows, as rules over `datasets`. */
export const datasetRules = ofRights((user: User): Rule[] => [
  ...everything(user),
  ...ofPlace.map(({ by, view }): Rule => granted(user, by, view)),
  granted(user, "datasource_access", VIEWS.dataset),
  ownerRule(user, "dataset"),
]);

function granted(user: User, by: RuleName, view: ReturnType<typeof sql<string>>): Rule {
  const views = viewsOf(user, by);
  if (views.length === 0) return always(by, false);
  const isOf = sql`databases.id = datasets.database_id and ${view} in (${sql.join(views)})`;
  const when = sql<SqlBool>`(${isNamed(by, views)} and exists (select 1 from databases where ${isOf}))`;
  const ids = sql`select datasets.id from datasets join databases on ${isOf} where ${isNamed(by, views)}`;
  return { by, when, ids };
}

/** Views that end with an id are first looked for by it. */
function isNamed(by: RuleName, views: readonly string[]): Condition {
  if (by !== "datasource_access" && by !== "database_access") return sql<SqlBool>`(1 = 1)`;
  const column = sql.ref(by === "datasource_access" ? "datasets.id" : "datasets.database_id");
  const ids = views.map(idAtEnd).filter((id) => id !== undefined);
  return ids.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`${column} in (${sql.join(ids)})`;
}

function idAtEnd(view: string): number | undefined {
  const id = Number(/\(id:(\d{1,10})\)$/.exec(view)?.[1] ?? 0);
  return id > 0 && id < 2 ** 31 ? id : undefined;
}

/** The views that the user's roles have the permission on. */
function viewsOf(user: User, permission: string): string[] {
  const views = user.roles.flatMap((role) => role.pairs.flatMap(([name, view]) => (name === permission ? [view] : [])));
  return [...new Set(views)];
}

/**
 * The condition that a column holds the id of a dataset which the user may read, for a few objects: it looks at their
 * datasets only. Undefined for all of them.
 */
export function readableDataset(user: User, column: string): Condition | undefined {
  const readable = anyOf(datasetRules(user));
  return (
    readable && sql<SqlBool>`exists (select 1 from datasets where datasets.id = ${sql.ref(column)} and ${readable})`
  );
}

/** The same for lists: what the user may read is found once. */
export function readableDatasets(user: User, column: string): Condition | undefined {
  return idAmong(column, datasetRules(user));
}

const WITHIN = ["catalog_access", "schema_access", "datasource_access"];

/** By which rule the user sees the database: a right on it, or on something within. */
export function databaseRule(user: User, database: { id: number; database_name: string }): RuleName | undefined {
  const whole = placeRule(user, { databaseId: database.id, databaseName: database.database_name });
  if (whole) return whole;
  const prefix = `[${database.database_name}].`;
  const isWithin = WITHIN.some((permission) => viewsOf(user, permission).some((view) => view.startsWith(prefix)));
  return isWithin ? "within" : undefined;
}
