import type { AssetChanges, AssetPlan } from "../../api/assets/index.ts";
import { ensureMetadata, idOf, type LocalFile } from "./folder.ts";
import { newFile, type Pairing, type Project, withServerValues } from "./project.ts";

export interface PullOptions {
  /** Removes files of objects that the server no longer has. */
  prune: boolean;
  /** Also writes files that were deleted here. */
  restore: boolean;
}

/** Writes what the server has. Own changes that weren't applied stay. Returns the paths of the files that changed. */
export async function pull(project: Project, { prune, restore }: PullOptions): Promise<string[]> {
  const assets = await project.client.list();
  const files = project.files();
  const before = new Map(files.map((file) => [file.path, file.text]));
  const pairs = await project.merged(project.pairs(files, assets));
  ensureMetadata(project.folder);
  const written = pairs.flatMap((pair) => pullOne(project, pair, { prune, restore }) ?? []);
  project.save();
  return written.filter((file) => before.get(file.path) !== file.text).map(({ path }) => path);
}

/** Returns the file as it is now; undefined if it wasn't touched. */
function pullOne(
  project: Project,
  { file, asset, synced }: Pairing,
  { prune, restore }: PullOptions,
): Pick<LocalFile, "path" | "text"> | undefined {
  if (!asset) {
    const isGone = prune && file !== undefined && file.hash === synced?.hash;
    if (isGone) project.drop(file.path);
    return isGone ? { path: file.path, text: "" } : undefined;
  }
  if (!file && synced && !restore) return undefined;
  const next = !file ? newFile(asset) : synced ? file : withServerValues(project, file, asset);
  project.recordPulled(next, { asset, synced: file ? synced : undefined });
  return next;
}

export interface Prepared {
  changes: Partial<AssetChanges>;
  sent: ReadonlyMap<string, LocalFile>;
  moved: { kind: string; name: string; from: string; to: string }[];
  pairs: readonly Pairing[];
}

export interface ChangeOptions {
  prune: boolean;
  managedBy: string | undefined;
  allowUnknownTypes?: boolean;
}

/** What has to be sent so that the server has what the files say. */
export async function prepareChanges(project: Project, options: ChangeOptions): Promise<Prepared> {
  const { prune, managedBy, allowUnknownTypes = false } = options;
  const files = project.files();
  const assets = await project.client.list();
  const pairs = await project.merged(project.pairs(files, assets));
  const known = project.syncedById();
  const changed = project.changed(pairs);
  const sent = new Map(changed.flatMap(({ file }) => (file ? [[idOf(file), file] as const] : [])));
  const moved = files.flatMap((file) => {
    const from = known.get(idOf(file))?.path;
    return from === undefined || from === file.path ? [] : [{ kind: file.kind, name: file.name, from, to: file.path }];
  });
  const gone = pairs.flatMap(({ file, asset, synced }) => {
    const isOurs = synced !== undefined || (managedBy !== undefined && asset?.managed_by?.startsWith(`${managedBy}/`));
    return !file && asset && isOurs ? [{ kind: asset.kind, key: asset.key }] : [];
  });
  const changes: Partial<AssetChanges> = {
    files: Object.fromEntries([...sent.values()].map((file) => [file.path, project.sendable(file)])),
    remove: prune ? gone : [],
    paths: Object.fromEntries(files.map(({ path, key }) => [path, key])),
    based_on: changed.flatMap(({ file, asset }) =>
      file ? [{ kind: file.kind, key: file.key, state: asset?.state ?? null }] : [],
    ),
    ...(managedBy === undefined ? {} : { managed_by: managedBy }),
    ...(allowUnknownTypes ? { allow_unknown_types: true } : {}),
  };
  return { changes, sent, moved, pairs };
}

/**
 * Only what changed in these files since they were last the same, without asking for everything first. Throws
 * `ChangedMeanwhileError` if their objects have changed, too. Returns the paths of those that changed something.
 */
export async function applyFiles(project: Project, paths: readonly string[]): Promise<string[]> {
  const files = project.files(paths).filter((file) => project.state.files[file.path]?.hash !== file.hash);
  if (files.length === 0) return [];
  const known = project.syncedById();
  const plan = await project.client.apply({
    files: Object.fromEntries(files.map((file) => [file.path, project.sendable(file)])),
    paths: Object.fromEntries(Object.entries(project.state.files).map(([path, { key }]) => [path, key])),
    based_on: files.map((file) => {
      const { kind, key } = file;
      return { kind, key, state: known.get(idOf(file))?.entry.state ?? null };
    }),
  });
  const done = new Map(plan.items.map((item) => [idOf(item), item]));
  for (const file of files) {
    const item = done.get(idOf(file));
    const entry = known.get(idOf(file))?.entry;
    if (item?.value && item.state !== null) project.record(file, { value: item.value, state: item.state });
    else if (entry) project.record(file, { value: entry.server, state: entry.state });
  }
  project.save();
  return plan.items.filter(({ action }) => action !== "unchanged").map(({ path }) => path);
}

/** Files and objects are the same from now on. */
export function recordApplied(project: Project, { pairs }: Prepared, plan: AssetPlan): void {
  ensureMetadata(project.folder);
  const done = new Map(plan.items.map((item) => [idOf(item), item]));
  for (const { file, asset } of pairs) {
    const item = file && done.get(idOf(file));
    if (file && item?.value && item.state !== null) project.record(file, { value: item.value, state: item.state });
    else if (file && asset) project.record(file, asset);
  }
  const deleted = new Set(plan.items.filter(({ action }) => action === "delete").map(idOf));
  for (const [path, entry] of Object.entries(project.state.files)) if (deleted.has(idOf(entry))) project.forget(path);
  project.save();
}
