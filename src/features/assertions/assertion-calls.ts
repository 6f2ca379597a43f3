import { type QueryClient, useQuery } from "@tanstack/react-query";
import * as contract from "../../api/assertion/contract.ts";
import type { OperationResult } from "../../model/operation.ts";
import { call } from "../../web/client/client.ts";
import { later, parseMoment } from "../../web/client/clock.ts";

export type { Assertion } from "../../api/assertion/contract.ts";
export type CheckedResult = OperationResult<typeof contract.results>["result"][number];

/** What is known of assertions, on all pages that are open. */
export const ASSERTIONS_KEY = "assertions";

export const refreshAssertions = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [ASSERTIONS_KEY] });

const CHECK_MS = 500;
const MAX_WAITS = 40;

/** A saved assertion is checked soon after. */
export async function refreshWhenChecked(queries: QueryClient, id: number): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS && !(await isChecked(id)); waits++)
    await new Promise<void>((resolve) => later(CHECK_MS, resolve));
  await refreshAssertions(queries);
}

async function isChecked(id: number): Promise<boolean> {
  const { result } = await call(contract.show, { params: { id } });
  const [checked, changed] = [result.checked_at ?? "", result.changed_on ?? ""].map(parseMoment);
  return checked !== undefined && changed !== undefined && checked >= changed;
}

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
