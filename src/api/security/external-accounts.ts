import { type Kysely, sql } from "kysely";
import { TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { insertUser } from "../../server/auth/administrator.ts";
import { type ExternalIdentity, SignInRejected } from "../../server/auth/external-identity.ts";
import { forgetCredentials } from "../../server/auth/sessions.ts";
import { recordSignIn } from "../../server/auth/sign-in.ts";
import type { AccountMapping, NameMap } from "../../server/config/sign-in-settings.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import { changeMembers, setMembers } from "./members.ts";

/**
 * Accounts from a sign-in provider or directory. An account is identified by the issuer's subject, never by name. A new
 * subject takes over an existing account only by a verified email address, and only if no other subject of the issuer
 * has it.
 */

const MAX_NAME = 64;
const MAX_EMAIL = 320;

export async function signInExternally(app: App, person: ExternalIdentity, mapping: AccountMapping): Promise<User> {
  const id = await accountOf(app, person, mapping).catch((error: unknown) => {
    // Two concurrent first sign-ins: the other one has created the account.
    if (storeFailureOf(error) === "unique") return accountOf(app, person, mapping);
    throw error;
  });
  const user = await recordSignIn(app, id);
  if (!user) throw new SignInRejected("inactive");
  if (user.roles.length === 0) noteAction({ result: "refused" });
  if (user.roles.length === 0) throw new SignInRejected("no_role");
  return user;
}

async function accountOf(app: App, person: ExternalIdentity, mapping: AccountMapping): Promise<number> {
  const known = (await identified(app.db, person)) ?? (await sameAddress(app, person));
  if (known === undefined) return created(app, person, mapping);
  if (!known.active) throw new SignInRejected("inactive");
  await update(app, { id: known.id, person, mapping });
  return known.id;
}

type Account = { id: number; active: boolean };

function identified(db: Kysely<Tables>, { issuer, subject }: ExternalIdentity): Promise<Account | undefined> {
  return db
    .selectFrom("identities")
    .innerJoin("users", "users.id", "identities.user_id")
    .select(["users.id", "users.active"])
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

async function sameAddress(app: App, person: ExternalIdentity): Promise<Account | undefined> {
  if (person.email === undefined) return undefined;
  const address = person.email.toLowerCase();
  const account = await app.db
    .selectFrom("users")
    .select(["id", "active"])
    .where(sql<boolean>`lower(email) = ${address}`)
    .executeTakeFirst();
  if (!account) return undefined;
  const other = await app.db
    .selectFrom("identities")
    .select("subject")
    .where("issuer", "=", person.issuer)
    .where("user_id", "=", account.id)
    .executeTakeFirst();
  if (!person.isEmailVerified || other) throw new SignInRejected("email_taken");
  if (account.active) await identify(app.db, { app, person, userId: account.id });
  return account;
}

async function identify(
  db: Kysely<Tables>,
  { app, person, userId }: { app: App; person: ExternalIdentity; userId: number },
): Promise<void> {
  const { issuer, subject } = person;
  await db
    .insertInto("identities")
    .values({ issuer, subject, user_id: userId, created_on: app.clock.timestamp() })
    .execute();
}

async function created(app: App, person: ExternalIdentity, mapping: AccountMapping): Promise<number> {
  const roles = await idsOf(app, "roles", rolesFor(person, mapping));
  const groups = await idsOf(app, "groups", named(mapping.groups, person.groups));
  if (roles.length === 0 && groups.length === 0) throw new SignInRejected("no_role");
  const username = await freeName(app.db, person);
  const names = { firstName: truncated(person.firstName) ?? username, lastName: truncated(person.lastName) ?? "" };
  const email = fittingEmail(person) ?? `${username}@localhost`;
  const id = await app.db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { username, ...names, email, password_hash: null }, app.clock.timestamp());
    await setMembers(trx, ROLES_OF_USER, { id: userId, others: roles });
    await setMembers(trx, GROUPS_OF_USER, { id: userId, others: groups });
    await identify(trx, { app, person, userId });
    return userId;
  });
  app.events.changed("user", id);
  return id;
}

const ROLES_OF_USER = { table: "user_roles", own: "user_id", other: "role_id" } as const;
const GROUPS_OF_USER = { table: "user_groups", own: "user_id", other: "group_id" } as const;

async function freeName(db: Kysely<Tables>, person: ExternalIdentity): Promise<string> {
  for (const name of [truncated(person.username), truncated(fittingEmail(person))]) {
    if (name !== undefined && !(await isTaken(db, name))) return name;
  }
  throw new SignInRejected("name_taken");
}

async function isTaken(db: Kysely<Tables>, name: string): Promise<boolean> {
  const lower = name.toLowerCase();
  const found = await db
    .selectFrom("users")
    .select("id")
    .where(sql<boolean>`(lower(username) = ${lower} or lower(email) = ${lower})`)
    .executeTakeFirst();
  return found !== undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

function truncated(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= MAX_NAME && !CONTROL.test(text) ? text : undefined;
}

const fittingEmail = ({ email }: ExternalIdentity) =>
  email !== undefined && email.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined;

interface Update {
  id: number;
  person: ExternalIdentity;
  mapping: AccountMapping;
}

async function update(app: App, { id, person, mapping }: Update): Promise<void> {
  const names = { first_name: truncated(person.firstName), last_name: truncated(person.lastName) };
  const changed = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
  const changed_on = app.clock.timestamp();
  await app.db
    .updateTable("users")
    .set({ ...changed, changed_on })
    .where("id", "=", id)
    .execute();
  await updateMembers(app, { id, person, mapping });
  forgetCredentials(app, id);
}

async function updateMembers(app: App, { id, person, mapping }: Update): Promise<void> {
  const roles = mapping.roles && (await idsOf(app, "roles", rolesFor(person, mapping)));
  const groups = mapping.groups && (await idsOf(app, "groups", named(mapping.groups, person.groups)));
  try {
    await changeMembers({ app }, async (trx) => {
      await setMembers(trx, ROLES_OF_USER, { id, others: roles });
      await setMembers(trx, GROUPS_OF_USER, { id, others: groups });
    });
  } catch (error) {
    if (!(error instanceof TesseraError)) throw error;
    app.log.warn("the last active administrator keeps the roles that the provider no longer gives", { userId: id });
  }
}

function rolesFor(person: ExternalIdentity, mapping: AccountMapping): string[] {
  const roles = named(mapping.roles, person.groups);
  return roles.length > 0 || mapping.defaultRole === undefined ? roles : [mapping.defaultRole];
}

function named(map: NameMap | undefined, groups: readonly string[]): string[] {
  const found = groups.flatMap((group) => map?.get(group) ?? map?.get(/^cn=([^,]+),/i.exec(group)?.[1] ?? "") ?? []);
  return [...new Set(found)];
}

async function idsOf(app: App, table: "roles" | "groups", names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await app.db.selectFrom(table).select(["id", "name"]).where("name", "in", names).execute();
  const missing = names.filter((name) => !rows.some((row) => row.name === name));
  if (missing.length > 0) app.log.warn(`the sign-in mapping names ${table} that do not exist`, { missing });
  return rows.map((row) => row.id);
}
