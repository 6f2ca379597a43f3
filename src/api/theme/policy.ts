import { forbidden } from "../../model/errors.ts";
import type { User } from "../../server/auth/user.ts";
import { permission } from "../../server/http/route.ts";

export const VIEW = "Theme";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);

/** What everybody sees is the administrators' choice. Throws a 403 for others. */
export function assertAdministers(user: User): void {
  if (!user.isAdmin) throw forbidden();
}
