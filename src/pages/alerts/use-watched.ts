import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import * as report from "../../api/report/contract.ts";
import { call } from "../../web/client/client.ts";
import { later, nowMs } from "../../web/client/clock.ts";
import { toast } from "../../web/toasts/toasts.ts";

/** How soon to look again while something runs. */
const AGAIN_MS = 3000;
/** Within this a run that was asked for shows itself. */
const BEGUN_MS = 12_000;

/** Looks at a list again while one of its rows is at work, and for a while after a run was asked for. */
export function useWatched(key: string) {
  const queries = useQueryClient();
  const [loaded, setLoaded] = useState<{ at: number; isWorking: boolean }>();
  const until = useRef(0);
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: [key] }), [queries, key]);
  useEffect(() => {
    if (loaded && (loaded.isWorking || loaded.at < until.current)) return later(AGAIN_MS, refresh);
  }, [loaded, refresh]);
  const onLoaded = useCallback(
    (states: readonly (string | null | undefined)[]) =>
      setLoaded({ at: nowMs(), isWorking: states.includes("Working") }),
    [],
  );
  /** Runs it as if it were due: it is sent, where its condition holds. */
  const run = useCallback(
    async ({ id, name }: { id: number; name: string }) => {
      try {
        await call(report.run, { params: { id } });
        toast.info(`Running: ${name}`);
        until.current = nowMs() + BEGUN_MS;
      } catch (error) {
        toast.error(error, (message) => `${name} could not be run: ${message}`);
      }
      refresh();
    },
    [refresh],
  );
  return { at: loaded?.at, onLoaded, refresh, run };
}
