import { useQuery } from "@tanstack/react-query";
import { channels } from "../../api/report/contract.ts";
import { call } from "../../web/client/client.ts";

/** Whether this server can send through a channel; undefined while loading. */
export function useChannels() {
  const { data } = useQuery({
    queryKey: ["report", "channels"],
    queryFn: async ({ signal }) => (await call(channels, {}, { signal })).result,
  });
  return data;
}
