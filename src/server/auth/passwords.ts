import { MAX_PASSWORD_LENGTH } from "../../model/password.ts";

/** argon2id with OWASP's minimum parameters; the library runs it off the main thread. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The digest of an unknown password, so that an unknown user takes as long as a wrong password. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$z+W479FK9IDNgudPKlklnA$3jT9cJB0OK0YCGTm5RgrhvpdRSSQRzpoF5dAxfvb1eI";

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import("@node-rs/argon2");
  return hash(password, PARAMETERS);
}

/** False for an account without a password. Takes the same time either way. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await import("@node-rs/argon2");
  const matches = await verify(stored ?? DUMMY_HASH, password.slice(0, MAX_PASSWORD_LENGTH));
  return matches && Boolean(stored) && password.length <= MAX_PASSWORD_LENGTH;
}
