import { QueryClient } from "@tanstack/react-query";
import { onReconnected } from "./connection.ts";

/**
 * Shared server state. The client retries gateway errors itself; other failures aren't retried. `networkMode:
 * "always"`, as the server may be on this device and paused calls wouldn't report anything.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      retry: false,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
    },
  },
});

onReconnected(() => void queryClient.invalidateQueries());
