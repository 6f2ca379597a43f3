import { msg } from "../i18n/translate.ts";

export const SIGN_IN_ERRORS = {
  denied: msg("The sign-in was canceled. Try again, or sign in with a password."),
  expired: msg("The sign-in took too long or was started in another browser. Try again."),
  failed: msg("Single sign-on failed. Try again; if it keeps failing, contact an administrator."),
  unreachable: msg("Can't reach the service that manages your account. Try again later."),
  inactive: msg("This account is inactive. Contact an administrator."),
  no_role: msg("You don't have access yet. Ask an administrator for a role."),
  email_taken: msg("Another account already uses your email address. Contact an administrator."),
  name_taken: msg("Another account already uses your username. Contact an administrator."),
} as const;

export type SignInError = keyof typeof SIGN_IN_ERRORS;

export const BY_LINK = "#signed-in-by-link";
