import { useQueries, useQuery } from "@tanstack/react-query";
import { catalogs, functionNames, schemas, tableMetadata, tables } from "../../../api/database/contract.ts";
import { rowCounts, tableExtra } from "../../../api/sqllab/contract.ts";
import { call } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";

export interface TableName {
  name: string;
  isView: boolean;
}

export interface RowCount {
  rows: number;
  isExact: boolean;
}

export interface TableColumn {
  name: string;
  type: string;
  longType: string;
  keys: readonly { type: string; column_names?: readonly string[] }[];
  comment: string | null;
}

export interface TableDetails {
  columns: readonly TableColumn[];
  comment: string | null;
  primaryKey: { column_names: readonly string[]; name: string | null } | null;
  foreignKeys: readonly { column_names?: readonly string[]; name?: string | null }[];
  indexes: readonly { column_names?: readonly string[]; name?: string | null; type?: string }[];
  selectStar: string;
}

export interface Place {
  dbId: number | null;
  catalog: string | null;
}

export interface TablePlace extends Place {
  schema: string | null;
  name: string;
}

const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY };
const keyOf = ({ dbId, catalog }: Place) => ["sqllab", "schema", dbId, catalog] as const;

export function useCatalogs(dbId: number | null, isEnabled: boolean) {
  return useQuery({
    ...NEVER_STALE,
    queryKey: ["sqllab", "schema", dbId, "catalogs"],
    enabled: dbId !== null && isEnabled,
    queryFn: async ({ signal }) =>
      [...(await call(catalogs, { params: { id: dbId ?? 0 }, q: { force: false } }, { signal })).result].sort(),
  });
}

export function useSchemas(place: Place) {
  return useQuery({
    ...NEVER_STALE,
    queryKey: [...keyOf(place), "schemas"],
    enabled: place.dbId !== null,
    queryFn: async ({ signal }) => {
      const q = { force: false, catalog: place.catalog };
      return (await call(schemas, { params: { id: place.dbId ?? 0 }, q }, { signal })).result;
    },
  });
}

export function useTables(place: Place, names: readonly string[]) {
  return useQueries({
    queries: names.map((schema) => ({
      ...NEVER_STALE,
      queryKey: [...keyOf(place), "tables", schema],
      enabled: place.dbId !== null,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TableName[]> => {
        const q = { force: false, schema_name: schema, catalog_name: place.catalog };
        const { result } = await call(tables, { params: { id: place.dbId ?? 0 }, q }, { signal });
        return result.map(({ value, type }) => ({ name: value, isView: type !== "table" }));
      },
    })),
  });
}

export function useRowCounts(place: Place, names: readonly string[]) {
  return useQueries({
    queries: names.map((schema) => ({
      ...NEVER_STALE,
      queryKey: [...keyOf(place), "rows", schema],
      enabled: place.dbId !== null,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReadonlyMap<string, RowCount>> => {
        const q = { schema_name: schema, catalog_name: place.catalog };
        const { result } = await call(rowCounts, { params: { id: place.dbId ?? 0 }, q }, { signal });
        return new Map(result.map(({ table, rows, is_exact: isExact }) => [table, { rows, isExact }]));
      },
    })),
  });
}

const detailsQuery = ({ dbId, catalog, schema, name }: TablePlace) => ({
  ...NEVER_STALE,
  queryKey: [...keyOf({ dbId, catalog }), "table", schema, name],
  enabled: dbId !== null,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TableDetails> => {
    const query = { name, schema: schema ?? undefined, catalog: catalog ?? undefined };
    const response = await call(tableMetadata, { params: { id: dbId ?? 0 }, query }, { signal });
    return response as unknown as TableDetails;
  },
});

export const useTableDetails = (table: TablePlace) => useQuery(detailsQuery(table));

export function useTableExtra({ dbId, catalog, schema, name }: TablePlace) {
  return useQuery({
    ...NEVER_STALE,
    queryKey: [...keyOf({ dbId, catalog }), "extra", schema, name],
    enabled: dbId !== null,
    retry: false,
    queryFn: ({ signal }) => {
      const query = { name, schema: schema ?? undefined, catalog: catalog ?? undefined };
      return call(tableExtra, { params: { id: dbId ?? 0 }, query }, { signal });
    },
  });
}

export const useManyDetails = (tablePlaces: readonly TablePlace[]) =>
  useQueries({ queries: tablePlaces.map(detailsQuery) });

export function useFunctions(dbId: number | null) {
  return useQuery({
    ...NEVER_STALE,
    queryKey: ["database", dbId, "functions"],
    enabled: dbId !== null,
    queryFn: async ({ signal }) => {
      const response = await call(functionNames, { params: { id: dbId ?? 0 } }, { signal });
      return [...new Set(response.function_names)].filter((name) => /^[a-z]\w*$/i.test(name));
    },
  });
}

export async function reloadSchema(place: Place): Promise<void> {
  if (place.dbId === null) return;
  const q = { force: true, catalog: place.catalog };
  await call(schemas, { params: { id: place.dbId }, q });
  await queryClient.invalidateQueries({ queryKey: keyOf(place) });
}
