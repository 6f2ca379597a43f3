import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { loadedEditedType } from "../../../chart-types/with-matrix.ts";
import { FormData } from "../../../model/form-data.ts";
import { nowMs, SLOW_DEBOUNCE_MS, useDebounced } from "../../../web/clock.ts";
import { readStored, writeStored } from "../../../web/storage.ts";
import { type ExploreStore, standingOf } from "../state/store.ts";
import { useBench, useExplore, useStanding } from "./store-context.ts";
import type { ExploreSource } from "./use-source.ts";

const KEY = "explore.draft";
const KEPT_MS = 7 * 24 * 3_600_000;

const Draft = z.object({
  subject: z.string(),
  at: z.number(),
  name: z.string(),
  formData: FormData,
  /** Where it was left, which leads back to it whatever else the address asks for. */
  address: z.string().optional(),
});
export type Draft = z.infer<typeof Draft>;

/** What a draft belongs to: a chart, or a new chart over a dataset. */
export function subjectOf(source: Pick<ExploreSource, "chart" | "dataset">): string {
  return source.chart ? `chart ${source.chart.id}` : `dataset ${source.dataset.id}`;
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
  const parsed = Draft.safeParse(readStored<unknown>(KEY, null));
  if (!parsed.success || parsed.data.subject !== subjectOf(source)) return undefined;
  return nowMs() - parsed.data.at < KEPT_MS ? parsed.data : undefined;
}

export function forgetDraft(): void {
  writeStored(KEY, undefined);
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
  // The offered draft has the one place there is: it stays until it is taken.
  const isTaken = useCallback(
    () => offeredAt === undefined || offeredDraftOf(source)?.at !== offeredAt,
    [source, offeredAt],
  );
  useEffect(() => {
    if (!isTaken()) return;
    if (isChanged) keep({ subject, name, formData: current });
    else if (subject === opened) forgetDraft();
  }, [isTaken, isChanged, subject, opened, name, current]);
  useEffect(() => {
    /** The page is left before the form has rested. */
    const flush = () => {
      if (isTaken()) keepLatest(store);
    };
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [store, isTaken]);
}

function keep(work: Pick<Draft, "subject" | "name" | "formData">): void {
  writeStored(KEY, { ...work, at: nowMs(), address: addressNow() } satisfies Draft);
}

function keepLatest(store: ExploreStore): void {
  const state = store.getState();
  const { altered, isRenamed } = standingOf(state, loadedEditedType);
  if (altered.length > 0 || isRenamed) keep({ subject: subjectOf(state), name: state.name, formData: state.formData });
}
