import { t } from "../../i18n/translate.ts";

const DISTANCE = /^-?(\d+|an?(?= )|one(?= )) *(second|minute|hour|day|week|month|quarter|year)s?( (ago|later))?$/i;
const DAY = /^\d{4}-\d{2}-\d{2}/;
const NAMED = new Set(["custom", "inherit"]);

export function shiftProblem(value: unknown): string | undefined {
  const wrong = [value].flat().find((one) => one !== null && one !== undefined && one !== "" && !isShift(String(one)));
  return wrong === undefined
    ? undefined
    : t("“{shift}” isn't a valid time shift. Try “3 weeks ago” or 2001-01-31.", { shift: String(wrong) });
}

function isShift(text: string): boolean {
  const shift = text.trim();
  if (NAMED.has(shift.toLowerCase()) || DISTANCE.test(shift)) return true;
  return shift.split(" : ").every((part) => isMoment(part.trim()));
}

function isMoment(text: string): boolean {
  const [day] = DAY.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
