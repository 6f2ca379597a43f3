/** argon2id with the parameters that OWASP recommends as the least; the library runs it outside the main thread. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A digest of nothing anybody knows, so that an unknown user costs the same time as a wrong password. */
const NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$z+W479FK9IDNgudPKlklnA$3jT9cJB0OK0YCGTm5RgrhvpdRSSQRzpoF5dAxfvb1eI";

const MAX_PASSWORD_LENGTH = 1024;

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import("@node-rs/argon2");
  return hash(password, PARAMETERS);
}

/** False for an account without a password. Takes the same time whatever the outcome. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await import("@node-rs/argon2");
  const matches = await verify(stored ?? NOBODY, password.slice(0, MAX_PASSWORD_LENGTH));
  return matches && Boolean(stored) && password.length <= MAX_PASSWORD_LENGTH;
}
