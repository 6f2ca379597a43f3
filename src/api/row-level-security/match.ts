import { tableText } from "../../query/compile.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import type { TableReference } from "../../query/sql/sql-reader.ts";
import type { App } from "../../server/app.ts";
import { isPhysical } from "../../server/store/rule-bindings.ts";
import { connectionOf, type OpenDatabase } from "../database/index.ts";
import type { RlsRule, RulePlace } from "./rules.ts";

export interface DatabasePlace {
  databaseId: number;
  engine: string;
}

export type RuledDataset = Pick<QueryDataset, "catalog" | "schema" | "table_name" | "sql"> & {
  id?: number;
  databaseId: number;
};

export type ParametersOf = (rule: RlsRule) => readonly (string | null | undefined)[];

/**
 * `linked` rules belong to the dataset, whatever it reads now; `bound` rules to the table it reads. The two are AND-ed,
 * so a group can't contain both.
 */
export async function rulesOver(app: App, rules: readonly RlsRule[], dataset: RuledDataset) {
  const isRead = await placesReadBy(app, rules, dataset);
  const linked: ParametersOf = (rule) =>
    rule.isEverywhere ? [undefined] : paramsIn(rule.links.filter((link) => link.datasetId === dataset.id));
  const bound: ParametersOf = (rule) => paramsIn(rule.places.filter(isRead));
  return { linked, bound, isFor: (rule: RlsRule) => linked(rule).length > 0 || bound(rule).length > 0 };
}

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

async function tablesOf({ connection, connector }: OpenDatabase, dataset: RuledDataset) {
  const { catalog, schema, table_name: name } = dataset;
  try {
    const { reads } = await connection.sql.inspect(`SELECT 1 FROM ${tableText(connector.dialect, dataset)}`);
    return [{ catalog: catalog || null, schema: schema || null, name }, ...reads];
  } catch {
    return undefined;
  }
}

/** Engines that read `a.b` as a table in catalog `a` or in schema `a`. */
const CATALOG_OR_SCHEMA = new Set(["duckdb"]);

/** True if in doubt, so that the rule applies. */
export function isTable(known: RulePlace, table: TableReference, place: DatabasePlace): boolean {
  if (known.databaseId !== place.databaseId || !isNamed(known.name, table.name, place)) return false;
  const isOpen = CATALOG_OR_SCHEMA.has(place.engine) && table.catalog === null;
  return isOpen || (mayBe(known.schema, table.schema) && mayBe(known.catalog, table.catalog));
}

/** In Google BigQuery a name that ends in an asterisk stands for all tables with that prefix. */
function isNamed(known: string, name: string, { engine }: DatabasePlace): boolean {
  const isPattern = engine === "bigquery" && name.endsWith("*");
  return isSameName(known, name) || (isPattern && folded(known).startsWith(folded(name.slice(0, -1))));
}

const folded = (name: string) => name.normalize("NFKC").toLowerCase().trimEnd();
const isSameName = (a: string, b: string) => folded(a) === folded(b);
const mayBe = (a: string | null, b: string | null) => !a || !b || isSameName(a, b);
