import { QueryClient } from "@tanstack/react-query";
import { onReconnected } from "./connection.ts";

/**
 * Server state shared by all pages. The client itself retries gateway errors; a refused call is not asked again.
 * Whether the server can be reached is found out by asking it: it may be on this machine, which needs no network, and a
 * call that is only put off says nothing.
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
