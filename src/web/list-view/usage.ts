import { useQuery } from "@tanstack/react-query";
import { createContext } from "react";
import { type Usage, usage } from "../../api/log/usage-contract.ts";
import { call } from "../client/client.ts";
import { isVisitor } from "../session/session.ts";
import { useMedia } from "../session/theme.ts";

export type UsageKind = "dashboard" | "chart";

export const USAGE_COLUMNS: readonly string[] = ["views", "last_viewed"];

export type UsageById = ReadonlyMap<number, Usage>;

/** Of the list's rows; undefined until loaded. */
export const UsageContext = createContext<UsageById | undefined>(undefined);

const MAX_AGE_MS = 60_000;

/** Not loaded where the columns have no space. A failure leaves them empty. */
export function useUsage(kind: UsageKind | undefined, ids: readonly number[]): UsageById | undefined {
  const isShown = useMedia("(min-width: 1200px)");
  const sorted = [...ids].sort((a, b) => a - b);
  const { data } = useQuery<UsageById>({
    queryKey: ["usage", kind, sorted],
    enabled: isShown && kind !== undefined && ids.length > 0 && !isVisitor(),
    retry: false,
    staleTime: MAX_AGE_MS,
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      const { result } = await call(usage, { q: { type: kind as UsageKind, ids: sorted } }, { signal });
      return new Map(result.map((one) => [one.id, one]));
    },
  });
  return data;
}
