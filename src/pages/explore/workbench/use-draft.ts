import { useEffect, useState } from "react";
import { z } from "zod";
import { FormData } from "../../../model/form-data.ts";
import { nowMs, SLOW_DEBOUNCE_MS, useDebounced } from "../../../web/clock.ts";
import { readStored, writeStored } from "../../../web/storage.ts";
import { useExplore, useStanding } from "./store-context.ts";
import type { ExploreSource } from "./use-source.ts";

const KEY = "explore.draft";
const KEPT_MS = 7 * 24 * 3_600_000;

const Draft = z.object({ subject: z.string(), at: z.number(), name: z.string(), formData: FormData });
export type Draft = z.infer<typeof Draft>;

/** What a draft belongs to: a chart, or a new chart over a dataset. */
export function subjectOf(source: Pick<ExploreSource, "chart" | "dataset">): string {
  return source.chart ? `chart ${source.chart.id}` : `dataset ${source.dataset.id}`;
}

/** The unsaved work on the same thing, left behind by a crash or a closed tab. */
export function draftOf(source: ExploreSource): Draft | undefined {
  return isExplicit(source) ? undefined : keptDraft(source);
}

/** The unsaved work on the same thing where the address asks for something else: offered, never applied. */
export function offeredDraftOf(source: ExploreSource): Draft | undefined {
  return isExplicit(source) ? keptDraft(source) : undefined;
}

function isExplicit({ address }: ExploreSource): boolean {
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
  const isChanged = altered.length > 0 || (isRenamed && chart !== null);
  const subject = subjectOf({ chart, dataset });
  const current = useDebounced(formData, SLOW_DEBOUNCE_MS);
  const opened = subjectOf(source);
  const [offeredAt] = useState(() => offeredDraftOf(source)?.at);
  useEffect(() => {
    // The offered draft has the one place there is: it stays until it is taken.
    if (offeredAt !== undefined && offeredDraftOf(source)?.at === offeredAt) return;
    if (isChanged) writeStored(KEY, { subject, at: nowMs(), name, formData: current } satisfies Draft);
    else if (subject === opened) forgetDraft();
  }, [source, offeredAt, isChanged, subject, opened, name, current]);
}
