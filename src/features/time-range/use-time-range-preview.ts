import { useQuery } from "@tanstack/react-query";
import { getTimeRange } from "../../api/time-range/contract.ts";
import { call } from "../../web/client/client.ts";
import { nowMs, useDebounced } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { NO_FILTER } from "../../web/control-words/time-range.ts";

export interface TimeRangePreview {
  /** What the range means right now, once known. */
  words: string;
  /** The same as ISO times without a zone, the end exclusive; "" for an open end. Missing while unknown or unbounded. */
  bounds?: { since: string; until: string };
  /** Why the server cannot read the range. */
  error?: string;
}

/** Asks the server what a range means at this moment, a quarter of a second after the last change. */
export function useTimeRangePreview(text: string): TimeRangePreview {
  const rested = useDebounced(text);
  const isAsked = rested !== NO_FILTER;
  const { data, error } = useQuery({
    queryKey: ["time-range", rested],
    queryFn: ({ signal }) => call(getTimeRange, { q: rested }, { signal }),
    enabled: isAsked,
    retry: false,
    staleTime: 60_000,
  });
  if (!isAsked) return { words: "No bounds" };
  if (error) return { words: "", error: toApiError(error).message };
  const bounds = data?.result[0];
  return bounds ? { words: boundsWords(bounds.since, bounds.until), bounds } : { words: "" };
}

/** `2001-01-01T00:00:00` and "" (open) as "2001-01-01 00:00:00 ≤ time". */
export function boundsWords(since: string, until: string): string {
  const from = since ? `${since.replace("T", " ")} ≤ ` : "";
  const to = until ? ` < ${until.replace("T", " ")}` : "";
  return from || to ? `${from}time${to}` : "No bounds";
}

/** The local day as `2026-01-31`. */
export function todayText(): string {
  const now = nowMs();
  return new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
