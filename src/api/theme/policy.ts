import { forbidden } from "../../model/errors.ts";
import type { User } from "../../server/user.ts";
import type { ThemeRecord } from "./store.ts";

export function assertAdministrator(user: User): void {
  if (!user.isAdmin) throw forbidden();
}

export function canChange(user: User, theme: ThemeRecord): boolean {
  const isSystemTheme = theme.is_system_default || theme.is_system_dark;
  return user.isAdmin || (!isSystemTheme && theme.created_by_fk === user.id);
}
