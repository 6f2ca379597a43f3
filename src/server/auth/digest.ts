import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A value that nobody can guess, for cookies and links. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What the store keeps of a token. */
export function digestOf(token: string): string {
  return hash("sha256", token, "hex");
}
