import type { Asset } from "../../api/assets/index.ts";
import { type FieldChange, fieldChanges, isSame, pathText } from "../../model/field-changes.ts";
import { openYaml, toYaml, valueOfYaml, writeYaml } from "../../model/yaml.ts";
import { CommandError } from "../../server/command-error.ts";
import type { AssetClient } from "./client.ts";
import { type Fields, idOf, type LocalFile, readFiles, removeFile, rootOf, writeFile } from "./folder.ts";
import { type Conflict, mergeSides } from "./merge.ts";
import { hashOf, readState, type SyncedFile, type SyncState, writeState } from "./sync-state.ts";
import { escaped, type Lookup, resolved } from "./variables.ts";
import { editYaml, withChange } from "./yaml-edit.ts";

export type Choice = "ours" | "theirs" | "abort";

export interface NamedConflict extends Conflict {
  path: string;
}

export interface ProjectOptions {
  folder: string;
  client: AssetClient;
  lookup: Lookup;
  choose(conflicts: readonly NamedConflict[]): Promise<Choice>;
}

/** An object on both sides; without `file` or `asset` it is only on one. */
export interface Pairing {
  file: LocalFile | undefined;
  asset: Asset | undefined;
  synced: SyncedFile | undefined;
}

/** Files of a folder and the objects of a server. */
export class Project {
  readonly folder: string;
  readonly client: AssetClient;
  readonly lookup: Lookup;
  readonly #choose: ProjectOptions["choose"];
  state: SyncState;

  constructor({ folder, client, lookup, choose }: ProjectOptions) {
    this.folder = rootOf(folder);
    this.client = client;
    this.lookup = lookup;
    this.#choose = choose;
    this.state = readState(this.folder, client.url);
  }

  /** By default all of them. */
  files(paths?: readonly string[]): LocalFile[] {
    return readFiles(this.folder, this.state, paths);
  }

  pairs(files: readonly LocalFile[], assets: readonly Asset[]): Pairing[] {
    const byId = new Map(files.map((file) => [idOf(file), file]));
    const stored = new Map(assets.map((asset) => [idOf(asset), asset]));
    const synced = this.syncedById();
    const ids = new Set([...byId.keys(), ...stored.keys()]);
    return [...ids].map((id) => ({ file: byId.get(id), asset: stored.get(id), synced: synced.get(id)?.entry }));
  }

  syncedById(): Map<string, { path: string; entry: SyncedFile }> {
    return new Map(Object.entries(this.state.files).map(([path, entry]) => [idOf(entry), { path, entry }]));
  }

  /** As it is sent, with variables and secrets. Throws for those without a value. */
  sendable({ path, value }: Pick<LocalFile, "path" | "value">): Fields {
    const missing = new Set<string>();
    const sent = resolved(value, this.lookup, missing) as Fields;
    if (missing.size > 0) throw new CommandError(`${path}: no value for ${[...missing].join(", ")}.`);
    return sent;
  }

  /** Files with what changed on the server since they were last the same. */
  async merged(pairs: readonly Pairing[]): Promise<Pairing[]> {
    const merges = new Map<Pairing, ReturnType<typeof mergeSides>>();
    for (const pair of pairs) {
      const { file, asset, synced } = pair;
      if (!file || !asset || !synced || synced.state === asset.state) continue;
      const base = { file: synced.file, server: synced.server };
      merges.set(pair, mergeSides(base, { file: file.value, server: asset.value }));
    }
    const conflicts = [...merges].flatMap(([{ file }, merge]) =>
      merge.conflicts.map((conflict) => ({ ...conflict, path: file?.path ?? "" })),
    );
    const choice = conflicts.length > 0 ? await this.#choose(conflicts) : "ours";
    if (choice === "abort") throw new CommandError(conflictText(conflicts));
    return pairs.map((pair) => {
      const merge = merges.get(pair);
      if (!merge || !pair.file) return pair;
      const theirs = choice === "theirs" ? merge.conflicts.map((conflict) => conflict.theirs) : [];
      return { ...pair, file: withChanges(pair.file, [...merge.theirs, ...theirs]) };
    });
  }

