import { useQuery } from "@tanstack/react-query";
import * as me from "../../api/me/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "./client.ts";

const POLL_MS = 2000;

export function useQueueText(isWaitedFor: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ["me", "queue"],
    queryFn: () => call(me.queue, {}),
    enabled: isWaitedFor,
    refetchInterval: POLL_MS,
    retry: false,
    gcTime: 0,
  });
  const { waiting = 0, ahead = 0 } = data?.result ?? {};
  if (!isWaitedFor || waiting === 0 || ahead === 0) return undefined;
  return t("{count, plural, one {Waiting for # query} other {Waiting for # queries}}", { count: ahead });
}
