import type { Language } from "../i18n/locale.ts";
import { ADMIN_ROLE } from "../model/built-in-roles.ts";

export interface User {
  /** 0 for anonymous visitors. */
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isAnonymous: boolean;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly loginCount: number;
  readonly createdOn: string | null;
  readonly language?: Language | undefined;
  /** IANA name chosen in the account; undefined = the browser's. */
  readonly timeZone?: string | undefined;
  /** False: no mail about comments. */
  readonly commentMail?: boolean;
  /** Tokens are valid only if issued under this version. */
  readonly credentialVersion?: number;
  readonly roles: readonly UserRole[];
  /** Set for guests of an embedded dashboard. Guests are anonymous but have a name. */
  readonly guest?: Guest;
  can(permission: string, view: string): boolean;
}

export interface Guest {
  /** Dashboard ids or embedding keys. */
  readonly dashboards: readonly string[];
  /** Without `dataset`, the rule applies to every dataset. */
  readonly rules: readonly { readonly dataset?: number | undefined; readonly clause: string }[];
  readonly tokenHash?: string;
  /** Set for visitors of a public link, who see at most what its maker can see now. */
  readonly link?: { readonly id: number; readonly dashboardId: number; readonly maker: User };
}

export interface UserRole {
  readonly id: number;
  readonly name: string;
  readonly pairs: readonly Pair[];
}

export type Pair = readonly [permission: string, view: string];

export const isAdminRole = (name: string) => name.toLowerCase() === ADMIN_ROLE.toLowerCase();

export type UserFields = Omit<User, "can" | "isAdmin">;

export function userOf(fields: UserFields): User {
  const granted = new Set(
    fields.roles.flatMap((role) => role.pairs.map(([permission, view]) => `${permission} ${view}`)),
  );
  // Guests are never administrators, whatever roles they get.
  const isAdmin = !fields.guest && fields.roles.some((role) => isAdminRole(role.name));
  return { ...fields, isAdmin, can: (permission, view) => isAdmin || granted.has(`${permission} ${view}`) };
}

export function anonymousUser(publicRole: UserRole | undefined): User {
  return userOf({
    id: 0,
    username: "",
    firstName: "",
    lastName: "",
    email: "",
    isAnonymous: true,
    isActive: false,
    loginCount: 0,
    createdOn: null,
    roles: publicRole ? [publicRole] : [],
  });
}
