export const SIGN_IN_ERRORS = {
  denied: "The sign-in was canceled. Try again, or sign in with a password.",
  expired: "The sign-in took too long or was started in another browser. Try again.",
  failed: "Single sign-on failed. Try again; if it keeps failing, contact an administrator.",
  unreachable: "Can't reach the service that manages your account. Try again later.",
  inactive: "This account is inactive. Contact an administrator.",
  no_role: "You don't have access yet. Ask an administrator for a role.",
  email_taken: "Another account already uses your email address. Contact an administrator.",
  name_taken: "Another account already uses your user name. Contact an administrator.",
} as const;

export type SignInError = keyof typeof SIGN_IN_ERRORS;

export const BY_LINK = "#signed-in-by-link";
