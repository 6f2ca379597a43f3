import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function digestOf(token: string): string {
  return hash("sha256", token, "hex");
}
