import { useQuery } from "@tanstack/react-query";
import { bucketAt } from "../../chart-kit/axes/grain-bucket.ts";
import type { TimeExtent } from "../../chart-seam/chart-type.ts";
import { columnLabel } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import { extentMetrics, MAX_LABEL, MIN_LABEL } from "../../model/native-filter-query.ts";
import type { DataRow, QueryContext } from "../../model/query-context.ts";
import { DAY_MS } from "../../query/calendar.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { isGuest } from "../client/guest.ts";
import { queryClient } from "../client/query.ts";
import { isVisitor } from "../session/session.ts";
import type { ChartState } from "./chart-state.ts";
import { fetchChartData } from "./use-chart-data.ts";

const MOMENTS_LABEL = "moments";
/** Charts that take longer are on data whose extent would too. */
const MOST_MS = 2000;

/**
 * Between which times a dataset has data, for charts of days and longer periods, whose first and last one may be
 * partial. Asked after the chart is drawn, once per dataset column; unknown for slow datasets, and for guests, who may
 * ask only what is saved.
 */
export function useDataExtent(state: ChartState, formData: FormData, dataset?: Dataset): TimeExtent | undefined {
  const column = timeColumnOf(formData, dataset);
  const { data } = useQuery(
    {
      queryKey: ["data-extent", dataset?.id, column],
      enabled: column !== undefined && isQuick(state) && !isGuest() && !isVisitor(),
      retry: false,
      staleTime: 300_000,
      queryFn: async ({ signal }) => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
        const { result } = await fetchChartData(contextOf(dataset?.id ?? 0, column ?? ""), limit);
        const rows = result[0]?.data;
        return parseExtent(Array.isArray(rows) ? (rows[0] as DataRow | undefined) : undefined);
      },
    },
    queryClient,
  );
  return column === undefined ? undefined : (data ?? undefined);
}

export function timeColumnOf(formData: FormData, dataset: Dataset | undefined): string | undefined {
  const { x_axis } = formData as { x_axis?: Parameters<typeof columnLabel>[0] };
  const bucket = bucketAt(0, timeGrainOf(formData));
  const length = bucket ? bucket.to - bucket.from : 0;
  if (!x_axis || length < DAY_MS) return undefined;
  const known = dataset?.columns.find(({ column_name }) => column_name === columnLabel(x_axis));
  const isWhole = length === DAY_MS && /^date$/i.test(known?.type ?? "");
  return known?.is_dttm && !isWhole ? known.column_name : undefined;
}

function isQuick({ status, results, startedAt, finishedAt }: ChartState): boolean {
  if (status !== "ready" || !results || startedAt === undefined || finishedAt === undefined) return false;
  return finishedAt - startedAt < MOST_MS;
}

function contextOf(id: number, column: string): QueryContext {
  const moments = { ...extentMetrics(column)[0], aggregate: "COUNT_DISTINCT", label: MOMENTS_LABEL } as const;
  return {
    datasource: { id, type: "table" },
    queries: [{ columns: [], metrics: [...extentMetrics(column), moments] as never, filters: [], row_limit: 1 }],
    result_format: "json",
    result_type: "full",
  };
}

export function parseExtent(row: DataRow | undefined): TimeExtent | null {
  const [from, to] = [row?.[MIN_LABEL], row?.[MAX_LABEL]];
  const moments = Number(row?.[MOMENTS_LABEL] ?? 0);
  return typeof from === "number" && typeof to === "number" && moments > 0 ? { from, to, moments } : null;
}
