import type { QueryDataset } from "../../query/query-dataset.ts";
import type { FieldReference, QueryColumns } from "../../query/sql/query-columns.ts";
import type { TableReference } from "../../query/sql/sql-reader.ts";
import type { LineageEdgesTable, LineageKind } from "../../server/store/lineage-tables.ts";
import type { ChartRecord } from "../chart/index.ts";
import { type DatasetRecord, datasetOfMacro } from "../dataset/index.ts";
import { type ChartReference, chartReferences, type Role } from "./chart-references.ts";
import { filterReferences } from "./dashboard-references.ts";
import { nameAmong, type Sources } from "./sources.ts";

export type Edge = Omit<LineageEdgesTable, "owner_kind" | "owner_id">;

/** Anything that is used or uses: of a column, the id is that of its dataset. */
export interface Node {
  kind: LineageKind;
  id: number;
  name: string;
}

export const node = (kind: LineageKind, id: number, name = ""): Node => ({ kind, id, name });

const edge = (from: Node, role: Role, to: Node): Edge => ({
  kind: from.kind,
  object_id: from.id,
  name: from.name,
  role,
  target_kind: to.kind,
  target_id: to.id,
  target_name: to.name,
});

export async function chartEdges(sources: Sources, chart: ChartRecord): Promise<Edge[]> {
  const self = node("chart", chart.id);
  const dataset = chart.datasource_id === null ? undefined : await sources.dataset(chart.datasource_id);
  const edges = chart.datasource_id === null ? [] : [edge(self, "dataset", node("dataset", chart.datasource_id))];
  for (const reference of await chartReferences(chart)) {
    if (reference.kind === "chart") edges.push(edge(self, reference.role, node("chart", reference.id)));
    else if (dataset) edges.push(...(await ofDataset(sources, { self, dataset, reference })));
  }
  return edges;
}

interface Named {
  self: Node;
  dataset: DatasetRecord;
  reference: Exclude<ChartReference, { kind: "chart" }>;
}

async function ofDataset(sources: Sources, { self, dataset, reference }: Named): Promise<Edge[]> {
  const { kind, name, role } = reference;
  if (kind === "sql") return expressionEdges(sources, { self, dataset, sql: name, role });
  const isMetric = dataset.metrics.some(({ metric_name }) => metric_name === name);
  const isColumn = dataset.columns.some(({ column_name }) => column_name === name);
  if (kind === "name" && !isMetric && !isColumn) return [];
  const target = kind === "metric" || (kind === "name" && !isColumn) ? "metric" : "column";
  return [edge(self, role, node(target, dataset.id, name))];
}

async function expressionEdges(
  sources: Sources,
  { self, dataset, sql, role }: { self: Node; dataset: DatasetRecord; sql: string; role: Role },
): Promise<Edge[]> {
  const { columns, others, metrics } = await sources.columnsIn(dataset, sql);
  return [
    ...columns.map((name) => edge(self, role, node("column", dataset.id, name))),
    // A column that the dataset doesn't list can still be in its table.
    ...others.map((name) => edge(self, "sql", node("column", dataset.id, name))),
    ...metrics.map(({ datasetId, name }) => edge(self, role, node("metric", datasetId, name))),
  ];
}

export async function dashboardEdges(
  sources: Sources,
  dashboard: { id: number; json_metadata: string | null },
): Promise<Edge[]> {
  const edges: Edge[] = [];
  for (const { id, targets, metric, clauses } of filterReferences(dashboard.json_metadata)) {
    const self = node("filter", dashboard.id, id);
    edges.push(edge(node("dashboard", dashboard.id), "filter", self));
    for (const { datasetId, column, role } of targets) {
      edges.push(edge(self, "dataset", node("dataset", datasetId)));
      if (column !== null) edges.push(edge(self, role, node("column", datasetId, column)));
    }
    const dataset = targets[0] && (await sources.dataset(targets[0].datasetId));
    if (!dataset) continue;
    if (metric !== null) edges.push(edge(self, "sort", node("metric", dataset.id, metric)));
    for (const sql of clauses) edges.push(...(await expressionEdges(sources, { self, dataset, sql, role: "filter" })));
  }
  return edges;
}

const NO_DATASET: QueryDataset = {
  columns: [],
  metrics: [],
  table_name: "",
  schema: null,
  catalog: null,
  sql: null,
  main_dttm_col: null,
  offset: 0,
};

export async function reportEdges(
  sources: Sources,
  report: { id: number; sql: string | null; database_id: number | null },
): Promise<Edge[]> {
  const database = report.database_id === null ? undefined : await sources.database(report.database_id);
  if (!database || !report.sql?.trim()) return [];
  const self = node("report", report.id);
  const { queries, metrics } = await sources.queries(report.sql, { dataset: NO_DATASET, database });
  const edges = metrics.flatMap(({ datasetId, name }) =>
    datasetId === null ? [] : [edge(self, "metric", node("metric", datasetId, name))],
  );
  for (const query of queries) {
    const targetOf = await targetsOf(sources, query, { databaseId: database.id });
    for (const table of query.tables) edges.push(edge(self, "dataset", targetOf.table(table)));
    for (const field of [...query.outputs.flatMap(({ from }) => from), ...query.conditions])
      edges.push(...targetOf.fields(field).map((target) => edge(self, "sql", target)));
  }
  return edges;
}

