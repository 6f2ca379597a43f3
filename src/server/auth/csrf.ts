import type { App } from "../app.ts";
import type { SessionReference } from "./sessions.ts";

/** Tokens against forged requests: bound to one session, valid for a week, and not stored. */

export function csrfToken(app: App, session: SessionReference | undefined, userId: number): string {
  const issued = app.clock.now().toString(36);
  return `${issued}.${app.secrets.sign(claimOf(session, userId, issued))}`;
}

/** Undefined when the token is right, else what is wrong with it. */
export function csrfObjection(app: App, session: SessionReference, token: string | undefined): string | undefined {
  if (!token) return "400 Bad Request: The CSRF token is missing.";
  const [issued = "", signature = ""] = token.split(".");
  if (!app.secrets.isSigned(claimOf(session, session.userId, issued), signature)) {
    return "400 Bad Request: The CSRF tokens do not match.";
  }
  const ageMs = app.clock.now() - Number.parseInt(issued, 36);
  return ageMs <= app.config.session.csrfMs ? undefined : "400 Bad Request: The CSRF token has expired.";
}

function claimOf(session: SessionReference | undefined, userId: number, issued: string): string {
  return `csrf ${session?.tokenHash ?? `user ${userId}`} ${issued}`;
}
