import { randomUUID } from "node:crypto";
import { t } from "../../i18n/translate.ts";
import { missingAuthorization, TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import type { User } from "../user.ts";
import { accounts } from "./accounts.ts";

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

/** Throws the errors that Superset's clients expect: a 401 for another scheme, a 422 for a malformed header. */
export function bearerTokenOf(authorization: string | undefined): string {
  if (!authorization) throw missingAuthorization();
  const [scheme, token, ...more] = authorization.split(" ");
  if (scheme !== "Bearer") {
    throw unauthorized(
      t("Missing 'Bearer' type in 'Authorization' header. Expected 'Authorization: Bearer {token}'", {
        token: "<JWT>",
      }),
    );
  }
  if (!token || more.length > 0)
    throw unprocessable(t("Bad Authorization header. Expected 'Authorization: Bearer {token}'", { token: "<JWT>" }));
  return token;
}

/**
 * Throws a 401 when the token expired, the user is inactive, or the password has changed since; a 422 for a foreign
 * token or another kind.
 */
export async function userOfToken(app: App, token: string, kind: TokenKind): Promise<User> {
  const { id, version } = await readToken(app, token, kind);
  const user = await app.once(accounts).active(id);
  if (!user) throw unauthorized(t("Error loading the user {id}", { id: String(id) }));
  if (user.credentialVersion !== version) throw unauthorized(t("Token has been revoked"));
  return user;
}

async function readToken(app: App, token: string, kind: TokenKind): Promise<{ id: number; version: unknown }> {
  const { jwtVerify } = await import("jose");
  const currentDate = new Date(app.clock.now());
  const options = { algorithms: ["HS256"], currentDate, requiredClaims: ["sub"] };
  const { payload } = await jwtVerify(token, app.secrets.jwtKey, options).catch(async (error: unknown) => {
    throw await toTokenError(token, error);
  });
  if (payload.type !== kind)
    throw unprocessable(
      kind === "access" ? t("Only non-refresh tokens are allowed") : t("Only refresh tokens are allowed"),
    );
  return { id: Number(payload.sub), version: payload.ver ?? 0 };
}

async function toTokenError(token: string, error: unknown): Promise<TesseraError> {
  const { errors } = await import("jose");
  if (error instanceof errors.JWTExpired) return unauthorized(t("Token has expired"));
  if (error instanceof errors.JOSEAlgNotAllowed) return unprocessable(t("The specified alg value is not allowed"));
  if (error instanceof errors.JWSSignatureVerificationFailed) return unprocessable(t("Signature verification failed"));
  if (error instanceof errors.JWTClaimValidationFailed) {
    return unprocessable(
      error.claim === "nbf"
        ? t("The token is not yet valid (nbf)")
        : t("Missing claim: {claim}", { claim: error.claim }),
    );
  }
  return unprocessable(token.split(".").length === 3 ? t("Invalid token") : t("Not enough segments"));
}

const unauthorized = (msg: string) => new TesseraError(401, { msg });
const unprocessable = (msg: string) => new TesseraError(422, { msg });
