import { useQuery } from "@tanstack/react-query";
import { type ApiError, toApiError } from "../../../web/errors.ts";

export interface Fetched<T> {
  data?: T;
  error?: ApiError;
  isLoading: boolean;
  reload(): void;
}

/** What `load` answers for a key, kept for a while and called off when nobody waits. Undefined key: not asked. */
export function useFetched<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Fetched<T> {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["explore", key],
    enabled: key !== undefined,
    queryFn: ({ signal }) => load(signal),
  });
  return {
    data,
    error: error ? toApiError(error) : undefined,
    isLoading: key !== undefined && isPending,
    reload: () => void refetch(),
  };
}
