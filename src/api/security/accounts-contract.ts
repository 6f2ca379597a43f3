import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import { NewPassword } from "../../model/password.ts";
import { collectionOperations, deleteOperations, IdParams, ShowQuery, shownResponse } from "../../model/resource.ts";

const Named = z.looseObject({ id: z.number(), name: z.string() });
const ids = z.array(z.number().int());
const name = z.string().trim().min(1).max(64);

export const UserRow = z.looseObject({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  active: z.boolean(),
  roles: z.array(Named).optional(),
  groups: z.array(Named).optional(),
  last_login: z.string().nullable(),
  login_count: z.number().nullable(),
});

const Email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, { error: () => t("Invalid email address") });

export const CreateUser = z.strictObject({
  first_name: name,
  last_name: name,
  username: z.string().trim().min(1).max(64),
  email: Email,
  password: NewPassword,
  active: z.boolean().optional(),
  roles: ids.optional(),
  groups: ids.optional(),
});
export type CreateUser = z.infer<typeof CreateUser>;
export const UpdateUser = CreateUser.partial();
export type UpdateUser = z.infer<typeof UpdateUser>;

const SavedUser = CreateUser.omit({ password: true }).partial();

const collection = collectionOperations("security/users", UserRow);

export const users = {
  list: collection.list,
  info: collection.info,
  related: collection.related,
  remove: deleteOperations("security/users").remove,
  show: operation({
    id: "security/users.show",
    method: "GET",
    path: "/api/v1/security/users/:id",
    summary: "A user",
    params: IdParams,
    q: ShowQuery,
    response: shownResponse(UserRow.partial()),
  }),
  create: operation({
    id: "security/users.create",
    method: "POST",
    path: "/api/v1/security/users/",
    summary: "Create a user",
    body: CreateUser,
    response: z.looseObject({ id: z.number(), result: SavedUser }),
    status: 201,
  }),
  update: operation({
    id: "security/users.update",
    method: "PUT",
    path: "/api/v1/security/users/:id",
    summary: "Change a user. A new password or deactivation ends the user's sessions and tokens",
    params: IdParams,
    body: UpdateUser,
    response: z.looseObject({ result: SavedUser }),
  }),
};
