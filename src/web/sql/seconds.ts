import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";

export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return t("{seconds} s", { seconds: withDigits(seconds, 2) });
  if (seconds < 60) return t("{seconds} s", { seconds: withDigits(seconds, 1) });
  return t("{minutes, number} min {seconds, number} s", {
    minutes: Math.floor(seconds / 60),
    seconds: Math.floor(seconds % 60),
  });
}

const withDigits = (value: number, digits: number) =>
  number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
