import { useEffect, useRef } from "react";
import { memoryKey } from "../../../model/dataset.ts";
import { readStored, useStored, writeStored } from "../../../web/session/storage.ts";
import { isFast, medianMs, type Timings, withTiming } from "../state/speed.ts";
import { useExplore, useWorkbench } from "./store-context.ts";

export const CHOICES_KEY = "explore.liveChoices";
export const TIMINGS_KEY = "explore.timings";
const NO_TIMINGS: Timings = {};
const MAX_CHOICES = 100;

type DatasetId = number | string;
/** What users chose per dataset, latest last. */
type Choices = readonly (readonly [DatasetId, boolean])[];
const NO_CHOICES: Choices = [];

export interface Live {
  isOn: boolean;
  isDefault: boolean;
  /** Median query time in ms, if the dataset is slow. */
  slowMs: number | undefined;
  setOn(isOn: boolean): void;
}

/** The user's choice for the dataset; without one, datasets that were slow before start without live update. */
export function isLive(datasetId: DatasetId): boolean {
  const choice = choiceFor(datasetId, readStored(CHOICES_KEY, NO_CHOICES));
  return choice ?? isFast(readStored(TIMINGS_KEY, NO_TIMINGS), datasetId);
}

function choiceFor(datasetId: DatasetId, choices: Choices): boolean | undefined {
  return choices.find(([id]) => id === datasetId)?.[1];
}

function remember(datasetId: DatasetId, isOn: boolean): void {
  const others = readStored(CHOICES_KEY, NO_CHOICES).filter(([id]) => id !== datasetId);
  writeStored(CHOICES_KEY, [...others, [datasetId, isOn]].slice(-MAX_CHOICES));
}

export function useLive(): Live {
  const { store } = useWorkbench();
  const datasetId = useExplore((state) => memoryKey(state.dataset));
  const isOn = useExplore((state) => state.live);
  const [choices] = useStored(CHOICES_KEY, NO_CHOICES);
  const [timings] = useStored(TIMINGS_KEY, NO_TIMINGS);
  return {
    isOn,
    isDefault: choiceFor(datasetId, choices) === undefined,
    slowMs: isFast(timings, datasetId) ? undefined : medianMs(timings, datasetId),
    setOn: (next) => {
      remember(datasetId, next);
      store.getState().setLive(next);
    },
  };
}

export function useSpeedTracking(): void {
  const { store, run } = useWorkbench();
  const [timings, write] = useStored(TIMINGS_KEY, NO_TIMINGS);
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
}

/** The switch stays as it is until the user moves it or swaps the dataset, however slow queries get. */
export function useLiveOfDataset(): void {
  const { store } = useWorkbench();
  const datasetId = useExplore((state) => memoryKey(state.dataset));
  const visited = useRef(new Map<DatasetId, boolean>());
  const previous = useRef(datasetId);
  useEffect(() => {
    const { live, setLive } = store.getState();
    // Only SQL Lab queries have a text as key.
    const isSavedQuery = typeof previous.current === "string" && typeof datasetId === "number";
    const before = isSavedQuery ? live : visited.current.get(datasetId);
    const isOn = before ?? isLive(datasetId);
    if (isSavedQuery && isOn !== isLive(datasetId)) remember(datasetId, isOn);
    if (isOn !== live) setLive(isOn);
    previous.current = datasetId;
    return () => void visited.current.set(datasetId, store.getState().live);
  }, [datasetId, store]);
}
