import { useQuery } from "@tanstack/react-query";
import { type ApiError, toApiError } from "./errors.ts";

export interface Fetched<T> {
  data?: T;
  error?: ApiError;
  isLoading: boolean;
  reload(): void;
}

export interface FetchOptions {
  once?: boolean;
}

/** Cached for a while, and canceled when unused. Undefined key: nothing is loaded. */
export function useFetched<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { once = false }: FetchOptions = {},
): Fetched<T> {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["explore", key],
    enabled: key !== undefined,
    queryFn: ({ signal }) => load(signal),
    ...(once ? { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } : {}),
  });
  return {
    data,
    error: error ? toApiError(error) : undefined,
    isLoading: key !== undefined && isPending,
    reload: () => void refetch(),
  };
}
