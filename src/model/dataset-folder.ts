import { z } from "zod";

/** A metric or column within a folder, by its uuid. */
const FolderItem = z.object({ uuid: z.guid().toLowerCase(), type: z.enum(["metric", "column"]) });
export type FolderItem = z.infer<typeof FolderItem>;

/** A folder of a dataset's metrics and columns: how people find them, without effect on any query. */
export interface DatasetFolder {
  uuid: string;
  type: "folder";
  name: string;
  description?: string | null | undefined;
  children: FolderEntry[];
}
export type FolderEntry = FolderItem | DatasetFolder;

/** Levels of folders within folders. */
export const MOST_FOLDER_LEVELS = 3;

const folderSchema = (level: number) =>
  z.object({
    uuid: z.guid().toLowerCase(),
    type: z.literal("folder"),
    name: z.string().trim().min(1).max(250),
    description: z.string().max(1000).nullish(),
    children: z.array(entrySchema(level + 1)).default([]),
  });

function entrySchema(level: number): z.ZodType<FolderEntry> {
  if (level > MOST_FOLDER_LEVELS) return FolderItem;
  return z.discriminatedUnion("type", [FolderItem, folderSchema(level)]);
}

const DatasetFolder = folderSchema(1);

/** The folders kept with a dataset; what is none is left out, as other versions may write other entries. */
export function foldersIn(value: unknown): DatasetFolder[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const { data } = DatasetFolder.safeParse(one);
    return data ? [data] : [];
  });
}

/** Folders as clients may write them: nothing is in two of them, and those beside each other have names of their own. */
export const WrittenFolders = z.array(entrySchema(1)).superRefine((folders, context) => {
  for (const name of foldersCalledAlike(folders)) {
    context.addIssue({ code: "custom", message: `two folders in one place are called ${name}` });
  }
  const seen = new Set<string>();
  for (const uuid of folders.flatMap(uuidsIn)) {
    if (seen.has(uuid)) context.addIssue({ code: "custom", message: `${uuid} is in the folders twice` });
    seen.add(uuid);
  }
});

/** Names that several folders of one place have, whatever their case. */
export function foldersCalledAlike(entries: readonly FolderEntry[]): Set<string> {
  const folders = entries.filter(isFolder);
  const names = folders.map(({ name }) => nameKey(name));
  const twice = folders.filter((_, index) => names.indexOf(names[index] ?? "") !== index);
  return new Set([
    ...twice.map(({ name }) => name.trim()),
    ...folders.flatMap((one) => [...foldersCalledAlike(one.children)]),
  ]);
}

const nameKey = (name: string) => name.trim().toLowerCase();

function uuidsIn(entry: FolderEntry): string[] {
  return isFolder(entry) ? [entry.uuid, ...entry.children.flatMap(uuidsIn)] : [entry.uuid];
}

export const isFolder = (entry: FolderEntry): entry is DatasetFolder => entry.type === "folder";

/** Folders, as they are kept, with other uuids for the metrics and columns in them. */
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
