import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import * as database from "../../api/database/contract.ts";
import { call } from "../../web/client/client.ts";

export type TableOption = Awaited<ReturnType<typeof loadTables>>[number];

/** Undefined: not chosen yet. A catalog of null is the connection's own. */
export interface TablePlace {
  id: number | undefined;
  catalog: string | null;
  schema: string | null | undefined;
}

async function loadTables({ id, catalog, schema }: TablePlace, signal: AbortSignal) {
  const place = { schema_name: schema, ...(catalog === null ? {} : { catalog_name: catalog }) };
  const q = { force: false, ...place, with_datasets: true };
  return (await call(database.tables, { params: { id }, q }, { signal })).result;
}

export interface Catalogs {
  names: readonly string[];
  /** Accounts can read more catalogs than they can list. */
  canType: boolean;
}

const ONE: Catalogs = { names: [], canType: false };

/** Those to choose from; none where the connection has or allows only one. */
export function useCatalogs(id: number | undefined) {
  return useQuery({
    queryKey: ["database", id, "catalogs"],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<Catalogs> => {
      const { result } = await call(database.show, { params: { id } }, { signal });
      if (result.allow_multi_catalog !== true) return ONE;
      const names = (await call(database.catalogs, { params: { id }, q: { force: false } }, { signal })).result;
      const canType = result.backend === "bigquery";
      return names.length > 1 || canType ? { names, canType } : ONE;
    },
  });
}

export function useSchemas(id: number | undefined, catalog: string | null) {
  return useQuery({
    queryKey: ["database", id, "schemas", catalog],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const q = { force: false, ...(catalog === null ? {} : { catalog }) };
      return (await call(database.schemas, { params: { id }, q }, { signal })).result;
    },
  });
}

export function useTables(place: TablePlace) {
  return useQuery({ ...tablesQuery(place), enabled: place.id !== undefined && place.schema !== undefined });
}

const tablesQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: ["database", place.id, "tables", place.catalog, place.schema, "with datasets"],
    queryFn: ({ signal }) => loadTables(place, signal),
  });

const MAX_SEARCHED = 20;
const OF_SYSTEM = /^(information_schema|performance_schema|mysql|sys|system|pg_.*)$/i;

/**
 * The first of the other schemas that has tables, looked for only if the preselected one has none. Undefined until then.
 */
export function useFilledSchema(
  { id, catalog }: Omit<TablePlace, "schema">,
  schemas: readonly string[],
  empty: string | null,
) {
  const queries = useQueryClient();
  const others = schemas.filter((each) => each !== empty && !OF_SYSTEM.test(each)).slice(0, MAX_SEARCHED);
  return useQuery({
    queryKey: ["database", id, "filled schema", catalog, others],
    enabled: empty !== null && others.length > 0,
    queryFn: async () => {
      for (const schema of others) {
        const tables = await queries.fetchQuery(tablesQuery({ id, catalog, schema })).catch(() => []);
        if (tables.length > 0) return schema;
      }
      return null;
    },
  });
}

const USUAL = ["public", "main", "dbo", "default"];

/** The first one to show; null for engines without schemas. */
export function firstSchema(schemas: readonly string[], wanted: string | undefined): string | null {
  const own = schemas.find((each) => each.toLowerCase() === wanted?.toLowerCase());
  return own ?? schemas.find((each) => USUAL.includes(each.toLowerCase())) ?? schemas[0] ?? null;
}
