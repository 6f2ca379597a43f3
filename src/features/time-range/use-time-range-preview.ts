import { useQuery } from "@tanstack/react-query";
import { getTimeRange } from "../../api/time-range/contract.ts";
import { effectiveZone } from "../../i18n/browser-zone.ts";
import { t } from "../../i18n/translate.ts";
import { wallClockIn } from "../../i18n/zone.ts";
import { call } from "../../web/client/client.ts";
import { nowMs, useDebounced } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { NO_FILTER, timeRangeText } from "../../web/control-words/time-range.ts";

export interface TimeRangePreview {
  text: string;
  /** ISO times without a zone, the end exclusive; "" when unbounded. Undefined while unknown or without a filter. */
  bounds?: { since: string; until: string };
  error?: string;
}

export function useTimeRangePreview(range: string): TimeRangePreview {
  const debounced = useDebounced(range);
  const isEnabled = debounced.trim() !== "" && debounced !== NO_FILTER;
  const { data, error } = useQuery({
    queryKey: ["time-range", debounced, effectiveZone()],
    queryFn: ({ signal }) => call(getTimeRange, { q: debounced }, { signal }),
    enabled: isEnabled,
    retry: false,
    staleTime: 60_000,
  });
  if (!isEnabled) return { text: t("All time") };
  if (error) return { text: "", error: toApiError(error).message };
  const bounds = data?.result[0];
  return bounds ? { text: boundsText(bounds.since, bounds.until), bounds } : { text: "" };
}

function boundsText(since: string, until: string): string {
  if (!since && !until) return t("All time");
  if (since && until && since >= until) return formatBounds(since, until);
  return timeRangeText(`${since.slice(0, 19)} : ${until.slice(0, 19)}`);
}

export function formatBounds(since: string, until: string): string {
  const [from, to] = [since.replace("T", " "), until.replace("T", " ")];
  if (from && to) return t("{from} ≤ time < {to}", { from, to });
  if (from) return t("{from} ≤ time", { from });
  return to ? t("time < {to}", { to }) : t("All time");
}

export function todayText(): string {
  return new Date(wallClockIn(nowMs(), effectiveZone())).toISOString().slice(0, 10);
}
