import { TesseraError } from "../../model/errors.ts";
import { isoWithoutZone } from "../../query/calendar.ts";
import { withHolidays } from "../../query/holidays.ts";
import { parseTimeRange, type TimeRange, UnexpectedTimeRange } from "../../query/time-range.ts";
import type { App } from "../../server/app.ts";
import { wallTime } from "../../server/clock.ts";
import { permission, type Resource, route } from "../../server/http/route.ts";
import { getTimeRange } from "./contract.ts";

export const timeRange: Resource = {
  name: "time-range",
  routes: [
    route(getTimeRange, permission("can_time_range", "Api"), async ({ app }, { q }) => {
      const entries = typeof q === "string" ? [{ timeRange: q }] : q;
      return { result: await withHolidays(() => entries.map((entry) => resolved(app, entry))) };
    }),
  ],
};

function resolved(app: App, { timeRange: text, shift }: { timeRange: string; shift?: string | null | undefined }) {
  const anchors = { now: wallTime(app.clock), relativeStart: "today", relativeEnd: "today" } as const;
  const { since, until } = boundsOf(() => parseTimeRange(text, anchors, shift));
  return { since: bound(since), until: bound(until), timeRange: text, shift: shift ?? null };
}

function boundsOf(read: () => TimeRange): TimeRange {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TesseraError) || error instanceof UnexpectedTimeRange) throw error;
    throw new UnexpectedTimeRange(error.message);
  }
}

const bound = (ms: number | null) => (ms === null ? "" : isoWithoutZone(ms));
