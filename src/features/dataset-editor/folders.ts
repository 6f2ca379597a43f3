import { type DatasetFolder, type FolderEntry, type FolderItem, isFolder } from "../../model/dataset-folder.ts";

type Folders = readonly DatasetFolder[];

/** Each folder as `change` makes it, from the outermost; those of which it makes nothing are left out. */
function mapped(folders: Folders, change: (folder: DatasetFolder) => DatasetFolder | undefined): DatasetFolder[] {
  return folders.flatMap((folder) => {
    const changed = change(folder);
    if (!changed) return [];
    const children = changed.children.flatMap((entry): FolderEntry[] =>
      isFolder(entry) ? mapped([entry], change) : [entry],
    );
    return [{ ...changed, children }];
  });
}

/** At the end of a folder's own folders; without one, at the top level's. */
export function withFolder(folders: Folders, folder: DatasetFolder, parent?: string): DatasetFolder[] {
  if (parent === undefined) return [...folders, folder];
  return mapped(folders, (one) => (one.uuid === parent ? { ...one, children: [...one.children, folder] } : one));
}

export function renamed(folders: Folders, uuid: string, name: string): DatasetFolder[] {
  return mapped(folders, (one) => (one.uuid === uuid ? { ...one, name } : one));
}

/** Goes with its own folders; what is in them is in none then. */
export function withoutFolder(folders: Folders, uuid: string): DatasetFolder[] {
  return mapped(folders, (one) => (one.uuid === uuid ? undefined : one));
}

/** One place up (-1) or down (1) among the folders beside it. */
export function stepped(folders: Folders, uuid: string, by: -1 | 1): DatasetFolder[] {
  const place = folders.findIndex((one) => one.uuid === uuid);
  if (place === -1) {
    return folders.map((one) => {
      const inner = stepped(one.children.filter(isFolder), uuid, by);
      return { ...one, children: [...one.children.filter((entry) => !isFolder(entry)), ...inner] };
    });
  }
  const others = folders.filter((one) => one.uuid !== uuid);
  const moved = folders.filter((one) => one.uuid === uuid);
  const at = Math.max(0, place + by);
  return [...others.slice(0, at), ...moved, ...others.slice(at)];
}

/** Items are in one folder at most: in `target` from now on, or in none. */
export function filed(folders: Folders, items: readonly FolderItem[], target?: string): DatasetFolder[] {
  const moving = new Set(items.map(({ uuid }) => uuid));
  const isIn = (one: DatasetFolder) => one.uuid === target;
  return mapped(folders, (one) => {
    const rest = one.children.filter((entry) => isFolder(entry) || !moving.has(entry.uuid));
    return { ...one, children: isIn(one) ? [...rest, ...items] : rest };
  });
}

/** Only the items that there are. */
export function withOnly(folders: Folders, uuids: ReadonlySet<string | null | undefined>): DatasetFolder[] {
  return mapped(folders, (one) => ({
    ...one,
    children: one.children.filter((entry) => isFolder(entry) || uuids.has(entry.uuid)),
  }));
}

export interface FolderPlace {
  folder: DatasetFolder;
  /** Names from the outermost: "Money / Prices". */
  path: string;
  /** From 1. */
  level: number;
}

/** All folders in the order in which they are shown. */
export function placesOf(folders: Folders, above: readonly string[] = []): FolderPlace[] {
  return folders.flatMap((folder) => {
    const names = [...above, folder.name];
    const inner = placesOf(folder.children.filter(isFolder), names);
    return [{ folder, path: names.join(" / "), level: names.length }, ...inner];
  });
}
