import { ConfigError } from "./config-error.ts";

/** Rejects other words, so that a typo never leaves a switch in its less safe position. */
export function switchOf(name: string, text: string | undefined, defaultValue: boolean): boolean {
  if (text === undefined) return defaultValue;
  const word = text.toLowerCase();
  if (word === "on" || word === "true") return true;
  if (word === "off" || word === "false") return false;
  throw new ConfigError(`${name} must be on or off, not "${text}".`);
}
