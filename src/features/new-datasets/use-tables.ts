import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import * as database from "../../api/database/contract.ts";
import { call } from "../../web/client/client.ts";

export type TableOption = Awaited<ReturnType<typeof loadTables>>[number];

async function loadTables(id: number, schema: string | null, signal: AbortSignal) {
  const q = { force: false, schema_name: schema, with_datasets: true };
  return (await call(database.tables, { params: { id }, q }, { signal })).result;
}

export function useSchemas(id: number) {
  return useQuery({
    queryKey: ["database", id, "schemas"],
    queryFn: async ({ signal }) =>
      (await call(database.schemas, { params: { id }, q: { force: false } }, { signal })).result,
  });
}

export function useTables(id: number, schema: string | null | undefined) {
  return useQuery({ ...tablesQuery(id, schema ?? null), enabled: schema !== undefined });
}

const tablesQuery = (id: number, schema: string | null) =>
  queryOptions({
    queryKey: ["database", id, "tables", schema, "with datasets"],
    queryFn: ({ signal }) => loadTables(id, schema, signal),
  });

const MAX_SEARCHED = 20;
const OF_SYSTEM = /^(information_schema|performance_schema|mysql|sys|system|pg_.*)$/i;

/**
 * The first of the other schemas that has tables, looked for only if the preselected one has none. Undefined until then.
 */
export function useFilledSchema(id: number, schemas: readonly string[], empty: string | null) {
  const queries = useQueryClient();
  const others = schemas.filter((each) => each !== empty && !OF_SYSTEM.test(each)).slice(0, MAX_SEARCHED);
  return useQuery({
    queryKey: ["database", id, "filled schema", others],
    enabled: empty !== null && others.length > 0,
    queryFn: async () => {
      for (const schema of others) {
        const tables = await queries.fetchQuery(tablesQuery(id, schema)).catch(() => []);
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
