import { t } from "../../../i18n/translate.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { type DatasetFolder, foldersIn, isFolder } from "../../../model/dataset-folder.ts";
import { columnItem, metricItem, type PanelItem, searchItems } from "./items.ts";

export interface PanelFolder {
  key: string;
  name: string;
  description?: string | undefined;
  /** Holds the items that are in no folder of the dataset. */
  isDefault?: boolean;
  items: readonly PanelItem[];
  total: number;
  folders: readonly PanelFolder[];
}

export function panelFolders(dataset: Dataset): PanelFolder[] {
  const metrics = dataset.metrics.map((metric) => [metric.uuid, metricItem(metric)] as const);
  const columns = dataset.columns
    .filter((column) => column.is_active !== false)
    .map((column) => [column.uuid, columnItem(column)] as const);
  const unfiled = new Map([...metrics, ...columns].flatMap(([uuid, item]) => (uuid ? [[uuid, item]] : [])));
  const folders = foldersIn(dataset.folders).map((folder) => folderOf(folder, unfiled));
  const rest = (items: typeof metrics) => items.flatMap(([uuid, item]) => (!uuid || unfiled.has(uuid) ? [item] : []));
  return [
    ...folders,
    defaultFolder("metrics", t("Metrics"), rest(metrics)),
    defaultFolder("columns", t("Columns"), rest(columns)),
  ].filter((folder) => countOf(folder) > 0);
}

function folderOf(folder: DatasetFolder, unfiled: Map<string, PanelItem>): PanelFolder {
  const items = folder.children.flatMap(({ uuid }) => {
    const item = unfiled.get(uuid);
    unfiled.delete(uuid);
    return item ? [item] : [];
  });
  const folders = folder.children.filter(isFolder).map((inner) => folderOf(inner, unfiled));
  const { uuid, name } = folder;
  return { key: uuid, name, description: folder.description || undefined, items, total: items.length, folders };
}

function defaultFolder(key: string, name: string, items: readonly PanelItem[]): PanelFolder {
  return { key, name, isDefault: true, items, total: items.length, folders: [] };
}

export function countOf({ items, folders }: PanelFolder): number {
  return folders.reduce((count, folder) => count + countOf(folder), items.length);
}

/** A folder whose own name matches keeps all its items. */
export function searchFolders(folders: readonly PanelFolder[], text: string): PanelFolder[] {
  const needle = text.trim().toLowerCase();
  return folders.flatMap((folder) => {
    if (needle && !folder.isDefault && folder.name.toLowerCase().includes(needle)) return [folder];
    const found = { ...folder, items: searchItems(folder.items, text), folders: searchFolders(folder.folders, text) };
    return countOf(found) > 0 ? [found] : [];
  });
}
