import type { Dataset } from "../../../model/dataset.ts";
import { type DatasetFolder, foldersIn, isFolder } from "../../../model/dataset-folder.ts";
import { columnItem, metricItem, type PanelItem, searchItems } from "./items.ts";

/** A folder of the panel: those of the dataset, and Metrics and Columns for what is in none of them. */
export interface PanelFolder {
  key: string;
  name: string;
  description?: string | undefined;
  items: readonly PanelItem[];
  /** How many items it has itself, whatever is searched for. */
  total: number;
  folders: readonly PanelFolder[];
}

export function panelFolders(dataset: Dataset): PanelFolder[] {
  const metrics = dataset.metrics.map((metric) => [metric.uuid, metricItem(metric)] as const);
  const columns = dataset.columns
    .filter((column) => column.is_active !== false)
    .map((column) => [column.uuid, columnItem(column)] as const);
  const left = new Map([...metrics, ...columns].flatMap(([uuid, item]) => (uuid ? [[uuid, item]] : [])));
  const folders = foldersIn(dataset.folders).map((folder) => folderOf(folder, left));
  const rest = (items: typeof metrics) => items.flatMap(([uuid, item]) => (!uuid || left.has(uuid) ? [item] : []));
  return [...folders, ownFolder("Metrics", rest(metrics)), ownFolder("Columns", rest(columns))].filter(
    (folder) => countOf(folder) > 0,
  );
}

/** Takes its items out of those that are left. */
function folderOf(folder: DatasetFolder, left: Map<string, PanelItem>): PanelFolder {
  const items = folder.children.flatMap(({ uuid }) => {
    const item = left.get(uuid);
    left.delete(uuid);
    return item ? [item] : [];
  });
  const folders = folder.children.filter(isFolder).map((inner) => folderOf(inner, left));
  const { uuid, name } = folder;
  return { key: uuid, name, description: folder.description || undefined, items, total: items.length, folders };
}

function ownFolder(name: string, items: readonly PanelItem[]): PanelFolder {
  return { key: name, name, items, total: items.length, folders: [] };
}

/** With the items of folders within it. */
export function countOf({ items, folders }: PanelFolder): number {
  return folders.reduce((count, folder) => count + countOf(folder), items.length);
}

/** Folders that hold something that fits the text, with that; a folder whose name fits has all that is in it. */
export function searchFolders(folders: readonly PanelFolder[], text: string): PanelFolder[] {
  const needle = text.trim().toLowerCase();
  return folders.flatMap((folder) => {
    if (needle && folder.key !== folder.name && folder.name.toLowerCase().includes(needle)) return [folder];
    const found = { ...folder, items: searchItems(folder.items, text), folders: searchFolders(folder.folders, text) };
    return countOf(found) > 0 ? [found] : [];
  });
}
