import { useCallback, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { loadedEditedType } from "../../../chart-types/with-matrix.ts";
import { datasourceKey, isSqlSource } from "../../../model/dataset.ts";
import { FormData } from "../../../model/form-data.ts";
import { nowMs, SLOW_DEBOUNCE_MS, useDebounced } from "../../../web/client/clock.ts";
import { readStored, writeStored } from "../../../web/session/storage.ts";
import { deriveState, type ExploreStore } from "../state/store.ts";
import { useDerivedState, useExplore, useWorkbench } from "./store-context.ts";
import type { ExploreSource } from "./use-source.ts";

const KEY = "explore.draft";
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_DRAFTS = 12;

const Draft = z.object({
  subject: z.string(),
  at: z.number(),
  name: z.string(),
  formData: FormData,
  /** Address where it was stored; opening it applies the draft even if it names something else. */
  address: z.string().optional(),
});
export type Draft = z.infer<typeof Draft>;

export function subjectOf(source: Pick<ExploreSource, "chart" | "dataset">): string {
  const { chart, dataset } = source;
  if (chart) return `chart ${chart.id}`;
  return isSqlSource(dataset) ? datasourceKey(dataset) : `dataset ${dataset.id}`;
}

export function draftOf(source: ExploreSource): Draft | undefined {
  const draft = storedDraft(source);
  return isExplicit(source) && draft?.address !== currentAddress() ? undefined : draft;
}

export function offerableDraft(source: ExploreSource): Draft | undefined {
  return draftOf(source) ? undefined : storedDraft(source);
}

function currentAddress(): string {
  return window.location.pathname + window.location.search;
}

export function isExplicit({ address }: ExploreSource): boolean {
  return Boolean(address.vizType || address.formDataKey || address.permalinkKey);
}

function storedDraft(source: ExploreSource): Draft | undefined {
  const draft = storedDrafts().find(({ subject }) => subject === subjectOf(source));
  return draft && nowMs() - draft.at < MAX_AGE_MS ? draft : undefined;
}

function storedDrafts(): Draft[] {
  const stored = readStored<unknown>(KEY, null);
  return (Array.isArray(stored) ? stored : []).flatMap((one) => Draft.safeParse(one).data ?? []);
}

export function deleteDraft(subject: string): void {
  const others = storedDrafts().filter((one) => one.subject !== subject);
  writeStored(KEY, others.length > 0 ? others : undefined);
}

export function useDraft(source: ExploreSource): void {
  const { altered, isRenamed } = useDerivedState();
  const chart = useExplore((state) => state.chart);
  const dataset = useExplore((state) => state.dataset);
  const name = useExplore((state) => state.name);
  const formData = useExplore((state) => state.formData);
  const isChanged = altered.length > 0 || isRenamed;
  const { store } = useWorkbench();
  const subject = subjectOf({ chart, dataset });
  const current = useDebounced(formData, SLOW_DEBOUNCE_MS);
  const opened = subjectOf(source);
  const [offeredAt] = useState(() => offerableDraft(source)?.at);
  // There is one draft per subject: an offered one isn't overwritten until it is taken.
  const canStore = useCallback(
    (about: string) => about !== opened || offeredAt === undefined || offerableDraft(source)?.at !== offeredAt,
    [source, opened, offeredAt],
  );
  const storedSubject = useRef<string>(undefined);
  useEffect(() => {
    // After saving as a new chart or swapping the dataset, the old draft is obsolete.
    if (storedSubject.current !== undefined && storedSubject.current !== subject) deleteDraft(storedSubject.current);
    storedSubject.current = undefined;
    if (!canStore(subject)) return;
    if (isChanged) {
      storeDraft({ subject, name, formData: current });
      storedSubject.current = subject;
    } else deleteDraft(subject);
  }, [canStore, isChanged, subject, name, current]);
  useEffect(() => {
    const flush = () => {
      if (canStore(subjectOf(store.getState()))) storeLatest(store);
    };
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [store, canStore]);
}

function storeDraft(work: Pick<Draft, "subject" | "name" | "formData">): void {
  const draft: Draft = { ...work, at: nowMs(), address: currentAddress() };
  const others = storedDrafts().filter(({ subject }) => subject !== work.subject);
  writeStored(KEY, [draft, ...others].slice(0, MAX_DRAFTS));
}

function storeLatest(store: ExploreStore): void {
  const state = store.getState();
  const { altered, isRenamed } = deriveState(state, loadedEditedType);
  if (altered.length > 0 || isRenamed)
    storeDraft({ subject: subjectOf(state), name: state.name, formData: state.formData });
}
