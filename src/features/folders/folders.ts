import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import * as contract from "../../api/folder/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";

export type Folder = z.output<typeof contract.FolderRow>;
export type PlacedType = contract.PlacedType;
type FolderAccess = contract.FolderAccess;

/** An object that can be put into a folder. */
export interface PlacedItem {
  type: PlacedType;
  id: number;
  name: string;
  folder: { id: number; name: string } | undefined;
}

export const FOLDERS_KEY = "folders";
/** As the chosen folder: what is in none. */
export const NO_FOLDER = 0;
const LIST_KEYS: Readonly<Record<PlacedType, string>> = {
  chart: "charts",
  dashboard: "dashboards",
  dataset: "datasets",
};

const SELECT = [
  ...["id", "name", "description", "parent_id", "counts", "access", "can_edit", "can_manage"],
  ...["owners", "editors", "editor_roles", "viewer_roles"],
];

const NONE: readonly Folder[] = [];

/** Every folder that the user can see. Their number is limited. */
export function useFolders() {
  const { data, error, refetch, isPending } = useQuery({
    queryKey: [FOLDERS_KEY, "all"],
    queryFn: async ({ signal }) => {
      const q = { page: 0, page_size: -1, select_columns: SELECT };
      return (await call(contract.list, { q }, { signal })).result as Folder[];
    },
  });
  return { folders: data ?? NONE, error, refetch, isPending };
}

export interface FolderNode {
  folder: Folder;
  children: FolderNode[];
}

export function treeOf(folders: readonly Folder[], parent: number | null = null): FolderNode[] {
  return folders
    .filter((folder) => folder.parent_id === parent)
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((folder) => ({ folder, children: treeOf(folders, folder.id) }));
}

/** From the outermost folder to the folder itself; empty if the user can't see it. */
export function pathOf(folders: readonly Folder[], id: number | undefined): Folder[] {
  const found = folders.find((folder) => folder.id === id);
  return found ? [...pathOf(folders, found.parent_id ?? undefined), found] : [];
}

export function pathText(folders: readonly Folder[], id: number): string {
  return pathOf(folders, id)
    .map((folder) => folder.name)
    .join(" / ");
}

export const isWithin = (folders: readonly Folder[], id: number, outer: number): boolean =>
  pathOf(folders, id).some((folder) => folder.id === outer);

const nameOf = (person: { first_name: string; last_name: string }) => `${person.first_name} ${person.last_name}`.trim();

/** Who can edit and see what is in a folder, in words. */
export function accessTexts(access: FolderAccess | undefined, hasDashboards: boolean): string[] {
  const editors = [...(access?.editors ?? []).map(nameOf), ...(access?.editor_roles ?? []).map(({ name }) => name)];
  const viewers = (access?.viewer_roles ?? []).map(({ name }) => name);
  const edit =
    editors.length > 0
      ? t("Besides their owners, these can edit the items: {names}.", { names: list(editors) })
      : t("Only their owners and administrators can edit the items.");
  if (!hasDashboards) return [edit];
  const view =
    viewers.length > 0
      ? t("Besides their owners, only these roles see published dashboards and their data: {names}.", {
          names: list(viewers),
        })
      : t("The folder doesn't change who can see the items.");
  return [edit, view];
}

/** Whether moving items into or out of the folder changes who can see or edit them. */
export function changesAccess(access: FolderAccess | undefined, userId: number): boolean {
  if (!access) return false;
  const others = access.editors.filter((editor) => editor.id !== userId);
  return others.length + access.editor_roles.length + access.viewer_roles.length > 0;
}

export async function moveItems(items: readonly PlacedItem[], folderId: number): Promise<void> {
  const body = { objects: items.map(({ type, id }) => ({ type, id })) };
  if (folderId === NO_FOLDER) await call(contract.takeOut, { body });
  else await call(contract.place, { params: { id: `${folderId}` }, body } as never);
  reloadFolders(items.map(({ type }) => type));
}

export async function moveFolder(id: number, parentId: number): Promise<void> {
  const body = { parent_id: parentId === NO_FOLDER ? null : parentId };
  await call(contract.update, { params: { id: `${id}` }, body } as never);
  reloadFolders(["chart", "dashboard", "dataset"]);
}

export function reloadFolders(types: readonly PlacedType[]): void {
  const keys = [FOLDERS_KEY, ...new Set(types.map((type) => LIST_KEYS[type]))];
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
}
