import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { useSkeleton } from "../client/clock.ts";
import { type ApiError, toApiError } from "../client/errors.ts";
import { toast } from "../toasts/toasts.ts";
import type { ListDefinition, ListRow } from "./definition.ts";
import { filterQuery, type ListState, pageCount, queryOf } from "./list-state.ts";

const ALL_PAGE_SIZE = 100;

export interface ListRows<T extends ListRow> {
  rows: readonly T[];
  count: number;
  countText: string;
  waiting: boolean;
  /** The rows are those of the previous query. */
  isStale: boolean;
  isEmpty: boolean;
  error: ApiError | undefined;
  retry(): void;
  loadAll(): Promise<T[]>;
}

const NONE: never[] = [];

export function useListRows<T extends ListRow>(
  definition: ListDefinition<T>,
  state: ListState,
  onState: (state: ListState) => void,
): ListRows<T> {
  const { key, filters, select, load } = definition;
  const query = queryOf(state, filters, select);
  const page = useQuery({
    queryKey: [key, "list", query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(state.filters).length > 0;
  const total = useQuery({
    queryKey: [key, "total"],
    enabled: isFiltered,
    queryFn: async ({ signal }) => (await load({ page: 0, page_size: 1, select_columns: ["id"] }, signal)).count,
  });
  const waiting = useSkeleton(page.isPending);
  const queries = useQueryClient();
  const { shown, isOld } = useShown(page);
  const count = shown?.count ?? 0;

  const isOutOfRange = page.isSuccess && !page.isPlaceholderData && state.pageIndex >= pageCount(count, state.pageSize);
  useEffect(() => {
    if (isOutOfRange) onState({ ...state, pageIndex: 0 });
  }, [isOutOfRange, onState, state]);

  const loadAll = async () => {
    const rows: T[] = [];
    try {
      for (let index = 0; rows.length < count; index++) {
        const part = await load({
          ...filterQuery(state.filters, filters),
          select_columns: [...select],
          page: index,
          page_size: ALL_PAGE_SIZE,
        });
        rows.push(...part.result);
        if (part.result.length === 0) break;
      }
    } catch (error) {
      toast.error(error);
    }
    return rows;
  };

  return {
    rows: waiting ? NONE : (shown?.result ?? NONE),
    count,
    countText: shown === undefined ? "" : textOf(count, isFiltered ? total.data : undefined),
    waiting,
    isStale: isOld,
    isEmpty: !waiting && page.isSuccess && count === 0,
    error: page.error ? toApiError(page.error) : undefined,
    retry: () => queries.invalidateQueries({ queryKey: [key] }),
    loadAll,
  };
}

function useShown<T>(page: UseQueryResult<T>): { shown: T | undefined; isOld: boolean } {
  const [last, setLast] = useState(page.data);
  if (page.data !== undefined && page.data !== last) setLast(page.data);
  const hasFailed = page.data === undefined && page.isError;
  return {
    shown: hasFailed ? last : page.data,
    isOld: (hasFailed && last !== undefined) || (page.isPlaceholderData && page.isFetching),
  };
}

function textOf(count: number, total: number | undefined): string {
  return total === undefined ? number(count) : t("{count, number} of {total, number}", { count, total });
}
