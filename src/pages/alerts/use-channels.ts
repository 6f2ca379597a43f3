import { useQuery } from "@tanstack/react-query";
import { channels } from "../../api/report/contract.ts";
import { call } from "../../web/client/client.ts";
import type { Channel } from "./report-labels.tsx";

/** Whether this server can send through a channel; undefined while loading. */
export function useChannels() {
  const { data } = useQuery({
    queryKey: ["report", "channels"],
    queryFn: async ({ signal }) => (await call(channels, {}, { signal })).result,
  });
  return data;
}

/** Those of the types that this server can't send through. */
export function useMissingChannels(types: readonly string[]): Channel[] {
  const known = useChannels();
  const own = [...new Set(types)] as Channel[];
  return own.filter((type) => known?.[type === "SlackV2" ? "Slack" : type]?.available === false);
}
