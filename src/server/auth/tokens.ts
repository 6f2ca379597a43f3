import { randomUUID } from "node:crypto";
import { TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { accounts } from "./accounts.ts";
import type { User } from "./user.ts";

/** Signed tokens for programs: a short access token and a longer refresh token. */
export type TokenKind = "access" | "refresh";

export async function issueToken(app: App, userId: number, kind: TokenKind): Promise<string> {
  const { SignJWT } = await import("jose");
  const { accessTokenSeconds, refreshTokenSeconds } = app.config.session;
  const issued = Math.floor(app.clock.now() / 1000);
  const user = await app.once(accounts).active(userId);
  return new SignJWT({ type: kind, fresh: kind === "access", ver: user?.credentialVersion ?? 0 })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(String(userId))
    .setJti(randomUUID())
    .setIssuedAt(issued)
    .setNotBefore(issued)
    .setExpirationTime(issued + (kind === "access" ? accessTokenSeconds : refreshTokenSeconds))
    .sign(app.secrets.jwtKey);
}

/**
 * The user of a token. Undefined when the user is gone or not active, or has changed the password since. Throws a 401 when
 * the token is not one of ours, of another kind, or too old.
 */
export async function userOfToken(app: App, token: string, kind: TokenKind): Promise<User | undefined> {
  const { id, version } = await readToken(app, token, kind);
  const user = await app.once(accounts).active(id);
  return user?.credentialVersion === version ? user : undefined;
}

async function readToken(app: App, token: string, kind: TokenKind): Promise<{ id: number; version: unknown }> {
  const { jwtVerify, errors } = await import("jose");
  try {
    const currentDate = new Date(app.clock.now());
    const { payload } = await jwtVerify(token, app.secrets.jwtKey, { algorithms: ["HS256"], currentDate });
    if (payload.type !== kind) throw refused(`Only ${kind} tokens are allowed`);
    return { id: Number(payload.sub), version: payload.ver ?? 0 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused("Token has expired");
    if (error instanceof TesseraError) throw error;
    throw refused("Invalid token");
  }
}

const refused = (msg: string) => new TesseraError(401, { msg });