  /** Files whose object would change. */
  changed(pairs: readonly Pairing[]): Pairing[] {
    return pairs.filter(({ file, asset, synced }) => {
      if (!file) return false;
      if (!asset) return true;
      const sent = this.sendable(file);
      if (synced) return this.#sentHash(sent) !== synced.sent || !isSame(synced.file, file.value);
      return fieldChanges(asset.value, { version: asset.value.version, ...sent }).length > 0;
    });
  }

  /** Remembers that they are the same, and writes the file if its text is new. */
  record(file: LocalFile, { value: server, state }: Pick<Asset, "value" | "state">): void {
    const sent = this.#sentHash(this.sendable(file));
    this.#remember(file, { file: file.value, hash: file.hash, sent, server, state });
  }

  /** The same, for a file that may have changes that weren't applied: they stay changes. */
  recordPulled(file: LocalFile, { asset, synced }: { asset: Asset; synced: SyncedFile | undefined }): void {
    const base = synced ? withAll(synced.file, fieldChanges(synced.server, asset.value)) : file.value;
    if (isSame(base, file.value)) this.record(file, asset);
    else this.#remember(file, { file: base, hash: "", sent: "", server: asset.value, state: asset.state });
  }

  #remember(file: LocalFile, entry: Omit<SyncedFile, "kind" | "key">): void {
    const { path, text, kind, key } = file;
    writeFile(this.folder, path, text);
    for (const [old, known] of Object.entries(this.state.files))
      if (old !== path && idOf(known) === idOf(file)) delete this.state.files[old];
    this.state.files[path] = { ...entry, kind, key };
  }

  forget(path: string): void {
    delete this.state.files[path];
  }

  drop(path: string): void {
    removeFile(this.folder, path);
    this.forget(path);
  }

  save(): void {
    writeState(this.folder, this.client.url, this.state);
  }

  #sentHash(sent: Fields): string {
    return hashOf(`${this.state.salt}${JSON.stringify(sent)}`);
  }
}

function withAll(value: Fields, changes: readonly FieldChange[]): Fields {
  return changes.reduce((now, { path, after }) => withChange(now, path, after) as Fields, value);
}

export function withChanges(file: LocalFile, changes: readonly FieldChange[]): LocalFile {
  if (changes.length === 0) return file;
  const document = openYaml(file.text);
  editYaml(
    document,
    changes.map((change) => ({ ...change, after: escaped(change.after) })),
  );
  const text = writeYaml(document, file.text);
  return fileOf(file, text);
}

export function newFile({ path, kind, key, name, value }: Asset): LocalFile {
  return fileOf({ path, kind, key, name }, toYaml(escaped(value)));
}

function fileOf(identity: Pick<LocalFile, "path" | "kind" | "key" | "name">, text: string): LocalFile {
  const value = valueOfYaml(openYaml(text)) as Fields;
  return { ...identity, text, hash: hashOf(text), value };
}

/** With the values that the server has, for a file that was never the same as its object. */
export function withServerValues(project: Project, file: LocalFile, asset: Asset): LocalFile {
  const { version: _, ...sent } = project.sendable(file);
  const { version: __, ...value } = asset.value;
  return withChanges(file, fieldChanges(sent, value));
}

function conflictText(conflicts: readonly NamedConflict[]): string {
  return [
    "Changed both here and on the server. Nothing was written.",
    ...conflicts.map(conflictLine),
    "Choose with --ours or --theirs.",
  ].join("\n");
}

const shown = (value: unknown) => (value === undefined ? "(not set)" : JSON.stringify(value));

export const conflictLine = ({ path, ours, theirs }: NamedConflict): string =>
  `  ${path}: ${pathText(ours.path)}: here ${shown(ours.after)}, on the server ${shown(theirs.after)}`;
