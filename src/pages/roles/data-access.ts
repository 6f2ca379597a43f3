import * as database from "../../api/database/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { pairs, roles } from "../../api/security/roles-contract.ts";
import { catalogView, databaseView, datasetView, schemaView } from "../../model/object-permissions.ts";
import { call } from "../../web/client/client.ts";

/** A database, catalog, schema or dataset that roles can read. */
export interface DataNode {
  key: string;
  kind: "database" | "catalog" | "schema" | "dataset";
  name: string;
  /** Permission that grants it; undefined if the store has none yet. */
  pairId: number | undefined;
  /** Nodes that contain it, outermost first: reading one of them includes this one. */
  within: readonly DataNode[];
}

export interface DataRole {
  id: number;
  name: string;
  permissionIds: ReadonlySet<number>;
  readsAll: boolean;
}

/** Why a role reads a node: a permission of its own, one on what contains it, or one on all data. */
export type Reading = "own" | "inherited" | "all" | undefined;

const PAGE_SIZE = 100;

async function everyPage<Row>(
  load: (q: { page: number; page_size: number }) => Promise<{ count: number; result: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 0; ; page++) {
    const { count, result } = await load({ page, page_size: PAGE_SIZE });
    rows.push(...result);
    if (result.length === 0 || rows.length >= count) return rows;
  }
}

interface PairFilter {
  col: "permission.name" | "view_menu.name";
  opr: "eq" | "sw" | "ct";
  value: string;
}

const findPairs = (filters: readonly PairFilter[], signal: AbortSignal) =>
  everyPage((page) => call(pairs.list, { q: { ...page, filters: [...filters] } }, { signal }));

const ALL_DATA = ["all_datasource_access", "all_database_access"];

export async function loadRoles(signal: AbortSignal): Promise<DataRole[]> {
  const [found, all] = await Promise.all([
    everyPage((page) => call(roles.search, { q: { ...page, filters: [], order_column: "name" } }, { signal })),
    findPairs([{ col: "permission.name", opr: "sw", value: "all_data" }], signal),
  ]);
  const allIds = all.filter(({ permission }) => ALL_DATA.includes(permission.name)).map(({ id }) => id);
  return found.map(({ id, name, permission_ids }) => {
    const permissionIds = new Set(permission_ids);
    return { id, name, permissionIds, readsAll: /^admin$/i.test(name) || allIds.some((one) => permissionIds.has(one)) };
  });
}

interface NamedDatabase {
  id: number;
  name: string;
  node: DataNode;
}

export async function loadDatabases(signal: AbortSignal): Promise<NamedDatabase[]> {
  const [databases, found] = await Promise.all([
    everyPage((page) =>
      call(
        database.list,
        { q: { ...page, columns: ["id", "database_name"], order_column: "database_name" } },
        { signal },
      ),
    ),
    findPairs([{ col: "permission.name", opr: "eq", value: "database_access" }], signal),
  ]);
  const ids = new Map(found.map(({ id, view_menu }) => [view_menu.name, id]));
  return databases.map(({ id, database_name: name }) => {
    const pairId = ids.get(databaseView(name, id));
    return { id, name, node: { key: `database ${id}`, kind: "database", name, pairId, within: [] } };
  });
}

/** Catalogs, schemas and datasets of a database, each after what contains it. */
export async function loadContents({ id, name, node }: NamedDatabase, signal: AbortSignal): Promise<DataNode[]> {
  const filters = [{ col: "database", opr: "rel_o_m", value: id }];
  const columns = ["id", "table_name", "schema", "catalog"];
  const [datasets, found] = await Promise.all([
    everyPage((page) =>
      call(dataset.list, { q: { ...page, filters, columns, order_column: "table_name" } }, { signal }),
    ),
    findPairs([{ col: "view_menu.name", opr: "sw", value: `[${name}].` }], signal),
  ]);
  const pairIds = new Map(found.map((pair) => [`${pair.permission.name} ${pair.view_menu.name}`, pair.id]));
  return contentsOf(datasets as PlacedDataset[], { name, node, pairIds });
}

interface PlacedDataset {
  id: number;
  table_name: string;
  schema: string | null;
  catalog: string | null;
}

interface Contained {
  name: string;
  node: DataNode;
  /** By permission and view. */
  pairIds: ReadonlyMap<string, number>;
}

function contentsOf(datasets: readonly PlacedDataset[], { name: databaseName, node, pairIds }: Contained): DataNode[] {
  const nodes: DataNode[] = [];
  const add = (one: DataNode) => {
    nodes.push(one);
    return one;
  };
  for (const [catalog, inCatalog] of groupsOf(datasets, (one) => one.catalog ?? "")) {
    const catalogPair = pairIds.get(`catalog_access ${catalogView(databaseName, catalog)}`);
    const ofCatalog = catalog
      ? [
          node,
          add({ key: `${node.key} ${catalog}`, kind: "catalog", name: catalog, pairId: catalogPair, within: [node] }),
        ]
      : [node];
    for (const [schema, inSchema] of groupsOf(inCatalog, (one) => one.schema ?? "")) {
      const schemaPair = pairIds.get(`schema_access ${schemaView(databaseName, catalog, schema)}`);
      const key = `${node.key} ${catalog}.${schema}`;
      const within = schema
        ? [...ofCatalog, add({ key, kind: "schema", name: schema, pairId: schemaPair, within: ofCatalog })]
        : ofCatalog;
      for (const { id, table_name: name } of inSchema)
        add({
          key: `dataset ${id}`,
          kind: "dataset",
          name,
          pairId: pairIds.get(`datasource_access ${datasetView(databaseName, name, id)}`),
          within,
        });
    }
  }
  return nodes;
}

const groupsOf = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] =>
  [...Map.groupBy(rows, keyOf)].sort(([a], [b]) => a.localeCompare(b));

export function readingOf(role: DataRole, { pairId, within }: DataNode): Reading {
  if (role.readsAll) return "all";
  const holds = (id: number | undefined) => id !== undefined && role.permissionIds.has(id);
  if (within.some((outer) => holds(outer.pairId))) return "inherited";
  return holds(pairId) ? "own" : undefined;
}

/** Reads the role's permissions again first, so that changes by others in the meantime stay. */
export async function setReading(roleId: number, pairId: number, reads: boolean): Promise<void> {
  const params = { id: String(roleId) };
  const { result } = await call(roles.pairs, { params });
  const others = result.map(({ id }) => id).filter((id) => id !== pairId);
  await call(roles.setPairs, { params, body: { permission_view_menu_ids: reads ? [...others, pairId] : others } });
}