export async function datasetEdges(sources: Sources, dataset: DatasetRecord): Promise<Edge[]> {
  const own = dataset.sql?.trim() ? await virtualEdges(sources, dataset) : await physicalEdges(sources, dataset);
  const edges = [...own];
  for (const { column_name, expression } of dataset.columns) {
    if (!expression) continue;
    const self = node("column", dataset.id, column_name);
    edges.push(...(await expressionEdges(sources, { self, dataset, sql: expression, role: "sql" })).filter(notItself));
  }
  for (const { metric_name, expression } of dataset.metrics) {
    const self = node("metric", dataset.id, metric_name);
    edges.push(...(await expressionEdges(sources, { self, dataset, sql: expression, role: "sql" })).filter(notItself));
  }
  return edges;
}

const notItself = (each: Edge) =>
  each.kind !== each.target_kind || each.object_id !== each.target_id || each.name !== each.target_name;

async function physicalEdges(sources: Sources, dataset: DatasetRecord): Promise<Edge[]> {
  const database = await sources.database(dataset.databaseId);
  if (!database) return [];
  const { catalog = null, schema = null, table_name: name } = dataset;
  const table = await sources.tableName(database, { catalog, schema, name });
  return [
    edge(node("dataset", dataset.id), "dataset", node("table", database.id, table)),
    ...dataset.columns.flatMap(({ column_name, expression }) =>
      expression
        ? []
        : [edge(node("column", dataset.id, column_name), "dataset", field(database.id, table, column_name))],
    ),
  ];
}

/** Between a table and its column; names of tables don't have it. */
export const FIELD_MARK = "#";

const field = (databaseId: number, table: string, column: string) =>
  node("field", databaseId, `${table}${FIELD_MARK}${column.toLowerCase()}`);

async function virtualEdges(sources: Sources, dataset: DatasetRecord): Promise<Edge[]> {
  const database = await sources.database(dataset.databaseId);
  if (!database) return [];
  const self = node("dataset", dataset.id);
  const { queries, metrics } = await sources.queries(dataset.sql ?? "", { dataset, database });
  const edges = metrics.map(({ datasetId, name }) =>
    edge(self, "metric", node("metric", datasetId ?? dataset.id, name)),
  );
  for (const query of queries) {
    const targetOf = await targetsOf(sources, query, { databaseId: database.id, dataset });
    for (const table of query.tables) edges.push(edge(self, "dataset", targetOf.table(table)));
    for (const condition of query.conditions)
      edges.push(...targetOf.fields(condition).map((target) => edge(self, "filter", target)));
    edges.push(...outputEdges(dataset, query, targetOf));
  }
  return edges;
}

function outputEdges(dataset: DatasetRecord, query: QueryColumns, targetOf: Targets): Edge[] {
  const physical = dataset.columns.flatMap(({ column_name, expression }) => (expression ? [] : [column_name]));
  const nameOf = nameAmong(physical);
  const named = query.outputs.flatMap(({ name, from }) => {
    const column = nameOf(name) ?? name;
    const self = node("column", dataset.id, column);
    return from.flatMap(targetOf.fields).map((target) => edge(self, "sql", target));
  });
  const [star, ...others] = query.stars;
  if (!star || others.length > 0) return named;
  const known = new Set(query.outputs.map(({ name }) => nameOf(name) ?? name));
  return [
    ...named,
    ...physical
      .filter((name) => !known.has(name))
      .flatMap((name) =>
        targetOf
          .fields({ table: star, column: name })
          .map((target) => edge(node("column", dataset.id, name), "sql", target)),
      ),
  ];
}

interface Targets {
  table(table: TableReference): Node;
  fields(field: FieldReference): Node[];
}

/** Tables and columns of the database, or datasets where the query has them by a macro. */
async function targetsOf(
  sources: Sources,
  query: QueryColumns,
  { databaseId, dataset }: { databaseId: number; dataset?: DatasetRecord },
): Promise<Targets> {
  const database = await sources.database(databaseId);
  const place = dataset ? { schema: dataset.schema ?? null, catalog: dataset.catalog ?? null } : {};
  const names = new Map<string, string>();
  const columnNames = new Map<number, (name: string) => string | undefined>();
  for (const table of query.tables) {
    const macro = datasetOfMacro(table.name);
    if (macro !== undefined) {
      const columns = (await sources.dataset(macro))?.columns ?? [];
      columnNames.set(macro, nameAmong(columns.map((column) => column.column_name)));
    } else if (database) names.set(keyOf(table), await sources.tableName(database, table, place));
  }
  const only = query.tables.length === 1 ? (query.tables[0] ?? null) : null;
  return {
    table: (table) => {
      const macro = datasetOfMacro(table.name);
      return macro === undefined
        ? node("table", databaseId, names.get(keyOf(table)) ?? table.name)
        : node("dataset", macro);
    },
    fields: ({ table, column }) => {
      const of = table ?? only;
      if (!of) return [];
      const macro = datasetOfMacro(of.name);
      if (macro === undefined) return [field(databaseId, names.get(keyOf(of)) ?? of.name, column)];
      return [node("column", macro, columnNames.get(macro)?.(column) ?? column)];
    },
  };
}

const keyOf = (table: TableReference) => JSON.stringify(table);
