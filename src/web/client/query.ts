import { QueryClient } from "@tanstack/react-query";
import { onReconnected } from "./connection.ts";

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
