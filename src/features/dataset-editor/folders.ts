import { type DatasetFolder, type FolderEntry, type FolderItem, isFolder } from "../../model/dataset-folder.ts";

type Folders = readonly DatasetFolder[];

/** Applies `change` from the outermost folder inwards; folders for which it returns undefined are removed. */
function mapFolders(folders: Folders, change: (folder: DatasetFolder) => DatasetFolder | undefined): DatasetFolder[] {
  return folders.flatMap((folder) => {
    const changed = change(folder);
    if (!changed) return [];
    const children = changed.children.flatMap((entry): FolderEntry[] =>
      isFolder(entry) ? mapFolders([entry], change) : [entry],
    );
    return [{ ...changed, children }];
  });
}

export function withFolder(folders: Folders, folder: DatasetFolder, parent?: string): DatasetFolder[] {
  if (parent === undefined) return [...folders, folder];
  return mapFolders(folders, (one) => (one.uuid === parent ? { ...one, children: [...one.children, folder] } : one));
}

export function renamed(folders: Folders, uuid: string, name: string): DatasetFolder[] {
  return mapFolders(folders, (one) => (one.uuid === uuid ? { ...one, name } : one));
}

/** Removes subfolders too; their items are in no folder then. */
export function withoutFolder(folders: Folders, uuid: string): DatasetFolder[] {
  return mapFolders(folders, (one) => (one.uuid === uuid ? undefined : one));
}

export function withMovedFolder(folders: Folders, uuid: string, by: -1 | 1): DatasetFolder[] {
  const place = folders.findIndex((one) => one.uuid === uuid);
  if (place === -1) {
    return folders.map((one) => {
      const inner = withMovedFolder(one.children.filter(isFolder), uuid, by);
      return { ...one, children: [...one.children.filter((entry) => !isFolder(entry)), ...inner] };
    });
  }
  const others = folders.filter((one) => one.uuid !== uuid);
  const moved = folders.filter((one) => one.uuid === uuid);
  const at = Math.max(0, place + by);
  return [...others.slice(0, at), ...moved, ...others.slice(at)];
}

/** An item is in at most one folder: `target`, or none. */
export function withMovedItems(folders: Folders, items: readonly FolderItem[], target?: string): DatasetFolder[] {
  const moving = new Set(items.map(({ uuid }) => uuid));
  const isIn = (one: DatasetFolder) => one.uuid === target;
  return mapFolders(folders, (one) => {
    const rest = one.children.filter((entry) => isFolder(entry) || !moving.has(entry.uuid));
    return { ...one, children: isIn(one) ? [...rest, ...items] : rest };
  });
}

export function withOnlyItems(folders: Folders, uuids: ReadonlySet<string | null | undefined>): DatasetFolder[] {
  return mapFolders(folders, (one) => ({
    ...one,
    children: one.children.filter((entry) => isFolder(entry) || uuids.has(entry.uuid)),
  }));
}

export interface FolderPlace {
  folder: DatasetFolder;
  path: string;
  level: number;
}

export function placesOf(folders: Folders, above: readonly string[] = []): FolderPlace[] {
  return folders.flatMap((folder) => {
    const names = [...above, folder.name];
    const inner = placesOf(folder.children.filter(isFolder), names);
    return [{ folder, path: names.join(" / "), level: names.length }, ...inner];
  });
}
