import { useEffect, useRef } from "react";
import { memoryKey } from "../../../model/dataset.ts";
import { readStored, useStored } from "../../../web/session/storage.ts";
import { isQuick, type Speeds, usualMs, withAnswer } from "../state/speed.ts";
import { useBench, useExplore } from "./store-context.ts";

export const LIVE_KEY = "explore.live";
export const SPEEDS_KEY = "explore.speeds";
export const FOLLOWED_KEY = "explore.followed";
const NO_SPEEDS: Speeds = {};
const NO_IDS: readonly (number | string)[] = [];
/** The longest unasked are forgotten. */
const MOST_FOLLOWED = 100;

export interface Live {
  /** The chart follows its controls. */
  isOn: boolean;
  /** What an answer usually takes, milliseconds, where charts follow it only for who asks for that. */
  slowMs: number | undefined;
  want(isOn: boolean): void;
}

/** Quick datasets are followed unless live is off; slow ones by who has switched it on for them. */
export function isFollowing(datasetId: number | string): boolean {
  if (isQuick(readStored(SPEEDS_KEY, NO_SPEEDS), datasetId)) return readStored(LIVE_KEY, true);
  return readStored(FOLLOWED_KEY, NO_IDS).includes(datasetId);
}

export function useLive(): Live {
  const { store } = useBench();
  const datasetId = useExplore((state) => memoryKey(state.dataset));
  const [isWanted, write] = useStored(LIVE_KEY, true);
  const [followed, writeFollowed] = useStored(FOLLOWED_KEY, NO_IDS);
  const [speeds] = useStored(SPEEDS_KEY, NO_SPEEDS);
  const quick = isQuick(speeds, datasetId);
  return {
    isOn: quick ? isWanted : followed.includes(datasetId),
    slowMs: quick ? undefined : usualMs(speeds, datasetId),
    want: (next) => {
      const others = followed.filter((id) => id !== datasetId);
      if (quick) write(next);
      else writeFollowed(next ? [...others, datasetId].slice(-MOST_FOLLOWED) : others);
      store.getState().setLive(next);
    },
  };
}

/** Measures the dataset by the answers to the chart, and lets the chart follow its controls or not. */
export function useSpeed(): void {
  const { store, run } = useBench();
  const [speeds, write] = useStored(SPEEDS_KEY, NO_SPEEDS);
  const { isOn } = useLive();
  const measured = useRef<unknown>(undefined);
  useEffect(() => {
    const { answered, startedAt, finishedAt, results } = run;
    if (run.status !== "ready" || !answered || answered === measured.current) return;
    if (startedAt === undefined || finishedAt === undefined) return;
    const isFirst = measured.current === undefined;
    measured.current = answered;
    const datasetId = memoryKey(store.getState().dataset);
    const isCached = (results ?? []).some((result) => result.is_cached === true);
    const next = withAnswer(speeds, { datasetId, ms: finishedAt - startedAt, isCached, isFirst });
    if (next === speeds) return;
    write(next);
  }, [run, store, speeds, write]);
  useEffect(() => {
    if (isOn !== store.getState().live) store.getState().setLive(isOn);
  }, [isOn, store]);
}
