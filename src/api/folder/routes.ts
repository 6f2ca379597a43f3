import { msg, t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import { crud } from "../../server/http/crud.ts";
import { anyColumnContains, searchOfHistory } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import { audited, type Resource, route } from "../../server/http/route.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import * as contract from "./contract.ts";
import { VIEW, visibleFolders, WRITE } from "./policy.ts";
import { presentFolders } from "./present.ts";
import { changeFolder, createFolder, moveObjects, removeFolders } from "./save.ts";
import { foldersByIds } from "./store.ts";

const LIST: ListDefinition = {
  view: VIEW,
  title: msg("List Folder"),
  table: "folders",
  permissions: ["can_read", "can_write"],
  columns: [
    "id",
    "uuid",
    "name",
    "description",
    "parent_id",
    "counts.chart",
    "counts.dashboard",
    "counts.dataset",
    ...userColumns("owners"),
    ...userColumns("editors"),
    "editor_roles.id",
    "editor_roles.name",
    "viewer_roles.id",
    "viewer_roles.name",
    "access",
    "can_edit",
    "can_manage",
    ...userColumns("changed_by"),
    ...userColumns("created_by"),
    "changed_on",
    "changed_on_delta_humanized",
  ],
  search: {
    id: { type: "number", column: "folders.id" },
    uuid: { type: "uuid", column: "folders.uuid" },
    name: { type: "text", column: "folders.name" },
    description: { type: "text", column: "folders.description" },
    owners: { type: "many", table: "folder_owners", own: "folder_id", column: "folders.id", other: "user_id" },
    ...searchOfHistory("folders"),
  },
  filters: { "name:folder_all_text": anyColumnContains(["folders.name", "folders.description"]) },
  order: {
    name: { by: "name", text: true },
    changed_on_delta_humanized: "changed_on",
    "changed_by.first_name": firstNameOf("folders.changed_by_fk"),
    "created_by.first_name": firstNameOf("folders.created_by_fk"),
  },
  baseOrder: { column: "name", direction: "asc" },
  visible: ({ user }) => visibleFolders(user),
  present: presentFolders,
  related: {
    owners: { kind: "users", withEmail: true },
    viewer_roles: { kind: "roles" },
    created_by: { kind: "users" },
    changed_by: { kind: "users" },
  },
  maxPageSize: -1,
  createBody: contract.CreateFolder,
  updateBody: contract.UpdateFolder,
};

const FOLDER_ACTIONS = {
  post: "folder.create",
  put: "folder.update",
  delete: "folder.delete",
  bulk_delete: "folder.delete",
} as const;

const place = route(
  contract.place,
  audited(WRITE, { action: "folder.move", verb: "move", kind: "folder", recorded: "by-handler" }),
  async (ctx, { params, body }) => {
    const [folder] = await foldersByIds(ctx.app.db, possibleIds([params.id]), visibleFolders(ctx.user));
    if (!folder) throw notFound();
    await moveObjects(ctx, { folderId: folder.id, objects: body.objects });
    return { message: t("Moved {count, plural, one {# item} other {# items}}", { count: body.objects.length }) };
  },
);

const takeOut = route(
  contract.takeOut,
  audited(WRITE, { action: "folder.move", verb: "move", kind: "folder", recorded: "by-handler" }),
  async (ctx, { body }) => {
    await moveObjects(ctx, { folderId: null, objects: body.objects });
    return { message: t("Moved {count, plural, one {# item} other {# items}}", { count: body.objects.length }) };
  },
);

const { show, create, update, remove, removeMany } = contract;

export const folderResource: Resource = {
  name: "folder",
  routes: [
    ...collectionRoutes({ list: contract.list, info: contract.info, related: contract.related }, LIST),
    ...crud({ show, create, update, remove, removeMany }, LIST, {
      audit: { kind: "folder", api: "folder", names: FOLDER_ACTIONS, recorded: "by-handler" },
      find: ({ app, user }, ids) => foldersByIds(app.db, ids, visibleFolders(user)),
      stateOf: (folder) => folder.changed_on,
      create: async (ctx, { body }) => ({ id: await createFolder(ctx, body), result: body }),
      update: async (ctx, folder, { body }) => {
        await changeFolder(ctx, folder, body);
        return { id: folder.id, result: body };
      },
      remove: (ctx, _, folders) => removeFolders(ctx, folders),
      options: { invalidStatus: 422 },
    }),
    takeOut,
    place,
  ],
};
