import { useEffect, useRef } from "react";
import { memoryKey } from "../../../model/dataset.ts";
import { readStored, useStored } from "../../../web/session/storage.ts";
import { isFast, medianMs, type Timings, withTiming } from "../state/speed.ts";
import { useExplore, useWorkbench } from "./store-context.ts";

export const LIVE_KEY = "explore.live";
export const TIMINGS_KEY = "explore.timings";
export const SLOW_LIVE_KEY = "explore.slowLiveIds";
const NO_TIMINGS: Timings = {};
const NO_IDS: readonly (number | string)[] = [];
const MAX_SLOW_LIVE = 100;

export interface Live {
  isOn: boolean;
  /** Median query time in ms, if the dataset is slow. */
  slowMs: number | undefined;
  setOn(isOn: boolean): void;
}

/** Fast datasets are live unless turned off; slow ones only if turned on for them. */
export function isLive(datasetId: number | string): boolean {
  if (isFast(readStored(TIMINGS_KEY, NO_TIMINGS), datasetId)) return readStored(LIVE_KEY, true);
  return readStored(SLOW_LIVE_KEY, NO_IDS).includes(datasetId);
}

export function useLive(): Live {
  const { store } = useWorkbench();
  const datasetId = useExplore((state) => memoryKey(state.dataset));
  const [isWanted, write] = useStored(LIVE_KEY, true);
  const [slowLiveIds, writeSlowLiveIds] = useStored(SLOW_LIVE_KEY, NO_IDS);
  const [timings] = useStored(TIMINGS_KEY, NO_TIMINGS);
  const isDatasetFast = isFast(timings, datasetId);
  return {
    isOn: isDatasetFast ? isWanted : slowLiveIds.includes(datasetId),
    slowMs: isDatasetFast ? undefined : medianMs(timings, datasetId),
    setOn: (next) => {
      const others = slowLiveIds.filter((id) => id !== datasetId);
      if (isDatasetFast) write(next);
      else writeSlowLiveIds(next ? [...others, datasetId].slice(-MAX_SLOW_LIVE) : others);
      store.getState().setLive(next);
    },
  };
}

export function useSpeedTracking(): void {
  const { store, run } = useWorkbench();
  const [timings, write] = useStored(TIMINGS_KEY, NO_TIMINGS);
  const { isOn } = useLive();
  const lastMeasured = useRef<unknown>(undefined);
  useEffect(() => {
    const { answered, startedAt, finishedAt, results } = run;
    if (run.status !== "ready" || !answered || answered === lastMeasured.current) return;
    if (startedAt === undefined || finishedAt === undefined) return;
    const isFirst = lastMeasured.current === undefined;
    lastMeasured.current = answered;
    const datasetId = memoryKey(store.getState().dataset);
    const isCached = (results ?? []).some((result) => result.is_cached === true);
    const next = withTiming(timings, { datasetId, ms: finishedAt - startedAt, isCached, isFirst });
    if (next === timings) return;
    write(next);
  }, [run, store, timings, write]);
  useEffect(() => {
    if (isOn !== store.getState().live) store.getState().setLive(isOn);
  }, [isOn, store]);
}
