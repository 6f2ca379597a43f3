import { tableText } from "../../query/compile.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import type { TableReference } from "../../query/sql/sql-reader.ts";
import type { App } from "../../server/app.ts";
import { isPhysical } from "../../server/store/rule-bindings.ts";
import { connectionOf, type OpenDatabase } from "../database/index.ts";
import type { RlsRule, RulePlace } from "./rules.ts";

/** Which rules are for a table or a dataset. */

export interface DatabasePlace {
  databaseId: number;
  engine: string;
}

/** A dataset, or SQL that is asked as one is, which has no id. */
export type RuledDataset = Pick<QueryDataset, "catalog" | "schema" | "table_name" | "sql"> & {
  id?: number;
  databaseId: number;
};

/** Template parameters that a rule's clause is rendered with, once with each; undefined: those of the dataset asked. */
export type ParamsOf = (rule: RlsRule) => readonly (string | null | undefined)[];

/**
 * Which rules are for the rows of the dataset: `linked` to it, whatever it reads now, and `bound` to the table that it
 * reads. Both must hold by themselves: within a group, a rule of the one is no alternative to a rule of the other.
 */
export async function rulesOver(app: App, rules: readonly RlsRule[], dataset: RuledDataset) {
  const isRead = await placesReadBy(app, rules, dataset);
  const linked: ParamsOf = (rule) =>
    rule.isEverywhere ? [undefined] : paramsIn(rule.links.filter((link) => link.datasetId === dataset.id));
  const bound: ParamsOf = (rule) => paramsIn(rule.places.filter(isRead));
  return { linked, bound, isFor: (rule: RlsRule) => linked(rule).length > 0 || bound(rule).length > 0 };
}

/** Each once. */
export function paramsIn(bindings: readonly { templateParams: string | null }[]): (string | null)[] {
  return [...new Set(bindings.map(({ templateParams }) => templateParams))];
}

async function placesReadBy(
  app: App,
  rules: readonly RlsRule[],
  dataset: RuledDataset,
): Promise<(place: RulePlace) => boolean> {
  const { databaseId } = dataset;
  const isNear = (place: RulePlace) => place.databaseId === databaseId;
  if (!isPhysical(dataset) || !rules.some((rule) => rule.places.some(isNear))) return () => false;
  const open = await connectionOf(app, databaseId);
  const tables = await tablesOf(open, dataset);
  if (!tables) return isNear;
  const place = { databaseId, engine: open.connector.engine };
  return (known) => tables.some((table) => isTable(known, table, place));
}

/** The table by its parts, and as the engine reads its name, which may be cut or a path; undefined if that is unknown. */
async function tablesOf({ connection, connector }: OpenDatabase, dataset: RuledDataset) {
  const { catalog, schema, table_name: name } = dataset;
  try {
    const { reads } = await connection.sql.inspect(`SELECT 1 FROM ${tableText(connector.dialect, dataset)}`);
    return [{ catalog: catalog || null, schema: schema || null, name }, ...reads];
  } catch {
    return undefined;
  }
}

/** Engines that take `a.b` for a table of the catalog `a` as well as of the schema. */
const CATALOG_OR_SCHEMA = new Set(["duckdb"]);

/** Whether the name may mean the table of the rule: in doubt it does, and the rule applies. */
export function isTable(known: RulePlace, table: TableReference, place: DatabasePlace): boolean {
  if (known.databaseId !== place.databaseId || !isNamed(known.name, table.name, place)) return false;
  const isOpen = CATALOG_OR_SCHEMA.has(place.engine) && table.catalog === null;
  return isOpen || (mayBe(known.schema, table.schema) && mayBe(known.catalog, table.catalog));
}

/** Google BigQuery reads all tables whose names begin as one with an asterisk at its end. */
function isNamed(known: string, name: string, { engine }: DatabasePlace): boolean {
  const isPattern = engine === "bigquery" && name.endsWith("*");
  return isSameName(known, name) || (isPattern && folded(known).startsWith(folded(name.slice(0, -1))));
}

/** Engines differ in case, and some take letters of other widths and blanks at the end for the same. */
const folded = (name: string) => name.normalize("NFKC").toLowerCase().trimEnd();
const isSameName = (a: string, b: string) => folded(a) === folded(b);
const mayBe = (a: string | null, b: string | null) => !a || !b || isSameName(a, b);
