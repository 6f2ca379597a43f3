import { ConfigError } from "./config-error.ts";

const UNITS: Readonly<Record<string, number>> = { MB: 1024 ** 2, GB: 1024 ** 3 };

/** `512MB` or `1.5GB`. */
export function bytesOf(
  name: string,
  text: string | undefined,
  { least, most }: { least: number; most: number },
): number | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([MG]B)\s*$/i.exec(text) ?? [];
  const bytes = Math.floor(Number(amount) * (UNITS[unit.toUpperCase()] ?? Number.NaN));
  if (bytes >= least && bytes <= most) return bytes;
  throw new ConfigError(`${name} must be a size from ${sizeOf(least)} to ${sizeOf(most)}, such as 2GB, not "${text}".`);
}

const sizeOf = (bytes: number) => (bytes % 1024 ** 3 === 0 ? `${bytes / 1024 ** 3}GB` : `${bytes / 1024 ** 2}MB`);
