import { parse, stringify } from "yaml";
import { unprocessable } from "../../model/errors.ts";

const MAX_ALIASES = 100;

/** Reads one file of a bundle: plain data only, no tags, few aliases. Throws 422 naming the file. */
export function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text, { schema: "core", maxAliasCount: MAX_ALIASES, logLevel: "silent" });
  } catch (error) {
    throw unprocessable({ [file]: [error instanceof Error ? error.message : "Not a valid YAML file"] });
  }
}

export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });
}
