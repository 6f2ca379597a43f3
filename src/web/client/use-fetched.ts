import { useQuery } from "@tanstack/react-query";
import { type ApiError, toApiError } from "./errors.ts";

export interface Fetched<T> {
  data?: T;
  error?: ApiError;
  isLoading: boolean;
  reload(): void;
}

export interface FetchOptions {
  /** Asked once, and forgotten as soon as nobody shows it. */
  once?: boolean;
}

/** What `load` answers for a key, kept for a while and called off when nobody waits. Undefined key: not asked. */
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
