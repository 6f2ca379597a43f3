import { z } from "zod";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  deleteOperations,
  IdParams,
  MessageResponse,
  ShowQuery,
  shownResponse,
} from "../../model/resource.ts";

const ids = z.array(z.number().int());
const Named = z.looseObject({ id: z.number(), name: z.string() });

export const SaveRole = z.strictObject({ name: z.string().trim().min(1).max(64) });
const Pairs = z.strictObject({ permission_view_menu_ids: ids });
const Users = z.strictObject({ user_ids: ids });
const Groups = z.strictObject({ group_ids: ids });
const FoundRole = Named.extend({ user_ids: ids, permission_ids: ids, group_ids: ids });

function withoutPickers<T extends z.ZodType>(name: string, row: T) {
  const { list, info } = collectionOperations(name, row);
  return { list, info };
}

export const roles = {
  ...withoutPickers("security/roles", Named),
  remove: deleteOperations("security/roles").remove,
  show: operation({
    id: "security/roles.show",
    method: "GET",
    path: "/api/v1/security/roles/:id",
    summary: "A role",
    params: IdParams,
    q: ShowQuery,
    response: shownResponse(Named.partial()),
  }),
  create: operation({
    id: "security/roles.create",
    method: "POST",
    path: "/api/v1/security/roles/",
    summary: "Create a role",
    body: SaveRole,
    response: z.looseObject({ id: z.number(), result: SaveRole }),
    status: 201,
  }),
  update: operation({
    id: "security/roles.update",
    method: "PUT",
    path: "/api/v1/security/roles/:id",
    summary: "Rename a role",
    params: IdParams,
    body: SaveRole.partial(),
    response: z.looseObject({ result: SaveRole }),
  }),
  search: operation({
    id: "security/roles.search",
    method: "GET",
    path: "/api/v1/security/roles/search/",
    summary: "Roles with the ids of their users, groups and permissions; filtered by those or by part of the name",
    q: z.looseObject({
      filters: z.array(z.looseObject({ col: z.string(), opr: z.string().optional(), value: z.unknown() })).optional(),
      order_column: z.string().optional(),
      order_direction: z.enum(["asc", "desc"]).optional(),
      page: z.number().optional(),
      page_size: z.number().optional(),
    }),
    response: z.looseObject({ count: z.number(), ids, result: z.array(FoundRole) }),
  }),
  pairs: operation({
    id: "security/roles.pairs",
    method: "GET",
    path: "/api/v1/security/roles/:id/permissions/",
    summary: "The permissions of a role",
    params: IdParams,
    response: z.looseObject({
      result: z.array(z.looseObject({ id: z.number(), permission_name: z.string(), view_menu_name: z.string() })),
    }),
  }),
  setPairs: operation({
    id: "security/roles.setPairs",
    method: "POST",
    path: "/api/v1/security/roles/:id/permissions",
    summary: "Replace the permissions of a role, with ids from `/api/v1/security/permissions-resources/`",
    params: IdParams,
    body: Pairs,
    response: z.looseObject({ result: Pairs }),
  }),
  setUsers: operation({
    id: "security/roles.setUsers",
    method: "PUT",
    path: "/api/v1/security/roles/:id/users",
    summary: "Replace the users of a role",
    params: IdParams,
    body: Users,
    response: z.looseObject({ result: Users }),
  }),
  setGroups: operation({
    id: "security/roles.setGroups",
    method: "PUT",
    path: "/api/v1/security/roles/:id/groups",
    summary: "Replace the groups of a role",
    params: IdParams,
    body: Groups,
    response: z.looseObject({ result: Groups }),
  }),
};

const GroupRow = z.looseObject({
  id: z.number(),
  name: z.string(),
  label: z.string().nullable(),
  description: z.string().nullable(),
  roles: z.array(Named),
  users: z.array(z.looseObject({ id: z.number(), username: z.string() })),
});

export const SaveGroup = z.strictObject({
  name: z.string().trim().min(1).max(100),
  label: z.string().max(150).nullish(),
  description: z.string().max(512).nullish(),
  roles: ids.optional(),
  users: ids.optional(),
});
export type SaveGroup = z.infer<typeof SaveGroup>;
export const UpdateGroup = SaveGroup.partial();
export type UpdateGroup = z.infer<typeof UpdateGroup>;

