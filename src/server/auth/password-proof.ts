import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, invalidFields, tooManyRequests } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { parseTimestamp } from "../clock.ts";
import type { User } from "../user.ts";
import { isApiKey } from "./api-keys.ts";
import { isPassword } from "./passwords.ts";
import type { SessionReference } from "./sessions.ts";
import { signInLimiter } from "./sign-in-limiter.ts";

interface Caller {
  readonly app: App;
  readonly user: User;
  readonly session: SessionReference | undefined;
  readonly request: { readonly headers: { readonly authorization?: string | undefined } };
}

/** How long after signing in the current password isn't required. */
const RECENT_MS = 5 * 60_000;
/** For accounts without a password: the lifetime of a sign-in link. */
const RECENT_WITHOUT_PASSWORD_MS = 15 * 60_000;

/**
 * Keeps someone with an unlocked browser or an API key from taking over the account: changing the password needs the
 * current one or a recent sign-in. Throws a 403 for API keys and externally managed accounts, whose password here would
 * outlive the account there; a 400 per field for a wrong or missing password; a 429 after ten wrong ones a minute.
 */
export async function assertCanChangePassword(ctx: Caller, current: string | undefined): Promise<void> {
  if (isApiKey(ctx.request.headers.authorization?.split(" ")[1] ?? "")) throw signInAgain();
  const { password_hash, isExternal } = await accountOf(ctx);
  if (password_hash === null && isExternal)
    throw forbidden(t("This account's password is managed by your organization's sign-in."));
  if (password_hash !== null && current !== undefined) return assertCorrectPassword(ctx, password_hash, current);
  const recentMs = password_hash === null ? RECENT_WITHOUT_PASSWORD_MS : RECENT_MS;
  if (await signedInWithin(ctx, recentMs)) return;
  if (password_hash === null) throw signInAgain();
  throw invalidFields({ current_password: [t("Enter your current password.")] });
}

const signInAgain = () => forbidden(t("Sign in again to change the password."));

async function assertCorrectPassword({ app, user }: Caller, password_hash: string, current: string): Promise<void> {
  const limiter = app.once(signInLimiter);
  const key = `own password ${user.id}`;
  const waitSeconds = await limiter.reserve(key);
  if (waitSeconds > 0) {
    const message = t(
      "Too many incorrect passwords. Try again in {seconds, plural, one {# second} other {# seconds}}.",
      { seconds: waitSeconds },
    );
    throw tooManyRequests(message, waitSeconds);
  }
  let isCorrect = false;
  try {
    isCorrect = await isPassword(password_hash, current);
    if (isCorrect) await limiter.forget(key);
  } finally {
    limiter.finish(key, isCorrect);
  }
  if (!isCorrect) throw invalidFields({ current_password: [t("The current password is incorrect.")] });
}

async function accountOf({ app, user }: Caller) {
  const row = await app.db
    .selectFrom("users")
    .leftJoin("identities", "identities.user_id", "users.id")
    .select(["password_hash", "identities.user_id as external_id"])
    .where("users.id", "=", user.id)
    .executeTakeFirst();
  if (!row) throw badRequest();
  return { password_hash: row.password_hash, isExternal: row.external_id !== null };
}

async function signedInWithin({ app, user, session }: Caller, ms: number): Promise<boolean> {
  const { db } = app;
  const row = session
    ? await db
        .selectFrom("sessions")
        .select("created_on as at")
        .where("token_hash", "=", session.tokenHash)
        .executeTakeFirst()
    : await db.selectFrom("users").select("last_login as at").where("id", "=", user.id).executeTakeFirst();
  return Boolean(row?.at) && app.clock.now() - parseTimestamp(row?.at ?? "") <= ms;
}
