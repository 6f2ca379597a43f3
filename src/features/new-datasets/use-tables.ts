import { useQuery } from "@tanstack/react-query";
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
  return useQuery({
    queryKey: ["database", id, "tables", schema, "with datasets"],
    enabled: schema !== undefined,
    queryFn: ({ signal }) => loadTables(id, schema ?? null, signal),
  });
}

const USUAL = ["public", "main", "dbo", "default"];

/** The first one to show; null for engines without schemas. */
export function firstSchema(schemas: readonly string[], wanted: string | undefined): string | null {
  const own = schemas.find((each) => each.toLowerCase() === wanted?.toLowerCase());
  return own ?? schemas.find((each) => USUAL.includes(each.toLowerCase())) ?? schemas[0] ?? null;
}
