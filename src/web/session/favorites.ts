import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import { t } from "../../i18n/translate.ts";
import { favoriteOperations } from "../../model/resource.ts";
import { call } from "../client/client.ts";
import { toast } from "../toasts/toasts.ts";
import { can, isVisitor } from "./session.ts";

export type FavoriteKind = "dashboard" | "chart" | "tag";
const CONTRACTS = { dashboard, chart, tag: favoriteOperations("tag") } as const;

export interface FavoriteEntry {
  kind: "dashboard" | "chart";
  id: number;
  title: string;
  url: string;
  vizType?: string;
  owners: readonly { first_name: string; last_name: string }[];
}

export function useFavorites() {
  return useQuery({
    queryKey: ["favorites"],
    queryFn: ({ signal }) => (isVisitor() ? [] : loadFavorites(signal)),
    staleTime: 60_000,
  });
}

async function loadFavorites(signal: AbortSignal): Promise<FavoriteEntry[]> {
  const q = { page: 0, page_size: 25, order_column: "changed_on_delta_humanized", order_direction: "desc" as const };
  const [dashboards, charts] = await Promise.all([
    can("can_read", "Dashboard")
      ? call(
          dashboard.list,
          { q: { ...q, filters: [{ col: "id", opr: "dashboard_is_favorite", value: true }] } },
          { signal },
        )
      : { result: [] },
    can("can_read", "Chart")
      ? call(chart.list, { q: { ...q, filters: [{ col: "id", opr: "chart_is_favorite", value: true }] } }, { signal })
      : { result: [] },
  ]);
  return [
    ...dashboards.result.map((row) => ({
      kind: "dashboard" as const,
      id: row.id,
      title: row.dashboard_title,
      url: row.url ?? `/superset/dashboard/${row.id}/`,
      owners: row.owners ?? [],
    })),
    ...charts.result.map((row) => ({
      kind: "chart" as const,
      id: row.id,
      title: row.slice_name,
      url: row.url ?? `/explore/?slice_id=${row.id}`,
      vizType: row.viz_type,
      owners: row.owners ?? [],
    })),
  ];
}

export function useFavoriteStatus(kind: FavoriteKind, ids: readonly number[]) {
  return useQuery<ReadonlyMap<number, boolean>>({
    queryKey: ["favorite-status", kind, [...ids].sort((a, b) => a - b)],
    enabled: ids.length > 0 && !isVisitor(),
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      const { result } = await call(CONTRACTS[kind].favoriteStatus, { q: [...ids] }, { signal });
      return new Map(result.map((entry) => [entry.id, entry.value]));
    },
  });
}

const ERROR_TEXTS: Readonly<Record<FavoriteKind, string>> = {
  chart: t("An error occurred while starring this chart"),
  dashboard: t("There was an issue favoriting this dashboard."),
  tag: t("There was an issue favoriting this tag."),
};

export function useToggleFavorite(kind: FavoriteKind) {
  const queries = useQueryClient();
  const write = (id: number, value: boolean) =>
    queries.setQueriesData<Map<number, boolean>>({ queryKey: ["favorite-status", kind] }, (known) =>
      known ? new Map(known).set(id, value) : known,
    );
  return useMutation({
    mutationFn: ({ id, value }: { id: number; value: boolean }) =>
      call(value ? CONTRACTS[kind].favorite : CONTRACTS[kind].unfavorite, { params: { id } }),
    onMutate: ({ id, value }) => write(id, value),
    onError: (error, { id, value }) => {
      write(id, !value);
      toast.error(error, () => ERROR_TEXTS[kind]);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["favorites"] }),
  });
}
