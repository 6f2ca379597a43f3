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

/** Why somebody whom the issuer vouches for is not let in; the sign-in page has a sentence for each. */
export type RefusalReason =
  | "denied"
  | "expired"
  | "failed"
  | "unreachable"
  | "inactive"
  | "no_role"
  | "email_taken"
  | "name_taken";

export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause?: unknown) {
    super(`sign-in refused: ${reason}`, { cause });
    this.reason = reason;
  }
}
