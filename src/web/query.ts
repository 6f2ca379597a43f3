import { QueryClient } from "@tanstack/react-query";
import { onReconnected } from "./connection.ts";

/** Server state shared by all pages. The client itself retries gateway errors; a refused call is not asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
    },
  },
});

onReconnected(() => void queryClient.invalidateQueries());
