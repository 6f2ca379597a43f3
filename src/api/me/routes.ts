import { t } from "../../i18n/translate.ts";
import { badRequest, missingAuthorization, notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { assertCanChangePassword } from "../../server/auth/password-proof.ts";
import { hashPassword } from "../../server/auth/passwords.ts";
import { endOtherSessions, type SessionReference } from "../../server/auth/sessions.ts";
import {
  audited,
  type Context,
  PUBLIC,
  permission,
  RawReply,
  type Resource,
  route,
  SIGNED_IN,
} from "../../server/http/route.ts";
import type { User } from "../../server/user.ts";
import { standingNow } from "../database/index.ts";
import * as contract from "./contract.ts";

export const me: Resource = {
  name: "me",
  routes: [
    route(contract.show, PUBLIC, ({ user }) => ({
      result: user.guest ? presentGuest(user) : presentMe(signedIn(user)),
    })),
    route(contract.roles, PUBLIC, ({ app, user }) => ({
      result: presentWithRoles(app, user.guest ? user : signedIn(user)),
    })),
    route(contract.queue, PUBLIC, ({ app }) => ({ result: standingNow(app) })),
    route(contract.avatar, SIGNED_IN, async ({ app }, { params }) => {
      if (!(await isUserAccount(app, params.id))) throw notFound();
      return new RawReply("", { "content-type": "image/png", "cache-control": "no-cache" }, 204);
    }),
    route(
      contract.update,
      audited(permission("can_write", "CurrentUserRestApi"), {
        action: "CurrentUserRestApi.put",
        verb: "change",
        kind: "user",
      }),
      async (ctx, { body }) => {
        if (Object.values(body).every((value) => value === undefined)) {
          throw badRequest(t("At least one field must be provided."));
        }
        const { current_password, ...changes } = body;
        const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
        noteAction({ objects: [{ id: ctx.user.id, name: ctx.user.username }], fields });
        if (changes.password !== undefined) await assertCanChangePassword(ctx, current_password);
        await changeMyself(ctx.app, signedIn(ctx.user).id, { changes, session: ctx.session });
        return { result: presentMe(await freshUser(ctx)) };
      },
    ),
  ],
};

function signedIn(user: User): User {
  if (user.isAnonymous) throw missingAuthorization();
  return user;
}

async function freshUser(ctx: Context): Promise<User> {
  return (await ctx.app.once(accounts).active(ctx.user.id)) ?? ctx.user;
}

function presentMe(user: User) {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    is_active: user.isActive,
    is_anonymous: user.isAnonymous,
    login_count: user.loginCount,
  };
}

function presentGuest({ username, firstName, lastName, isActive }: User) {
  return { username, first_name: firstName, last_name: lastName, is_active: isActive, is_anonymous: false };
}

function presentWithRoles(app: App, user: User) {
  const pairs = user.roles.flatMap((role) => role.pairs);
  const viewsOf = (permission: string) => pairs.filter(([name]) => name === permission).map(([, view]) => view);
  return {
    userId: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isActive: user.isActive,
    isAnonymous: user.isAnonymous && !user.guest,
    createdOn: user.createdOn,
    loginCount: user.loginCount,
    language: user.language ?? null,
    timeZone: user.timeZone ?? null,
    commentMail: user.commentMail ?? true,
    uploadLimit: app.config.limits.uploadBytes,
    roles: Object.fromEntries(
      user.roles.map((role) => [role.name, role.pairs.map(([name, view]): [string, string] => [name, view])]),
    ),
    permissions: {
      datasource_access: viewsOf("datasource_access"),
      database_access: viewsOf("database_access"),
    },
  };
}

interface MyChanges {
  first_name?: string | undefined;
  last_name?: string | undefined;
  password?: string | undefined;
  language?: string | null | undefined;
  time_zone?: string | null | undefined;
  comment_mail?: boolean | undefined;
}

async function isUserAccount({ db }: App, id: number): Promise<boolean> {
  if (id < 1 || id >= 2 ** 31) return false;
  return (await db.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

async function changeMyself(
  app: App,
  userId: number,
  { changes, session }: { changes: MyChanges; session: SessionReference | undefined },
): Promise<void> {
  const { password, ...columns } = changes;
  const secret = password === undefined ? {} : { password_hash: await hashPassword(password) };
  await app.db
    .updateTable("users")
    .set({
      ...columns,
      ...secret,
      changed_on: app.clock.timestamp(),
    })
    .where("id", "=", userId)
    .execute();
  if (password !== undefined) await endOtherSessions(app, userId, session);
  app.events.changed("user", userId);
}
