import { useEffect, useRef } from "react";
import { useStored } from "../../../web/storage.ts";
import { isQuick, type Speeds, usualMs, withAnswer } from "../state/speed.ts";
import { useBench, useExplore } from "./store-context.ts";

export const LIVE_KEY = "explore.live";
export const SPEEDS_KEY = "explore.speeds";
const NO_SPEEDS: Speeds = {};

export interface Live {
  /** The chart follows its controls. */
  isLive: boolean;
  /** What the person wants. */
  isWanted: boolean;
  /** What an answer usually takes, milliseconds, where that is too long to follow. */
  slowMs: number | undefined;
  want(isWanted: boolean): void;
}

/** Whether the chart follows its controls: when that is wanted, and the dataset has answered quickly so far. */
export function useLive(): Live {
  const { store } = useBench();
  const datasetId = useExplore((state) => state.dataset.id);
  const isLive = useExplore((state) => state.live);
  const [isWanted, write] = useStored(LIVE_KEY, true);
  const [speeds] = useStored(SPEEDS_KEY, NO_SPEEDS);
  const quick = isQuick(speeds, datasetId);
  return {
    isLive,
    isWanted,
    slowMs: quick ? undefined : usualMs(speeds, datasetId),
    want: (next) => {
      write(next);
      store.getState().setLive(next && quick);
    },
  };
}

/** Measures the dataset by the answers to the chart, and lets the chart follow its controls or not. */
export function useSpeed(): void {
  const { store, run } = useBench();
  const [speeds, write] = useStored(SPEEDS_KEY, NO_SPEEDS);
  const [isWanted] = useStored(LIVE_KEY, true);
  const shownId = useExplore((state) => state.dataset.id);
  const measured = useRef<unknown>(undefined);
  useEffect(() => {
    const { answered, startedAt, finishedAt, results } = run;
    if (run.status !== "ready" || !answered || answered === measured.current) return;
    if (startedAt === undefined || finishedAt === undefined) return;
    const isFirst = measured.current === undefined;
    measured.current = answered;
    const datasetId = store.getState().dataset.id;
    const isCached = (results ?? []).some((result) => result.is_cached === true);
    const next = withAnswer(speeds, { datasetId, ms: finishedAt - startedAt, isCached, isFirst });
    if (next === speeds) return;
    write(next);
  }, [run, store, speeds, write]);
  const isLive = isWanted && isQuick(speeds, shownId);
  useEffect(() => {
    if (isLive !== store.getState().live) store.getState().setLive(isLive);
  }, [isLive, store]);
}
