import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isFields } from "../../model/field-changes.ts";
import { CommandError } from "../../server/command-error.ts";
import { readYaml } from "./folder.ts";

/** `${NAME}`, `${secret:NAME}`, and `$${NAME}` for the text itself. */
const VARIABLE = /(\$?)\$\{(secret:)?([A-Z][A-Z0-9_]*)\}/g;
const WHOLE = /^\$\{([A-Z][A-Z0-9_]*)\}$/;
const PLAIN = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/;

export type Variables = ReadonlyMap<string, string>;
type Env = Readonly<Record<string, string | undefined>>;

export interface Lookup {
  variables: Variables;
  env: Env;
}

/** Later ones win: the environment, `env/NAME.yaml`, then `--var`. */
export function readVariables(folder: string, { env, name, given }: VariableSources): Lookup {
  const variables = new Map(
    Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  if (name !== undefined) {
    const file = join(folder, "env", `${name}.yaml`);
    if (!existsSync(file)) throw new CommandError(`There is no ${file}.`);
    const values = readYaml(readFileSync(file, "utf8"), file);
    for (const [key, value] of Object.entries(isFields(values) ? values : {})) variables.set(key, String(value));
  }
  for (const text of given) {
    const at = text.indexOf("=");
    if (at < 1) throw new CommandError(`--var ${text}: write NAME=VALUE.`);
    variables.set(text.slice(0, at), text.slice(at + 1));
  }
  return { variables, env };
}

interface VariableSources {
  env: Env;
  name: string | undefined;
  given: readonly string[];
}

/** Secrets come from the environment only, so that they are in no file. Adds names without a value to `missing`. */
export function resolved(value: unknown, lookup: Lookup, missing: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, lookup, missing));
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, lookup, missing)]));
  if (typeof value !== "string" || !value.includes("${")) return value;
  const whole = WHOLE.exec(value)?.[1];
  const single = whole === undefined ? undefined : lookup.variables.get(whole);
  if (single !== undefined && PLAIN.test(single)) return JSON.parse(single) as unknown;
  return value.replace(VARIABLE, (text, dollar: string, secret: string | undefined, name: string) => {
    if (dollar) return text.slice(1);
    const found = secret ? lookup.env[name] : lookup.variables.get(name);
    if (found === undefined) missing.add(secret ? `secret:${name}` : name);
    return found ?? text;
  });
}

/** Text of the server that looks like a variable. */
export function escaped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(escaped);
  if (isFields(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, escaped(inner)]));
  return typeof value === "string" ? value.replace(VARIABLE, (text) => `$${text}`) : value;
}
