import type { SignInError } from "../../model/sign-in.ts";

export interface ExternalIdentity {
  readonly issuer: string;
  /** Never changes, unlike the user name. */
  readonly subject: string;
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly groups: readonly string[];
}

/** The issuer may know the user, but they can't sign in here. */
export class SignInRejected extends Error {
  override readonly name = "SignInRefused";
  readonly reason: SignInError;

  constructor(reason: SignInError, cause?: unknown) {
    super(`sign-in rejected: ${reason}`, { cause });
    this.reason = reason;
  }
}
