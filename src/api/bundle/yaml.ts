import { parse, stringify } from "yaml";
import { unprocessable } from "../../model/errors.ts";
import { assertShallow } from "../../model/json-text.ts";

const MAX_ALIASES = 100;

/** Reads one file of a bundle: plain data only, no tags, few aliases. Throws 422 naming the file. */
export function parseYaml(text: string, file: string): unknown {
  try {
    const value: unknown = parse(text, { schema: "core", maxAliasCount: MAX_ALIASES, logLevel: "silent" });
    assertShallow(value);
    return value;
  } catch (error) {
    const isTold = error instanceof Error && error.name.startsWith("YAML");
    throw unprocessable({ [file]: [isTold ? error.message : "Not a valid YAML file"] });
  }
}

export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });
}
