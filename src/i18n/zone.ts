/** The browser's zone, for requests that a page doesn't send itself. */
export const ZONE_COOKIE = "time_zone";

/** The zone that the page shows. */
export const ZONE_HEADER = "x-time-zone";

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

/** The name of a column of times in a file. */
export const zonedName = (name: string, zone: string): string => `${name} (${zone})`;

/** As spelled in the IANA database, for names in any case. */
export const zoneName = (zone: string): string => clockOf(zone)?.resolvedOptions().timeZone ?? zone;

/** IANA names such as `Europe/Berlin`, and offsets such as `+02:00`. */
export const isTimeZone = (zone: string): boolean => zone !== "" && clockOf(zone) !== undefined;

/** What clocks of the zone show, as milliseconds counted as if they were UTC. Unknown zones count as UTC. */
export function wallClockIn(ms: number, zone: string): number {
  const clock = Number.isFinite(ms) && zone !== "UTC" ? clockOf(zone) : undefined;
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

/** Milliseconds by which clocks of the zone are ahead of UTC. */
export const offsetOf = (ms: number, zone: string): number => wallClockIn(ms, zone) - ms;

const DAY_MS = 86_400_000;

/** The first moment at which clocks of the zone show this time, or have skipped it. The inverse of `wallClockIn`. */
export function instantOn(wallMs: number, zone: string): number {
  const [first = wallMs] = instantsOn(wallMs, zone);
  return first;
}

/** All moments at which clocks of the zone show this time: two in an hour that repeats. */
export function instantsOn(wallMs: number, zone: string): number[] {
  if (zone === "UTC") return [wallMs];
  const [before, after] = [offsetOf(wallMs - DAY_MS, zone), offsetOf(wallMs + DAY_MS, zone)];
  const [first, last] = [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  const exact = [...new Set([first, last])].filter((ms) => wallClockIn(ms, zone) === wallMs);
  return exact.length > 0 ? exact : [firstAfter(first, last, (ms) => wallClockIn(ms, zone) >= wallMs)];
}

/** The first millisecond in `(from, to]` for which it holds, from when it always does. */
function firstAfter(from: number, to: number, holds: (ms: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export interface OffsetChange {
  from: number;
  offsetMs: number;
}

const FIRST_MS = Date.UTC(1970, 0, 1);
const LAST_MS = Date.UTC(2038, 0, 1);
/** No zone changes its clocks twice within it: in Ramadan, Morocco's are changed for about 30 days. */
const STEP_MS = 14 * DAY_MS;
const MAX_ZONES = 50;

const changes = new Map<string, readonly OffsetChange[]>();

/** How far ahead of UTC the zone is between two moments, from 1970 to 2037, beginning with the first offset. */
export function offsetChanges(
  zone: string,
  { since, until }: { since: number | null; until: number | null },
): OffsetChange[] {
  const all = allChanges(zone);
  const begin = since ?? Number.NEGATIVE_INFINITY;
  return all.filter(
    ({ from }, i) =>
      (all[i + 1]?.from ?? Number.POSITIVE_INFINITY) > begin && (until === null || i === 0 || from <= until),
  );
}

function allChanges(zone: string): readonly OffsetChange[] {
  const cached = changes.get(zone);
  if (cached) return cached;
  const found: OffsetChange[] = [{ from: FIRST_MS, offsetMs: offsetOf(FIRST_MS, zone) }];
  for (let at = FIRST_MS; at < LAST_MS; at += STEP_MS) {
    const offsetMs = offsetOf(at + STEP_MS, zone);
    if (offsetMs === found.at(-1)?.offsetMs) continue;
    found.push({ from: firstAfter(at, at + STEP_MS, (ms) => offsetOf(ms, zone) === offsetMs), offsetMs });
  }
  if (changes.size >= MAX_ZONES) changes.clear();
  changes.set(zone, found);
  return found;
}
