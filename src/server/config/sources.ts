import { readFileSync, statSync } from "node:fs";
import { parse } from "yaml";
import { didYouMean } from "../../model/did-you-mean.ts";
import { ConfigError } from "./config-error.ts";
import { DEFAULTS, type SettingName } from "./defaults.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingsRead {
  /** By variable name, from all sources. */
  readonly values: Environment;
  /** Of values that aren't defaults: `environment`, or the path of a file. */
  readonly sources: ReadonlyMap<string, string>;
  /** Unknown variables, with the nearest known name. */
  readonly warnings: readonly string[];
}

const CONFIG_FILE = "TESSERA_CONFIG_FILE";
const MAX_FILE_BYTES = 1024 * 1024;
const NAMES = Object.keys(DEFAULTS) as SettingName[];
const OTHER_NAMES = /^TESSERA_(CONFIG_FILE|TEST_\w+|URL|TOKEN|MANAGED_BY)$/;

/**
 * The environment comes first, then files that it names for one setting (`TESSERA_SECRET_KEY_FILE`), then the YAML file
 * of `TESSERA_CONFIG_FILE`. Throws a ConfigError for a file that can't be read.
 */
export function readSources(env: Environment): SettingsRead {
  const values: Record<string, string | undefined> = { ...env };
  const sources = new Map<string, string>();
  const path = env[CONFIG_FILE];
  const fromConfigFile = path ? settingsIn(path) : new Map<string, string>();
  for (const name of NAMES) {
    if (env[name]) sources.set(name, "environment");
    else if (env[`${name}_FILE`]) {
      const file = env[`${name}_FILE`] ?? "";
      values[name] = textIn(file, `${name}_FILE`).replace(/\r?\n$/, "");
      sources.set(name, file);
    } else if (path && fromConfigFile.has(name)) {
      values[name] = fromConfigFile.get(name);
      sources.set(name, path);
    }
  }
  return { values, sources, warnings: unknownNames(env) };
}

function settingsIn(path: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(parsedFile(path))) {
    const name = nameOf(key);
    if (!name) throw new ConfigError(`${path}: unknown setting "${key}".${suggestion(key, NAMES.map(keyOf))}`);
    if (found.has(name)) throw new ConfigError(`${path} has ${keyOf(name)} twice.`);
    found.set(name, textOf(value, `${path}: ${key}`));
  }
  return found;
}

function parsedFile(path: string): object {
  let parsed: unknown;
  try {
    // Other schemas would change unquoted values, such as 00123456.
    parsed = parse(textIn(path, CONFIG_FILE), { schema: "failsafe" }) ?? {};
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} isn't valid YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (typeof parsed !== "object" || Array.isArray(parsed) || parsed === null)
    throw new ConfigError(`${path} must have one setting per line, such as "port: 8088".`);
  return parsed;
}

/** `secret_key` or `TESSERA_SECRET_KEY`. */
const keyOf = (name: string) => name.replace(/^TESSERA_/, "").toLowerCase();
const nameOf = (key: string) => NAMES.find((name) => keyOf(name) === keyOf(key));

/** Lists are joined by commas, and objects are JSON. */
function textOf(value: unknown, where: string): string {
  if (Array.isArray(value)) return value.map((item) => textOf(item, where)).join(",");
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  if (typeof value === "string" && value !== "") return value;
  throw new ConfigError(`${where} has no value.`);
}

function textIn(path: string, variable: string): string {
  try {
    const file = statSync(path);
    if (!file.isFile()) throw new Error("it isn't a regular file");
    if (file.size > MAX_FILE_BYTES) throw new Error("it is larger than 1 MB");
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`Can't read the file ${path} of ${variable}: ${(error as Error).message}`);
  }
}

function unknownNames(env: Environment): string[] {
  const known: readonly string[] = [...NAMES, ...NAMES.map((name) => `${name}_FILE`)];
  return Object.keys(env)
    .filter((name) => name.startsWith("TESSERA_") && !known.includes(name) && !OTHER_NAMES.test(name))
    .map((name) => `Unknown setting ${name}.${suggestion(name, known)}`);
}

function suggestion(name: string, known: readonly string[]): string {
  const [nearest] = didYouMean(name, known);
  return nearest ? ` Did you mean ${nearest}?` : "";
}
