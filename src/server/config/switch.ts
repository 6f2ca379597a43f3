import { ConfigError } from "./config-error.ts";

/** A word that is neither is refused: what was meant to be closed must not stay open by a slip. */
export function switchOf(name: string, text: string | undefined, usual: boolean): boolean {
  if (text === undefined) return usual;
  const word = text.toLowerCase();
  if (word === "on" || word === "true") return true;
  if (word === "off" || word === "false") return false;
  throw new ConfigError(`${name} must be on or off, not "${text}".`);
}
