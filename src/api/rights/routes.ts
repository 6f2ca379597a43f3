import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, notFound } from "../../model/errors.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { type Context, type Resource, route, SIGNED_IN } from "../../server/http/route.ts";
import { type User, userOf } from "../../server/user.ts";
import { type Explanation, explain } from "./contract.ts";
import { explainAccess } from "./explain.ts";

interface RightsRequest {
  user?: number | undefined;
  role?: number | undefined;
}

async function subjectOf(ctx: Context, { user, role }: RightsRequest): Promise<{ kind: "user" | "role"; user: User }> {
  const isOther = role !== undefined || (user !== undefined && user !== ctx.user.id);
  if (isOther && !ctx.user.isAdmin) throw forbidden();
  if (role !== undefined && user !== undefined) throw badRequest(t("Choose a user or a role, not both"));
  if (role !== undefined) return { kind: "role", user: await userById(ctx, role) };
  const found = user === undefined ? ctx.user : await ctx.app.once(accounts).active(user);
  if (!found) throw notFound();
  return { kind: "user", user: found };
}

async function userById({ app }: Context, id: number): Promise<User> {
  const row = await app.db.selectFrom("roles").select("name").where("id", "=", id).executeTakeFirst();
  const role = row && (await app.once(accounts).role(row.name));
  if (!role) throw notFound();
  const unnamed = { id: 0, username: "", firstName: "", lastName: "", email: "", loginCount: 0, createdOn: null };
  return userOf({ ...unnamed, isAnonymous: false, isActive: true, roles: [role] });
}

function presented(subject: { kind: "user" | "role"; user: User }): Explanation["subject"] {
  const { kind, user } = subject;
  const roles = user.roles.map((role) => role.name);
  if (kind === "user") return { kind, id: user.id, name: user.username, roles };
  return { kind, id: user.roles[0]?.id ?? 0, name: roles[0] ?? "", roles };
}

export const rightsResource: Resource = {
  name: "rights",
  routes: [
    route(explain, SIGNED_IN, async (ctx, { query }) => {
      const { type, id, operation: doing, dashboard_id: dashboardId } = query;
      const subject = await subjectOf(ctx, query);
      const answer = await explainAccess(ctx.app, { user: subject.user, type, id, doing, dashboardId });
      const rows =
        answer.rows?.map((row) => (ctx.user.isAdmin ? row : { ...row, name: null, clause: null, author: null })) ??
        null;
      return { result: { ...answer, rows, subject: presented(subject) } };
    }),
  ],
};
