import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { identityOf, isAssetPath } from "../../model/asset-files.ts";
import { isFields } from "../../model/field-changes.ts";
import { openYaml, valueOfYaml, yamlProblem } from "../../model/yaml.ts";
import { CommandError } from "../../server/command-error.ts";
import { hashOf, type SyncState } from "./sync-state.ts";

const MAX_FILE_BYTES = 2 * 1024 * 1024;
const METADATA = "metadata.yaml";
const METADATA_TEXT = "version: 1.0.0\ntype: assets\n";

export type Fields = Readonly<Record<string, unknown>>;

export interface LocalFile {
  path: string;
  text: string;
  hash: string;
  kind: string;
  key: string;
  name: string;
  /** As it is written, with variables. */
  value: Fields;
}

export const idOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;

/** The folder with metadata.yaml: exports are unpacked into a folder of their own. */
export function rootOf(folder: string): string {
  if (!existsSync(folder) || existsSync(join(folder, METADATA))) return folder;
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const roots = inner.map(({ name }) => join(folder, name)).filter((path) => existsSync(join(path, METADATA)));
  return roots.length === 1 && roots[0] !== undefined ? roots[0] : folder;
}

/** Files that didn't change since the last run aren't parsed again. */
export function readFiles(folder: string, state: SyncState, only?: readonly string[]): LocalFile[] {
  const problems: string[] = [];
  const paths = only ? only.filter((path) => existsSync(join(folder, path))) : pathsIn(folder);
  const files = paths.flatMap((path) => {
    try {
      return readOne(folder, path, state) ?? [];
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      problems.push(error.message);
      return [];
    }
  });
  const seen = new Map<string, string>();
  for (const file of files) {
    const other = seen.get(idOf(file));
    if (other !== undefined) problems.push(`${file.path}: the same object as ${other}`);
    seen.set(idOf(file), file.path);
  }
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
  return files;
}

/** Problems are written as editors and terminals link them: `charts/sales.yaml:2:1: ...`. */
export function readYaml(text: string, path: string): unknown {
  try {
    return valueOfYaml(openYaml(text));
  } catch (error) {
    const { line, column, text: problem } = yamlProblem(error);
    throw new CommandError(`${[path, line, column].filter((part) => part !== undefined).join(":")}: ${problem}`);
  }
}

function readOne(folder: string, path: string, state: SyncState): LocalFile | undefined {
  const text = readFileSync(join(folder, path), "utf8");
  const hash = hashOf(text);
  const known = state.files[path];
  const value = known?.hash === hash ? known.file : readYaml(text, path);
  const identity = isFields(value) ? identityOf(path, value) : undefined;
  if (!identity || !isFields(value)) throw new CommandError(`${path}: the file has no UUID or name.`);
  return { path, text, hash, value, ...identity };
}

function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => isAssetPath(path) && !path.split("/").some((part) => part.startsWith(".")))
    .sort();
  const tooBig = paths.find((path) => statSync(join(folder, path)).size > MAX_FILE_BYTES);
  if (tooBig) throw new CommandError(`${tooBig} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`);
  return paths;
}

/** Only if it differs, and never half of it, for editors that watch the file. */
export function writeFile(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  const part = join(dirname(file), `.${hashOf(path)}.part`);
  writeFileSync(part, text);
  renameSync(part, file);
}

export function removeFile(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
}

export function ensureMetadata(folder: string): void {
  if (!existsSync(join(folder, METADATA))) writeFile(folder, METADATA, METADATA_TEXT);
}
