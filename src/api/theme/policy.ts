import { forbidden } from "../../model/errors.ts";
import type { User } from "../../server/user.ts";
import type { ThemeRecord } from "./store.ts";

/** What everybody sees is the administrators' choice. Throws a 403 for others. */
export function assertAdministers(user: User): void {
  if (!user.isAdmin) throw forbidden();
}

/** A theme is changed by whoever made it and by administrators; by them alone while it is everybody's. */
export function mayChange(user: User, theme: ThemeRecord): boolean {
  const isEverybodys = theme.is_system_default || theme.is_system_dark;
  return user.isAdmin || (!isEverybodys && theme.created_by_fk === user.id);
}
