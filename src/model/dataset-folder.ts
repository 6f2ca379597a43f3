import { z } from "zod";
import { t } from "../i18n/translate.ts";

const FolderItem = z.object({ uuid: z.guid().toLowerCase(), type: z.enum(["metric", "column"]) });
export type FolderItem = z.infer<typeof FolderItem>;

/** Groups metrics and columns in lists, without effect on queries. */
export interface DatasetFolder {
  uuid: string;
  type: "folder";
  name: string;
  description?: string | null | undefined;
  children: FolderEntry[];
}
export type FolderEntry = FolderItem | DatasetFolder;

export const MAX_FOLDER_LEVELS = 3;

const folderSchema = (level: number) =>
  z.object({
    uuid: z.guid().toLowerCase(),
    type: z.literal("folder"),
    name: z.string().trim().min(1).max(250),
    description: z.string().max(1000).nullish(),
    children: z.array(entrySchema(level + 1)).default([]),
  });

function entrySchema(level: number): z.ZodType<FolderEntry> {
  if (level > MAX_FOLDER_LEVELS) return FolderItem;
  return z.discriminatedUnion("type", [FolderItem, folderSchema(level)]);
}

const DatasetFolder = folderSchema(1);

export function foldersIn(value: unknown): DatasetFolder[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const { data } = DatasetFolder.safeParse(one);
    return data ? [data] : [];
  });
}

/** Items can be in one folder only; siblings need unique names. */
export const WrittenFolders = z.array(entrySchema(1)).superRefine((folders, context) => {
  for (const name of duplicateFolderNames(folders)) {
    context.addIssue({ code: "custom", message: t("more than one folder is named {name}", { name }) });
  }
  const seen = new Set<string>();
  for (const uuid of folders.flatMap(uuidsIn)) {
    if (seen.has(uuid))
      context.addIssue({ code: "custom", message: t("The item {uuid} is in more than one folder", { uuid }) });
    seen.add(uuid);
  }
});

export function duplicateFolderNames(entries: readonly FolderEntry[]): Set<string> {
  const folders = entries.filter(isFolder);
  const names = folders.map(({ name }) => nameKey(name));
  const twice = folders.filter((_, index) => names.indexOf(names[index] ?? "") !== index);
  return new Set([
    ...twice.map(({ name }) => name.trim()),
    ...folders.flatMap((one) => [...duplicateFolderNames(one.children)]),
  ]);
}

const nameKey = (name: string) => name.trim().toLowerCase();

function uuidsIn(entry: FolderEntry): string[] {
  return isFolder(entry) ? [entry.uuid, ...entry.children.flatMap(uuidsIn)] : [entry.uuid];
}

export const isFolder = (entry: FolderEntry): entry is DatasetFolder => entry.type === "folder";

export function withPartUuids(value: unknown, parts: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withPartUuids(item, parts));
  if (typeof value !== "object" || value === null) return value;
  const { uuid, children } = value as { uuid?: unknown; children?: unknown };
  return {
    ...value,
    ...(typeof uuid === "string" ? { uuid: parts.get(uuid) ?? uuid } : {}),
    ...(children === undefined ? {} : { children: withPartUuids(children, parts) }),
  };
}