export const groups = {
  ...withoutPickers("security/groups", GroupRow),
  related: collectionOperations("security/groups", GroupRow).related,
  remove: deleteOperations("security/groups").remove,
  show: operation({
    id: "security/groups.show",
    method: "GET",
    path: "/api/v1/security/groups/:id",
    summary: "A group",
    params: IdParams,
    q: ShowQuery,
    response: shownResponse(GroupRow.partial()),
  }),
  create: operation({
    id: "security/groups.create",
    method: "POST",
    path: "/api/v1/security/groups/",
    summary: "Create a group",
    body: SaveGroup,
    response: z.looseObject({ id: z.number(), result: SaveGroup }),
    status: 201,
  }),
  update: operation({
    id: "security/groups.update",
    method: "PUT",
    path: "/api/v1/security/groups/:id",
    summary: "Change a group",
    params: IdParams,
    body: UpdateGroup,
    response: z.looseObject({ result: UpdateGroup }),
  }),
};

const NamedPair = z.looseObject({
  id: z.number(),
  permission: z.looseObject({ name: z.string() }),
  view_menu: z.looseObject({ name: z.string() }),
});
function catalog<N extends string, T extends z.ZodObject>(name: N, row: T) {
  return {
    ...withoutPickers(`security/${name}`, row),
    show: operation({
      id: `security/${name}.show`,
      method: "GET",
      path: `/api/v1/security/${name}/:id`,
      summary: `One of ${name}`,
      params: IdParams,
      q: ShowQuery,
      response: shownResponse(row.partial()),
    }),
  };
}

export const permissions = catalog("permissions", Named);
export const resources = catalog("resources", Named);
export const pairs = catalog("permissions-resources", NamedPair);

export const SaveResource = z.strictObject({ name: z.string().trim().min(1).max(250) });

export const createResource = operation({
  id: "security/resources.create",
  method: "POST",
  path: "/api/v1/security/resources/",
  summary: "Create a resource, for permissions that other clients check",
  body: SaveResource,
  response: z.looseObject({ id: z.number(), result: SaveResource }),
  status: 201,
});
export const updateResource = operation({
  id: "security/resources.update",
  method: "PUT",
  path: "/api/v1/security/resources/:id",
  summary: "Rename a custom resource, in every role with a permission on it",
  params: IdParams,
  body: SaveResource,
  response: z.looseObject({ result: SaveResource }),
});
export const removeResource = deleteOperations("security/resources").remove;

export const SavePair = z.strictObject({ permission_id: z.number().int(), view_menu_id: z.number().int() });
export type SavePair = z.infer<typeof SavePair>;

export const createPair = operation({
  id: "security/permissions-resources.create",
  method: "POST",
  path: "/api/v1/security/permissions-resources/",
  summary: "Create a permission on a resource, to grant to roles",
  body: SavePair,
  response: z.looseObject({ id: z.number(), result: SavePair }),
  status: 201,
});
export const updatePair = operation({
  id: "security/permissions-resources.update",
  method: "PUT",
  path: "/api/v1/security/permissions-resources/:id",
  summary: "Change a custom permission, in every role that has it",
  params: IdParams,
  body: SavePair,
  response: z.looseObject({ result: SavePair }),
});
export const removePair = deleteOperations("security/permissions-resources").remove;

const Registration = z.looseObject({ id: z.number(), username: z.string(), email: z.string() });

const REGISTRATIONS = "security/user_registrations";
const ofRegistrations = collectionOperations(REGISTRATIONS, Registration);
export const registrations = {
  ...ofRegistrations,
  related: { ...ofRegistrations.related, refuses: true as const },
  distinct: { ...ofRegistrations.distinct, refuses: true as const },
  show: operation({
    id: `${REGISTRATIONS}.show`,
    method: "GET",
    path: `/api/v1/${REGISTRATIONS}/:id`,
    summary: "A registration request: always 404",
    params: IdParams,
    response: shownResponse(Registration.partial()),
    refuses: true,
  }),
  create: operation({
    id: `${REGISTRATIONS}.create`,
    method: "POST",
    path: `/api/v1/${REGISTRATIONS}/`,
    summary: "Always refused: self-registration isn't supported",
    body: z.strictObject({}),
    response: MessageResponse,
    refuses: true,
    status: 201,
  }),
  update: operation({
    id: `${REGISTRATIONS}.update`,
    method: "PUT",
    path: `/api/v1/${REGISTRATIONS}/:id`,
    summary: "Change a registration request: always 404",
    params: IdParams,
    body: z.strictObject({}),
    response: MessageResponse,
    refuses: true,
  }),
  remove: { ...deleteOperations(REGISTRATIONS).remove, refuses: true as const },
};
