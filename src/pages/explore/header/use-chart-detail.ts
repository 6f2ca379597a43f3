import { type ChartDetail, show } from "../../../api/chart/contract.ts";
import { call } from "../../../web/client/client.ts";
import { type Fetched, useFetched } from "../../../web/client/use-fetched.ts";
import { useExplore } from "../workbench/store-context.ts";

export function chartKey(id: number): string {
  return `chart ${id}`;
}

export function useChartDetail(): Fetched<ChartDetail> {
  const id = useExplore((state) => state.chart?.id);
  return useFetched(id === undefined ? undefined : chartKey(id), async (signal) => {
    return (await call(show, { params: { id: String(id) } }, { signal })).result;
  });
}
