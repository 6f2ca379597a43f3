import { number } from "../../i18n/intl.ts";
import type { AssertionKind } from "../../model/assertion.ts";
import { dateText } from "../../web/client/clock.ts";

const MAX_DIGITS = 6;

/** Results come as text, not rounded. Times are those of the data, without a time zone. */
export function valueText(kind: AssertionKind, value: string | null): string {
  if (value === null) return "";
  if (kind === "freshness") {
    const at = new Date(value);
    if (!Number.isNaN(at.getTime())) return dateText(at, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  }
  const amount = Number(value);
  if (value.trim() === "" || !Number.isFinite(amount)) return value;
  const unit = kind === "change" ? ({ style: "unit", unit: "percent" } as const) : {};
  return number(amount, { ...unit, maximumFractionDigits: MAX_DIGITS });
}
