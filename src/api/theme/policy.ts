import { forbidden } from "../../model/errors.ts";
import type { User } from "../../server/user.ts";
import type { ThemeRecord } from "./store.ts";

/** System-wide themes are chosen by administrators. Throws a 403. */
export function assertAdministers(user: User): void {
  if (!user.isAdmin) throw forbidden();
}

/** The creator and administrators can change a theme; if it is a system default, only administrators. */
export function mayChange(user: User, theme: ThemeRecord): boolean {
  const isEverybodys = theme.is_system_default || theme.is_system_dark;
  return user.isAdmin || (!isEverybodys && theme.created_by_fk === user.id);
}
