/** Time ranges as the popover edits them: text on the wire, a small union in between. */
export type TimeRange =
  | { kind: "none" }
  | { kind: "last"; unit: LastUnit }
  | { kind: "previous"; unit: PreviousUnit }
  | { kind: "current"; unit: LastUnit }
  | { kind: "custom"; since: Moment; until: Moment }
  | { kind: "advanced"; since: string; until: string };

export type LastUnit = (typeof LAST_UNITS)[number];
export type PreviousUnit = (typeof PREVIOUS_UNITS)[number];
export type RelativeUnit = (typeof RELATIVE_UNITS)[number];

/** One end of a custom range. Relative amounts count from the anchor, negative is before. */
export type Moment =
  | { kind: "specific"; at: string }
  | { kind: "relative"; amount: number; unit: RelativeUnit; anchor: string }
  | { kind: "now" }
  | { kind: "midnight" };

export const NO_FILTER = "No filter";
export const LAST_UNITS = ["day", "week", "month", "quarter", "year"] as const;
export const PREVIOUS_UNITS = ["week", "month", "quarter", "year"] as const;
export const RELATIVE_UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;

const SEPARATOR = " : ";
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/;
const RELATIVE = new RegExp(
  `^DATEADD\\(DATETIME\\("([^"]+)"\\),\\s*(-?\\d+),\\s*(${RELATIVE_UNITS.join("|")})\\)$`,
  "i",
);

export function parseTimeRange(text: string | null | undefined): TimeRange {
  const value = (text ?? "").trim();
  if (value === "" || value.toLowerCase() === "no filter") return { kind: "none" };
  const last = /^last (day|week|month|quarter|year)$/i.exec(value);
  if (last) return { kind: "last", unit: last[1]?.toLowerCase() as LastUnit };
  const previous = /^previous calendar (week|month|quarter|year)$/i.exec(value);
  if (previous) return { kind: "previous", unit: previous[1]?.toLowerCase() as PreviousUnit };
  const current = /^current (day|week|month|quarter|year)$/i.exec(value);
  if (current) return { kind: "current", unit: current[1]?.toLowerCase() as LastUnit };
  const [since = "", until = ""] = value.includes(SEPARATOR) ? value.split(SEPARATOR) : [value, ""];
  const from = parseMoment(since);
  const to = parseMoment(until);
  if (from && to) return { kind: "custom", since: from, until: to };
  return { kind: "advanced", since, until };
}

function parseMoment(text: string): Moment | undefined {
  const value = text.trim();
  if (value.toLowerCase() === "now") return { kind: "now" };
  if (value.toLowerCase() === "today") return { kind: "midnight" };
  if (ISO.test(value)) return { kind: "specific", at: withTime(value) };
  const relative = RELATIVE.exec(value);
  if (!relative?.[1]) return undefined;
  const unit = relative[3]?.toLowerCase() as RelativeUnit;
  return { kind: "relative", amount: Number(relative[2]), unit, anchor: relative[1] };
}

function withTime(text: string): string {
  if (text.length === 10) return `${text}T00:00:00`;
  return text.length === 16 ? `${text}:00` : text;
}

/** The wire's text. */
export function timeRangeText(range: TimeRange): string {
  switch (range.kind) {
    case "none":
      return NO_FILTER;
    case "last":
      return `Last ${range.unit}`;
    case "previous":
      return `previous calendar ${range.unit}`;
    case "current":
      return `Current ${range.unit}`;
    case "custom":
      return `${momentText(range.since)}${SEPARATOR}${momentText(range.until)}`;
    case "advanced":
      return `${range.since.trim()}${SEPARATOR}${range.until.trim()}`;
  }
}

function momentText(moment: Moment): string {
  switch (moment.kind) {
    case "now":
      return "now";
    case "midnight":
      return "today";
    case "specific":
      return moment.at;
    case "relative":
      return `DATEADD(DATETIME("${moment.anchor}"), ${moment.amount}, ${moment.unit})`;
  }
}

/** A first value when a kind of range is chosen. */
export function blankRange(kind: TimeRange["kind"], today: string): TimeRange {
  switch (kind) {
    case "none":
      return { kind };
    case "last":
    case "current":
      return { kind, unit: "week" };
    case "previous":
      return { kind, unit: "week" };
    case "custom":
      return {
        kind,
        since: { kind: "relative", amount: -7, unit: "day", anchor: "now" },
        until: { kind: "specific", at: `${today}T00:00:00` },
      };
    case "advanced":
      return { kind, since: "", until: "" };
  }
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A range in a few words for a chip: "Jan 2000 – Feb 2010", "Last week". */
export function timeRangeWords(text: string | null | undefined): string {
  const range = parseTimeRange(text);
  switch (range.kind) {
    case "none":
      return NO_FILTER;
    case "last":
      return `Last ${range.unit}`;
    case "previous":
      return `Previous ${range.unit}`;
    case "current":
      return `This ${range.unit}`;
    case "advanced":
      return text ?? "";
    case "custom": {
      const whole = [range.since, range.until].every((one) => one.kind !== "specific" || /-01T00:00:00$/.test(one.at));
      return `${momentWords(range.since, whole)} – ${momentWords(range.until, whole)}`;
    }
  }
}

function momentWords(moment: Moment, monthOnly: boolean): string {
  if (moment.kind === "now") return "now";
  if (moment.kind === "midnight") return "today";
  if (moment.kind === "relative") {
    const amount = Math.abs(moment.amount);
    const words = `${amount} ${moment.unit}${amount === 1 ? "" : "s"}`;
    const direction = moment.amount <= 0 ? "ago" : "ahead";
    return moment.anchor === "now" || moment.anchor === "today"
      ? `${words} ${direction}`
      : `${words} ${direction} of ${moment.anchor.slice(0, 10)}`;
  }
  const [year, month, day] = moment.at.slice(0, 10).split("-");
  const name = MONTHS[Number(month) - 1] ?? month;
  const time = moment.at.slice(11, 16);
  if (monthOnly) return `${name} ${year}`;
  return `${Number(day)} ${name} ${year}${time === "00:00" ? "" : `, ${time}`}`;
}
