import { exactTime, parseMoment, relativeTime, useNow } from "../client/clock.ts";

export interface RelativeTimeProps {
  /** Epoch milliseconds, or ISO text of the API (UTC without a zone). */
  at: string | number | null | undefined;
  short?: boolean;
  capitalized?: boolean;
}

export function RelativeTime({ at, short, capitalized }: RelativeTimeProps) {
  const now = useNow();
  if (at === null || at === undefined || at === "") return null;
  const ms = parseMoment(at);
  if (Number.isNaN(ms)) return null;
  const text = relativeTime(ms, now, short ? "short" : "long");
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {capitalized ? text.charAt(0).toUpperCase() + text.slice(1) : text}
    </time>
  );
}
