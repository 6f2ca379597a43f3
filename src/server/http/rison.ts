import { RISON } from "rison2";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";

const MAX_LENGTH = 65_536;
const MAX_DEPTH = 64;

/** Throws a 400 for text that is neither rison nor JSON. */
export function parseRison(text: string): unknown {
  if (text.length > MAX_LENGTH || depthOf(text) > MAX_DEPTH) throw malformed();
  // Rison reads a JSON list as a name.
  const json = text.startsWith("[") ? attempt(JSON.parse, text) : undefined;
  return assertPlain(json ?? attempt(RISON.parse, text) ?? attempt(JSON.parse, text)).value;
}

interface Parsed {
  value: unknown;
}

function attempt(parse: (text: string) => unknown, text: string): Parsed | undefined {
  try {
    return { value: parse(text) };
  } catch {
    return undefined;
  }
}

function assertPlain(parsed: Parsed | undefined): Parsed {
  if (parsed === undefined || !isPlain(parsed.value)) throw malformed();
  return parsed;
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  return !Object.hasOwn(value, "__proto__") && Object.values(value).every(isPlain);
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "(" || character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === ")" || character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}

const malformed = () => badRequest(t("Not a valid rison/json argument"));
