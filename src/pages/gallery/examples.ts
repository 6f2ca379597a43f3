import { queryOptions, useQuery } from "@tanstack/react-query";
import { list } from "../../api/dataset/contract.ts";
import { open } from "../../api/explore/contract.ts";
import { loadGallery } from "../../chart-types/galleries.ts";
import { loadEditedType } from "../../chart-types/with-matrix.ts";
import type { Dataset } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";

const EXAMPLES = "examples";

/** Null when the example isn't loaded or the user has no access. */
export const exampleQuery = (table: string) =>
  queryOptions({
    queryKey: ["gallery", "example", table],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Dataset | null> => {
      const q = { filters: [{ col: "table_name", opr: "eq", value: table }], page: 0, page_size: 100 };
      const { result } = await call(list, { q }, { signal });
      const row = result.find((one) => one.database?.database_name === EXAMPLES);
      if (!row) return null;
      const query = { datasource_id: row.id, datasource_type: "table" };
      return (await call(open, { query }, { signal })).result.dataset;
    },
  });

export function useDefinition(key: string) {
  return useQuery({
    queryKey: ["gallery", "type", key],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await loadEditedType(key)) ?? null,
  });
}

export function useCases(key: string) {
  return useQuery({
    queryKey: ["gallery", "cases", key],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => loadGallery(key),
  });
}
