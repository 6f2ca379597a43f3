import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { later, nowMs } from "../../web/client/clock.ts";
import { toast } from "../../web/toasts/toasts.ts";

const POLL_MS = 3000;
/** A requested run shows up in the list within this time. */
const START_TIMEOUT_MS = 12_000;

export function useListPolling(key: string) {
  const queries = useQueryClient();
  const [loaded, setLoaded] = useState<{ at: number; isWorking: boolean }>();
  const until = useRef(0);
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: [key] }), [queries, key]);
  useEffect(() => {
    if (loaded && (loaded.isWorking || loaded.at < until.current)) return later(POLL_MS, refresh);
  }, [loaded, refresh]);
  const onLoaded = useCallback(
    (states: readonly (string | null | undefined)[]) =>
      setLoaded({ at: nowMs(), isWorking: states.includes("Working") }),
    [],
  );
  /** Sends only if the alert's condition is met. */
  const run = useCallback(
    async ({ id, name }: { id: number; name: string }) => {
      try {
        await call(report.run, { params: { id } });
        toast.info(t("Running: {name}", { name }));
        until.current = nowMs() + START_TIMEOUT_MS;
      } catch (error) {
        toast.error(error, (message) => t("Failed to run {name}: {message}", { name, message }));
      }
      refresh();
    },
    [refresh],
  );
  return { at: loaded?.at, onLoaded, refresh, run };
}
