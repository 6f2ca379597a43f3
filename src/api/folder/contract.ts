import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  IdList,
  IdParams,
  MessageResponse,
  Person,
  ShowQuery,
  shownResponse,
} from "../../model/resource.ts";

export const MAX_LEVELS = 8;
export const MAX_FOLDERS = 1000;
/** Of one user, so that the others can still create theirs. */
export const MAX_OWN_FOLDERS = 200;

export const PlacedType = z.enum(["chart", "dashboard", "dataset"]);
export type PlacedType = z.infer<typeof PlacedType>;

const Role = z.looseObject({ id: z.number(), name: z.string() });

/** Who has access because of the folder, the folders that contain it included. */
export const FolderAccess = z.looseObject({
  editors: z.array(Person),
  editor_roles: z.array(Role),
  viewer_roles: z.array(Role),
});
export type FolderAccess = z.infer<typeof FolderAccess>;

export const FolderRow = z.looseObject({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Null also if the caller can't see the parent. */
  parent_id: z.number().nullable(),
  /** Of those that the caller can see, in this folder and the folders in it. */
  counts: z.looseObject({ chart: z.number(), dashboard: z.number(), dataset: z.number() }),
  owners: z.array(Person),
  editors: z.array(Person),
  editor_roles: z.array(Role),
  viewer_roles: z.array(Role),
  access: FolderAccess,
  can_edit: z.boolean(),
  can_manage: z.boolean(),
  changed_by: Person.nullish(),
  created_by: Person.nullish(),
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
});
export type FolderRow = z.infer<typeof FolderRow>;

const id = z.number().int();
const Ids = z.array(id).max(200);
const Name = z
  .string()
  .trim()
  .min(1, { error: () => t("Enter a name") })
  .max(250)
  .refine((text) => !/\p{Cc}/u.test(text), { error: () => t("Must be a single line of text.") });

export const UpdateFolder = z.strictObject({
  name: Name.optional(),
  description: z.string().max(10_000).nullish(),
  parent_id: id.nullish(),
  owners: Ids.optional(),
  editors: Ids.optional(),
  editor_roles: Ids.optional(),
  viewer_roles: Ids.optional(),
});
export type UpdateFolder = z.infer<typeof UpdateFolder>;
export const CreateFolder = UpdateFolder.extend({ name: Name });
export type CreateFolder = z.infer<typeof CreateFolder>;

export const { list, info, related } = collectionOperations("folder", FolderRow.partial());

export const show = operation({
  id: "folder.show",
  method: "GET",
  path: "/api/v1/folder/:id",
  summary: "A folder",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(FolderRow.partial()),
});
export const create = operation({
  id: "folder.create",
  method: "POST",
  path: "/api/v1/folder/",
  summary: "Create a folder",
  body: CreateFolder,
  response: z.looseObject({ id: z.number(), result: CreateFolder }),
  status: 201,
});
export const update = operation({
  id: "folder.update",
  method: "PUT",
  path: "/api/v1/folder/:id",
  summary: "Change or move a folder; its rights also apply to what it contains",
  params: IdParams,
  body: UpdateFolder,
  response: z.looseObject({ id: z.number(), result: UpdateFolder }),
});
export const remove = operation({
  id: "folder.remove",
  method: "DELETE",
  path: "/api/v1/folder/:id",
  summary: "Delete a folder; what it contains moves to its parent",
  params: IdParams,
  response: MessageResponse,
});
export const removeMany = operation({
  id: "folder.removeMany",
  method: "DELETE",
  path: "/api/v1/folder/",
  summary: "Delete folders; what they contain moves to their parents",
  q: IdList,
  response: MessageResponse,
});

const MoveObjects = z.strictObject({
  objects: z
    .array(z.strictObject({ type: PlacedType, id }))
    .min(1)
    .max(1000),
});

export const place = operation({
  id: "folder.place",
  method: "POST",
  path: "/api/v1/folder/:id/objects",
  summary: "Move charts, dashboards and datasets into a folder: all or none",
  params: IdParams,
  body: MoveObjects,
  response: MessageResponse,
});
export const takeOut = operation({
  id: "folder.takeOut",
  method: "POST",
  path: "/api/v1/folder/none/objects",
  summary: "Take charts, dashboards and datasets out of their folders: all or none",
  body: MoveObjects,
  response: MessageResponse,
});
