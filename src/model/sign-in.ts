/** Why somebody for whom another place vouches is not let in, in the words of the sign-in page. */
export const SIGN_IN_REFUSALS = {
  denied: "The sign-in was cancelled there. Try again, or sign in with a password.",
  expired: "The sign-in took too long or was begun in another browser. Try again.",
  failed: "The answer of single sign-on cannot be used. Try again; if it stays so, tell an administrator.",
  unreachable: "The place that knows your account does not answer at the moment. Try again in a while.",
  inactive: "This account is not active. Ask an administrator.",
  no_role: "You have no access here yet. Ask an administrator for a role.",
  email_taken:
    "There is an account with your email address already, and it is not linked to you. Ask an administrator.",
  name_taken: "There is an account with your name already, and it is not linked to you. Ask an administrator.",
} as const;

export type RefusalReason = keyof typeof SIGN_IN_REFUSALS;

/** How the page after a one-time link is told that its reader came by one. */
export const BY_LINK = "#signed-in-by-link";
