import type { App } from "../app.ts";
import type { User } from "../user.ts";
import { accounts } from "./accounts.ts";
import { isApiKey, userOfApiKey } from "./api-keys.ts";
import { guestOf } from "./guest-tokens.ts";
import type { SessionReference } from "./sessions.ts";
import { findSession } from "./sessions.ts";
import { bearerTokenOf, userOfToken } from "./tokens.ts";

export interface Caller {
  readonly user: User;
  readonly session: SessionReference | undefined;
  /** Via an `Authorization` header, which another site's page can't make a browser send. */
  readonly byToken: boolean;
}

export interface Credential {
  authorization: string | undefined;
  sessionToken: string | undefined;
  guestToken?: string | undefined;
  address: string;
}

/** Throws a 401 or 422 for a bad token; without a valid session the caller is an anonymous visitor. */
export async function identify(app: App, credential: Credential): Promise<Caller> {
  const { authorization, sessionToken, guestToken, address } = credential;
  const known = app.once(accounts);
  if (guestToken !== undefined) return { user: await guestOf(app, guestToken), session: undefined, byToken: true };
  if (authorization !== undefined) {
    const token = bearerTokenOf(authorization);
    const user = isApiKey(token) ? await userOfApiKey(app, token, address) : await userOfToken(app, token, "access");
    return { user, session: undefined, byToken: true };
  }
  const session = sessionToken ? await findSession(app, sessionToken) : undefined;
  const user = session ? await known.active(session.userId) : undefined;
  if (session && user) return { user, session, byToken: false };
  return { user: await known.anonymous(), session: undefined, byToken: false };
}
