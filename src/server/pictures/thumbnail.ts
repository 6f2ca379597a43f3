import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import type { User, UserRole } from "../user.ts";
import { picturesOf } from "./pictures.ts";

/**
 * A screenshot shows what one user can see, so its name depends on the user and their roles' permissions: permission
 * changes give new names, and nobody gets another user's screenshot.
 */

const roleDigests = new WeakMap<UserRole, string>();
/** Cached per user object, which is replaced when permissions change; lists need one per row. */
const permissionsDigests = new WeakMap<User, string>();

export function permissionsDigest(user: User): string {
  const known = permissionsDigests.get(user) ?? computePermissionsDigest(user);
  permissionsDigests.set(user, known);
  return known;
}

function computePermissionsDigest(user: User): string {
  const roles = user.roles.map((role) => {
    const known = roleDigests.get(role) ?? digestOf([role.id, role.pairs]);
    roleDigests.set(role, known);
    return known;
  });
  return digestOf([user.id, ...roles.sort()]);
}

export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 20);
}

interface Pictured {
  id: number;
  uuid: string;
  changed_on: string;
}

interface ThumbnailContext {
  app: App;
  user: User;
}

export function thumbnailDigest(user: User, { uuid, changed_on }: Pictured): string {
  return digestOf([uuid, changed_on, permissionsDigest(user)]);
}

export function thumbnailUrl(
  { app, user }: ThumbnailContext,
  noun: "chart" | "dashboard",
  object: Pictured,
): string | null {
  if (user.guest || !picturesOf(app)) return null;
  return `/api/v1/${noun}/${object.id}/thumbnail/${thumbnailDigest(user, object)}/`;
}
