import type { Language } from "../i18n/locale.ts";

/** Who makes a request, with their rights. */
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
  /** Chosen in the account; without it the browser says. */
  readonly language?: Language | undefined;
  /** Tokens of the user count when they were issued under it. */
  readonly credentialVersion?: number;
  readonly roles: readonly UserRole[];
  /** What a guest of another site may see; undefined for everybody else. Guests are anonymous, but have a name. */
  readonly guest?: Guest;
  /** Whether any of the roles grants the pair. Administrators have every pair. */
  can(permission: string, view: string): boolean;
}

/** What a guest token says. */
export interface Guest {
  /** Ids of dashboards, or keys of their embeddings. */
  readonly dashboards: readonly string[];
  /** Conditions on the rows of a dataset, or of every one. */
  readonly rules: readonly { readonly dataset?: number | undefined; readonly clause: string }[];
  /** Hash of the token, by which guests of one name are told apart. */
  readonly tokenHash?: string;
}

export interface UserRole {
  readonly id: number;
  readonly name: string;
  readonly pairs: readonly Pair[];
}

/** Permission and view, e.g. `["can_read", "Chart"]`. */
export type Pair = readonly [permission: string, view: string];

export const ADMIN_ROLE = "Admin";
export const PUBLIC_ROLE = "Public";

/** Written in whatever case. */
export const isAdminRole = (name: string) => name.toLowerCase() === ADMIN_ROLE.toLowerCase();

export type UserFields = Omit<User, "can" | "isAdmin">;

export function userOf(fields: UserFields): User {
  const granted = new Set(
    fields.roles.flatMap((role) => role.pairs.map(([permission, view]) => `${permission} ${view}`)),
  );
  // Guests of another site are never administrators, whatever role they are given.
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
