import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import type { User, UserRole } from "../user.ts";
import { picturesOf } from "./pictures.ts";

/**
 * Names of pictures. A picture shows what one person may see, so its name has in it who that is and what their roles grant:
 * a right that is given or taken away gives other names, and nobody gets a picture that was taken for somebody else.
 */

const roleDigests = new WeakMap<UserRole, string>();
/** A list names a picture in each of its rows. People and roles come anew with every change of their rights. */
const rightsDigests = new WeakMap<User, string>();

/** Who the person is, and what they may see by their roles. */
export function rightsDigest(user: User): string {
  const known = rightsDigests.get(user) ?? digestOfRights(user);
  rightsDigests.set(user, known);
  return known;
}

function digestOfRights(user: User): string {
  const roles = user.roles.map((role) => {
    const known = roleDigests.get(role) ?? digestOf([role.id, role.pairs]);
    roleDigests.set(role, known);
    return known;
  });
  return digestOf([user.id, ...roles.sort()]);
}

/** A short name of a value. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 20);
}

interface Pictured {
  id: number;
  uuid: string;
  changed_on: string;
}

interface Asking {
  app: App;
  user: User;
}

export function thumbnailDigest(user: User, { uuid, changed_on }: Pictured): string {
  return digestOf([uuid, changed_on, rightsDigest(user)]);
}

/** Where the object's small picture is, for this person; null where no pictures are taken. */
export function thumbnailUrl({ app, user }: Asking, noun: "chart" | "dashboard", object: Pictured): string | null {
  if (user.guest || !picturesOf(app)) return null;
  return `/api/v1/${noun}/${object.id}/thumbnail/${thumbnailDigest(user, object)}/`;
}
