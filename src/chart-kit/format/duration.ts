/** Years are 365 days; seconds are truncated, not rounded, to one decimal. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

interface Part {
  amount: number;
  unit: string;
}

function wholeParts(ms: number): Part[] {
  return [
    { amount: Math.floor(ms / YEAR), unit: "y" },
    { amount: Math.floor((ms % YEAR) / DAY), unit: "d" },
    { amount: Math.floor((ms % DAY) / HOUR), unit: "h" },
    { amount: Math.floor((ms % HOUR) / MINUTE), unit: "m" },
  ];
}

function joined(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.amount > 0)
    .map((part) => `${part.amount}${part.unit}`)
    .join(" ");
}

function cutToTenths(value: number): number {
  return Math.floor(value * 10 + 1e-7) / 10;
}

function signed(ms: number, format: (positive: number) => string): string {
  if (!Number.isFinite(ms)) return String(ms);
  return ms < 0 ? `-${format(-ms)}` : format(ms);
}

export function formatDuration(ms: number): string {
  return signed(ms, (value) => {
    const whole = value >= 1 ? Math.round(value) : Math.ceil(value);
    if (whole < SECOND) return `${whole}ms`;
    const shown = Math.max(SECOND, value);
    return joined([...wholeParts(shown), { amount: cutToTenths((shown % MINUTE) / SECOND), unit: "s" }]);
  });
}

export function formatSubMilliseconds(ms: number): string {
  return signed(ms, (size) => {
    const value = Math.round(size * 1e6) / 1e6;
    const nanoseconds = Math.round((value % SECOND) * 1e6);
    const text = joined([
      ...wholeParts(value),
      { amount: Math.floor((value % MINUTE) / SECOND), unit: "s" },
      { amount: Math.floor(nanoseconds / 1e6), unit: "ms" },
      { amount: Math.floor((nanoseconds % 1e6) / 1e3), unit: "µs" },
      { amount: nanoseconds % 1e3, unit: "ns" },
    ]);
    return text === "" ? "0ms" : text;
  });
}

/** `20:34.5`: always minutes and seconds, larger units as needed. */
export function formatColonDuration(ms: number): string {
  return signed(ms, (value) => {
    const larger = wholeParts(value).map((part) => part.amount);
    const firstUsed = larger.findIndex((amount) => amount > 0);
    const shown = larger.slice(firstUsed === -1 ? -1 : firstUsed);
    const [whole, tenths] = String(cutToTenths((value % MINUTE) / SECOND)).split(".");
    const seconds = `${(whole ?? "0").padStart(2, "0")}${tenths ? `.${tenths}` : ""}`;
    return [...shown.map((amount, i) => (i === 0 ? String(amount) : String(amount).padStart(2, "0"))), seconds].join(
      ":",
    );
  });
}
