import { type QueryClient, useQuery } from "@tanstack/react-query";
import * as contract from "../../api/assertion/contract.ts";
import type { OperationResult } from "../../model/operation.ts";
import { call } from "../../web/client/client.ts";

export type { Assertion, TestedAssertion } from "../../api/assertion/contract.ts";
export type CheckedResult = OperationResult<typeof contract.results>["result"][number];

/** What is known of assertions, on all pages that are open. */
export const ASSERTIONS_KEY = "assertions";

export const refreshAssertions = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [ASSERTIONS_KEY] });

export function useAssertions(datasetId: number) {
  return useQuery({
    queryKey: [ASSERTIONS_KEY, "dataset", datasetId],
    staleTime: 0,
    queryFn: ({ signal }) => call(contract.ofDataset, { params: { id: `${datasetId}` } }, { signal }),
  });
}

export function useResults(id: number) {
  return useQuery({
    queryKey: [ASSERTIONS_KEY, id, "results"],
    staleTime: 0,
    queryFn: ({ signal }) => call(contract.results, { params: { id } }, { signal }),
  });
}
