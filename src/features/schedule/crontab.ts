import { calendarName, list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
/** Schedules that the form supports; others are edited as cron. */
export type Schedule =
  | { every: "minute" }
  | { every: "hour"; minute: number }
  | { every: "day"; time: string }
  | { every: "week"; days: readonly number[]; time: string }
  | { every: "month"; day: number; time: string };

export type Period = Schedule["every"];

/** Names of days from Sunday on, in the user's language. */
const weekdays = (weekday: "long" | "short") =>
  Array.from({ length: 7 }, (_, day) =>
    calendarName(new Date(Date.UTC(2023, 0, 1 + day)), { weekday, timeZone: "UTC" }),
  );

export const WEEKDAYS = weekdays("long");
const SHORT_WEEKDAYS = weekdays("short");

export function toCrontab(schedule: Schedule): string {
  switch (schedule.every) {
    case "minute":
      return "* * * * *";
    case "hour":
      return `${schedule.minute} * * * *`;
    case "day":
      return `${clockFields(schedule.time)} * * *`;
    case "week":
      return `${clockFields(schedule.time)} * * ${[...schedule.days].sort().join(",")}`;
    case "month":
      return `${clockFields(schedule.time)} ${schedule.day} * *`;
  }
}

function clockFields(time: string): string {
  const [hour = "0", minute = "0"] = time.split(":");
  return `${Number(minute)} ${Number(hour)}`;
}

export function maybeSchedule(crontab: string): Schedule | undefined {
  const fields = crontab.trim().split(/\s+/);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  if (fields.length !== 5 || month !== "*") return undefined;
  const m = numberIn(minute, 59);
  const h = numberIn(hour, 23);
  const isAnyDay = day === "*" && weekday === "*";
  if (hour === "*" && isAnyDay) return hourly(minute, m);
  if (m === undefined || h === undefined) return undefined;
  const time = `${twoDigits(h)}:${twoDigits(m)}`;
  if (isAnyDay) return { every: "day", time };
  if (day === "*") return weekly(weekday, time);
  const dayOfMonth = numberIn(day, 31);
  return weekday === "*" && dayOfMonth ? { every: "month", day: dayOfMonth, time } : undefined;
}

function hourly(field: string, minute: number | undefined): Schedule | undefined {
  if (field === "*") return { every: "minute" };
  return minute === undefined ? undefined : { every: "hour", minute };
}

function weekly(field: string, time: string): Schedule | undefined {
  const days = field.split(",").flatMap(daysOf);
  if (days.includes(undefined)) return undefined;
  return { every: "week", days: [...new Set(days.map((day) => Number(day) % 7))].sort(), time };
}

/** Days of `1-5`; 7 is Sunday, as in cron. */
function daysOf(part: string): (number | undefined)[] {
  const [from, to = from] = part.split("-").map((end) => numberIn(end, 7));
  if (from === undefined || to === undefined || to < from) return [undefined];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function numberIn(text: string, max: number): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

/** `6:5` and `0605` as `06:05`; undefined if it isn't a time of day. */
export function maybeTime(text: string): string | undefined {
  const [, hour = "", minute = ""] =
    /^\s*(\d{1,2}):(\d{1,2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text) ?? [];
  const [h, m] = [numberIn(hour, 23), numberIn(minute, 59)];
  return h === undefined || m === undefined ? undefined : `${twoDigits(h)}:${twoDigits(m)}`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

export function withPeriod(schedule: Schedule, every: Period): Schedule {
  const time = "time" in schedule ? schedule.time : "06:00";
  switch (every) {
    case "minute":
      return { every };
    case "hour":
      return { every, minute: Number(time.slice(3)) };
    case "day":
      return { every, time };
    case "week":
      return { every, days: [1], time };
    case "month":
      return { every, day: 1, time };
  }
}

export function describeSchedule(schedule: Schedule): string {
  switch (schedule.every) {
    case "minute":
      return t("Every minute");
    case "hour":
      return t("Every hour at :{minute}", { minute: twoDigits(schedule.minute) });
    case "day":
      return t("Every day at {time}", { time: schedule.time });
    case "week":
      return weeklyText(schedule.days, schedule.time);
    case "month":
      return t("Every month on day {day, number} at {time}", { day: schedule.day, time: schedule.time });
  }
}

function weeklyText(days: readonly number[], time: string): string {
  if (days.join() === "1,2,3,4,5") return t("Every weekday at {time}", { time });
  const namesIn = (names: readonly string[]) => days.map((day) => names[day] ?? "");
  const text = days.length < 3 ? list(namesIn(WEEKDAYS)) : list(namesIn(SHORT_WEEKDAYS), "commas");
  return t("Every {days} at {time}", { days: text, time });
}
