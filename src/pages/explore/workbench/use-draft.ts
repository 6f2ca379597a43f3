import { useCallback, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { loadedEditedType } from "../../../chart-types/with-matrix.ts";
import { datasourceKey, isSqlSource } from "../../../model/dataset.ts";
import { FormData } from "../../../model/form-data.ts";
import { nowMs, SLOW_DEBOUNCE_MS, useDebounced } from "../../../web/client/clock.ts";
import { readStored, writeStored } from "../../../web/session/storage.ts";
import { type ExploreStore, standingOf } from "../state/store.ts";
import { useBench, useExplore, useStanding } from "./store-context.ts";
import type { ExploreSource } from "./use-source.ts";

/** A list: other tabs have other work. */
const KEY = "explore.draft";
const KEPT_MS = 7 * 24 * 3_600_000;
/** Of the things that were left with unsaved work, the latest. */
const MOST = 12;

const Draft = z.object({
  subject: z.string(),
  at: z.number(),
  name: z.string(),
  formData: FormData,
  /** Where it was left, which leads back to it whatever else the address asks for. */
  address: z.string().optional(),
});
export type Draft = z.infer<typeof Draft>;

/** What a draft belongs to: a chart, or a new chart over a dataset or query. */
export function subjectOf(source: Pick<ExploreSource, "chart" | "dataset">): string {
  const { chart, dataset } = source;
  if (chart) return `chart ${chart.id}`;
  return isSqlSource(dataset) ? datasourceKey(dataset) : `dataset ${dataset.id}`;
}

/** The unsaved work on the same thing, left behind by a crash or a closed tab. */
export function draftOf(source: ExploreSource): Draft | undefined {
  const draft = keptDraft(source);
  return isExplicit(source) && draft?.address !== addressNow() ? undefined : draft;
}

/** The unsaved work on the same thing where the address asks for something else: offered, never applied. */
export function offeredDraftOf(source: ExploreSource): Draft | undefined {
  return draftOf(source) ? undefined : keptDraft(source);
}

function addressNow(): string {
  return window.location.pathname + window.location.search;
}

/** The address itself says what is on the page. */
export function isExplicit({ address }: ExploreSource): boolean {
  return Boolean(address.vizType || address.formDataKey || address.permalinkKey);
}

function keptDraft(source: ExploreSource): Draft | undefined {
  const draft = keptDrafts().find(({ subject }) => subject === subjectOf(source));
  return draft && nowMs() - draft.at < KEPT_MS ? draft : undefined;
}

/** Newest first. */
function keptDrafts(): Draft[] {
  const stored = readStored<unknown>(KEY, null);
  return (Array.isArray(stored) ? stored : []).flatMap((one) => Draft.safeParse(one).data ?? []);
}

export function forgetDraft(subject: string): void {
  const others = keptDrafts().filter((one) => one.subject !== subject);
  writeStored(KEY, others.length > 0 ? others : undefined);
}

/** Writes unsaved work to the browser's storage, and takes it away once it is saved or discarded. */
export function useDraft(source: ExploreSource): void {
  const { altered, isRenamed } = useStanding();
  const chart = useExplore((state) => state.chart);
  const dataset = useExplore((state) => state.dataset);
  const name = useExplore((state) => state.name);
  const formData = useExplore((state) => state.formData);
  const isChanged = altered.length > 0 || isRenamed;
  const { store } = useBench();
  const subject = subjectOf({ chart, dataset });
  const current = useDebounced(formData, SLOW_DEBOUNCE_MS);
  const opened = subjectOf(source);
  const [offeredAt] = useState(() => offeredDraftOf(source)?.at);
  // The offered draft has the one place there is for its subject: it stays until it is taken.
  const isFree = useCallback(
    (about: string) => about !== opened || offeredAt === undefined || offeredDraftOf(source)?.at !== offeredAt,
    [source, opened, offeredAt],
  );
  const written = useRef<string>(undefined);
  useEffect(() => {
    // Work that was saved as another chart, or went on over another dataset, is no longer about what it was.
    if (written.current !== undefined && written.current !== subject) forgetDraft(written.current);
    written.current = undefined;
    if (!isFree(subject)) return;
    if (isChanged) {
      keep({ subject, name, formData: current });
      written.current = subject;
    } else forgetDraft(subject);
  }, [isFree, isChanged, subject, name, current]);
  useEffect(() => {
    /** The page is left before the form has rested. */
    const flush = () => {
      if (isFree(subjectOf(store.getState()))) keepLatest(store);
    };
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [store, isFree]);
}

function keep(work: Pick<Draft, "subject" | "name" | "formData">): void {
  const draft: Draft = { ...work, at: nowMs(), address: addressNow() };
  const others = keptDrafts().filter(({ subject }) => subject !== work.subject);
  writeStored(KEY, [draft, ...others].slice(0, MOST));
}

function keepLatest(store: ExploreStore): void {
  const state = store.getState();
  const { altered, isRenamed } = standingOf(state, loadedEditedType);
  if (altered.length > 0 || isRenamed) keep({ subject: subjectOf(state), name: state.name, formData: state.formData });
}
