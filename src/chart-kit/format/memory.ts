const DECIMAL_UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
const BINARY_UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];

/** Bytes with at most two decimals and their unit. Less than one byte stays in bytes. */
export function formatMemory(bytes: number, options: { binary?: boolean; perSecond?: boolean } = {}): string {
  if (!Number.isFinite(bytes)) return String(bytes);
  const units = options.binary ? BINARY_UNITS : DECIMAL_UNITS;
  const base = options.binary ? 1024 : 1000;
  let amount = Math.abs(bytes);
  let power = 0;
  while (amount >= base && power < units.length - 1) {
    amount /= base;
    power += 1;
  }
  const sign = bytes < 0 ? "-" : "";
  return `${sign}${Number(amount.toFixed(2))}${units[power]}${options.perSecond ? "/s" : ""}`;
}
