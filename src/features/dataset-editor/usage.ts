import { relatedObjects } from "../../api/dataset/contract.ts";
import type { OperationResult } from "../../model/operation.ts";
import { call } from "../../web/client/client.ts";

/** Charts and dashboards that use a dataset and are visible to the user. */
export type Usage = OperationResult<typeof relatedObjects>;

export const usageOf = (id: number, signal: AbortSignal): Promise<Usage> =>
  call(relatedObjects, { params: { id: `${id}` } }, { signal });

/** For example "31 charts on 4 dashboards". */
export function usageText({ charts, dashboards }: Usage): string {
  const on = dashboards.count === 0 ? "" : ` on ${dashboards.count} dashboard${dashboards.count === 1 ? "" : "s"}`;
  return `${charts.count} chart${charts.count === 1 ? "" : "s"}${on}`;
}
