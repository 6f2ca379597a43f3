import { useQuery } from "@tanstack/react-query";
import { extentMetrics, MAX_LABEL, MIN_LABEL } from "../../model/native-filter-query.ts";
import type { ChartDataResult, QueryContext } from "../../model/query-context.ts";
import { fetchChartData } from "../../web/chart-view/use-chart-data.ts";
import type { TimeSource } from "./time-source.ts";

export interface TimeExtent {
  min: string;
  max: string;
}

const MAX_SOURCES = 5;

export function useTimeExtent(sources: readonly TimeSource[] | undefined): TimeExtent | undefined {
  const isWanted = sources !== undefined && sources.length > 0 && sources.length <= MAX_SOURCES;
  const { data } = useQuery({
    queryKey: ["time-extent", sources],
    enabled: isWanted,
    retry: false,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const extents = await Promise.all((sources ?? []).map((source) => requestExtent(source, signal)));
      return unionOf(extents) ?? null;
    },
  });
  return data ?? undefined;
}

async function requestExtent(source: TimeSource, signal: AbortSignal): Promise<TimeExtent | undefined> {
  return extentOf((await fetchChartData(contextOf(source), signal)).result[0], source.format);
}

function contextOf({ datasetId, column, dashboardId }: TimeSource): QueryContext {
  return {
    datasource: { id: datasetId, type: "table" },
    queries: [{ columns: [], metrics: extentMetrics(column), filters: [], row_limit: 1 }],
    result_format: "json",
    result_type: "full",
    ...(dashboardId === undefined ? {} : { form_data: { dashboardId } }),
  };
}

export function extentOf(result: ChartDataResult | undefined, format?: string | null): TimeExtent | undefined {
  const row = Array.isArray(result?.data) ? result.data[0] : undefined;
  const [min, max] = [dayOf(row?.[MIN_LABEL], format), dayOf(row?.[MAX_LABEL], format)];
  return min && max ? { min, max } : undefined;
}

function dayOf(value: unknown, format: string | null | undefined): string | undefined {
  const ms =
    typeof value === "number"
      ? value * (format === "epoch_s" ? 1000 : 1)
      : Date.parse(typeof value === "string" ? `${value.slice(0, 10)}T00:00:00Z` : "");
  const text = Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? "" : new Date(ms).toISOString();
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : undefined;
}

export function unionOf(extents: readonly (TimeExtent | undefined)[]): TimeExtent | undefined {
  if (extents.length === 0 || extents.some((extent) => !extent)) return undefined;
  const known = extents as readonly TimeExtent[];
  return {
    min: known.map(({ min }) => min).sort()[0] ?? "",
    max:
      known
        .map(({ max }) => max)
        .sort()
        .at(-1) ?? "",
  };
}
