/** The browser's zone, for requests that a page doesn't send itself. */
export const ZONE_COOKIE = "time_zone";

const MAX_LENGTH = 64;
const MAX_KNOWN = 500;

const known = new Map<string, Intl.DateTimeFormat | null>();

/** Undefined for names that aren't time zones. */
function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  const cached = known.get(zone);
  if (cached !== undefined) return cached ?? undefined;
  if (known.size >= MAX_KNOWN) known.clear();
  const made = zone.length > MAX_LENGTH ? null : maybeClock(zone);
  if (zone.length <= MAX_LENGTH) known.set(zone, made);
  return made ?? undefined;
}

function maybeClock(timeZone: string): Intl.DateTimeFormat | null {
  const number = "numeric";
  const parts = { year: number, month: number, day: number, hour: number, minute: number, second: number } as const;
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      calendar: "gregory",
      era: "short",
      ...parts,
    });
  } catch {
    return null;
  }
}

/** IANA names such as `Europe/Berlin`, and offsets such as `+02:00`. */
export const isTimeZone = (zone: string): boolean => zone !== "" && clockOf(zone) !== undefined;

/** What clocks of the zone show, as milliseconds counted as if they were UTC. Unknown zones count as UTC. */
export function wallClockIn(ms: number, zone: string): number {
  const clock = Number.isFinite(ms) ? clockOf(zone) : undefined;
  if (!clock || Math.abs(ms) > MAX_MS) return ms;
  const parts = new Map(clock.formatToParts(ms).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const shown = new Date(0);
  const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
  shown.setUTCFullYear(year, part("month") - 1, part("day"));
  shown.setUTCHours(part("hour"), part("minute"), part("second"));
  return shown.getTime() + (((ms % 1000) + 1000) % 1000);
}

const MAX_MS = 8.64e15;
