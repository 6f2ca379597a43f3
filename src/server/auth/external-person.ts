import type { RefusalReason } from "../../model/sign-in.ts";

/** Somebody whom a provider or directory knows and has just vouched for. */
export interface ExternalPerson {
  /** Who vouches: the issuer of a provider, the address of a directory. */
  readonly issuer: string;
  /** What the issuer calls this person for ever. */
  readonly subject: string;
  readonly username: string | undefined;
  readonly email: string | undefined;
  /** Whether the issuer says that the address is this person's. */
  readonly isEmailVerified: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** Names of their groups there. */
  readonly groups: readonly string[];
}

/** The issuer may know them, but they are not let in. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause?: unknown) {
    super(`sign-in refused: ${reason}`, { cause });
    this.reason = reason;
  }
}
